#include "access_table.hpp"

#include <algorithm>
#include <utility>

#include "storage/conversion_failure.hpp"

namespace gusset::ompt {
namespace {

/// In the order of the table below.
enum Mode : std::uint32_t { read, write, add, inoutset };

/// Maps the values of ompt_dependence_type_t. Types without a case become a write, the strictest mode: it
/// waits for all earlier accesses to its address.
Mode mode_of(std::uint8_t type) {
  constexpr std::uint8_t in = 1, mutexinoutset = 4, set = 7;
  switch (type) {
    case in:
      return read;
    case mutexinoutset:
      return Mode::add;
    case set:
      return inoutset;
    default:
      return write;
  }
}

}  // namespace

AccessTable::AccessTable(Scratch& scratch)
    : rows(scratch), handles_(scratch), groups_(scratch), handles_by_address_(scratch) {}

const std::vector<traces::AccessMode>& AccessTable::modes() {
  static const std::vector<traces::AccessMode> table = {
      {.name = "read", .commutes = true, .exclusive = false, .modifies = false},
      {.name = "write", .commutes = false, .exclusive = true, .modifies = true},
      {.name = "add", .commutes = true, .exclusive = true, .modifies = true},
      {.name = "inoutset", .commutes = true, .exclusive = false, .modifies = true}};
  return table;
}

std::uint32_t AccessTable::next_handle() {
  if (handles_.size() + 1 >= traces::HandleId::none_value)
    throw ConversionFailure({"dependences", "fewer than 2^32 - 1 handles", "more"});
  return static_cast<std::uint32_t>(handles_.push_back({}));
}

std::uint32_t AccessTable::add(std::uint32_t task, std::uint64_t scope, std::vector<Dependence>& dependences,
                               std::uint32_t& first_handle) {
  const std::uint64_t first = rows.size();
  if (first + dependences.size() >= ScratchTable::none)
    throw ConversionFailure({"dependences", "fewer than 2^32 - 1 accesses", "more"});
  std::stable_sort(dependences.begin(), dependences.end(),
                   [](const Dependence& a, const Dependence& b) { return a.address < b.address; });
  for (std::size_t i = 0; i < dependences.size();) {
    const std::uint64_t address = dependences[i].address;
    Mode mode = mode_of(dependences[i].type);
    for (++i; i < dependences.size() && dependences[i].address == address; ++i) {
      if (mode_of(dependences[i].type) != mode) mode = write;  // mixed modes count as a write
    }
    std::uint32_t number = handles_by_address_.find(scope, address);
    if (number == ScratchTable::none) {
      number = next_handle();
      handles_by_address_.add(scope, address, number, first_handle);
    }
    Handle handle = handles_.get(number);
    if (handle.group == ScratchTable::none || handle.mode != mode || !modes()[mode].commutes) {
      handle.group = static_cast<std::uint32_t>(groups_.push_back({.previous = handle.group}));
      handle.mode = mode;
      handle.version = handle.accesses;
    }
    ++handle.accesses;
    handles_.set(number, handle);
    ++groups_.edit(handle.group).open;
    rows.push_back({task, number, handle.version, handle.group, mode, 0, traces::unknown_time});
  }
  return static_cast<std::uint32_t>(first);
}

std::int64_t AccessTable::ready_ns(std::uint64_t first_access, std::int64_t created_ns) {
  std::int64_t ready_ns = created_ns;
  const std::uint32_t task = rows.get(first_access).task;
  for (std::uint64_t i = first_access; i < rows.size(); ++i) {
    const AccessRow access = rows.get(i);
    if (access.task != task) break;
    const std::uint32_t previous = groups_.get(access.group).previous;
    if (previous == ScratchTable::none) continue;
    const Group before = groups_.get(previous);
    if (before.open > 0) return traces::unknown_time;
    ready_ns = std::max(ready_ns, before.last_end_ns);
  }
  return ready_ns;
}

void AccessTable::start(std::uint64_t first_access, std::int64_t created_ns) {
  const std::int64_t ready_ns = this->ready_ns(first_access, created_ns);
  rows.edit(first_access).ready_ns = ready_ns;
  pass_on(first_access);
}

void AccessTable::pass_on(std::uint64_t first_access) {
  const std::uint32_t task = rows.get(first_access).task;
  for (std::uint64_t i = first_access; i < rows.size(); ++i) {
    const AccessRow access = rows.get(i);
    if (access.task != task) break;
    const std::uint32_t previous = groups_.get(access.group).previous;
    if (previous == ScratchTable::none) continue;
    const std::int64_t before_ns = groups_.get(previous).last_end_ns;
    Group& own = groups_.edit(access.group);
    own.last_end_ns = std::max(own.last_end_ns, before_ns);
  }
}

void AccessTable::end(std::uint64_t first_access, std::int64_t end_ns) {
  const std::uint32_t task = rows.get(first_access).task;
  for (std::uint64_t i = first_access; i < rows.size(); ++i) {
    const AccessRow access = rows.get(i);
    if (access.task != task) break;
    Group& own = groups_.edit(access.group);
    own.last_end_ns = std::max(own.last_end_ns, end_ns);
    --own.open;
  }
}

}  // namespace gusset::ompt
