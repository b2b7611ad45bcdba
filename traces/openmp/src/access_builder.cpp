#include "access_builder.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace gusset::ompt {
namespace {

/// In the order of the table below.
enum Mode : std::uint32_t { read, write, add, inoutset };

const std::vector<traces::AccessMode>& modes() {
  static const std::vector<traces::AccessMode> table = {
      {.name = "read", .commutes = true, .exclusive = false, .modifies = false},
      {.name = "write", .commutes = false, .exclusive = true, .modifies = true},
      {.name = "add", .commutes = true, .exclusive = true, .modifies = true},
      {.name = "inoutset", .commutes = true, .exclusive = false, .modifies = true}};
  return table;
}

/// Maps the values of ompt_dependence_type_t. Types without a case become a write, the strictest mode: it
/// waits for all earlier accesses to its address.
Mode mode_of(std::uint8_t type) {
  constexpr std::uint8_t in = 1, mutexinoutset = 4, set = 7;
  switch (type) {
    case in:
      return read;
    case mutexinoutset:
      return add;
    case set:
      return inoutset;
    default:
      return write;
  }
}

/// Computes the version that the next access to a handle waits for.
class HandleVersions {
 public:
  std::uint32_t next(Mode mode) {
    if (mode != last_ || !modes()[mode].commutes) {
      group_ = count_;
      last_ = mode;
    }
    ++count_;
    return group_;
  }

 private:
  std::uint32_t count_ = 0;
  std::uint32_t group_ = 0;
  Mode last_ = write;
};

struct AccessPlace {
  Number parent;
  std::uint64_t address = 0;
  friend bool operator==(const AccessPlace&, const AccessPlace&) = default;
};
struct PlaceHash {
  std::size_t operator()(const AccessPlace& place) const {
    return std::hash<std::uint64_t>{}(place.address * 0x9e3779b97f4a7c15U ^ place.parent.word());
  }
};

}  // namespace

void add_accesses(const TaskList& tasks, traces::Trace& trace) {
  trace.recorded.accesses = true;
  trace.access_modes = modes();
  std::unordered_map<AccessPlace, std::uint32_t, PlaceHash> handles;
  std::vector<HandleVersions> versions;
  std::vector<Dependence> own;
  trace.accesses.first.push_back(0);
  for (const Number number : tasks.tasks()) {  // siblings are in the order in which their parent created them
    const Item& task = *tasks.find(number);
    const Dependence* const first = tasks.dependences_of(task);
    own.assign(first, first + task.dependences);
    std::stable_sort(own.begin(), own.end(),
                     [](const Dependence& a, const Dependence& b) { return a.address < b.address; });
    for (std::size_t i = 0; i < own.size();) {
      Mode mode = mode_of(own[i].type);
      std::size_t next = i + 1;
      for (; next < own.size() && own[next].address == own[i].address; ++next) {
        if (mode_of(own[next].type) != mode) mode = write;  // mixed modes count as a write
      }
      const auto [handle, is_new] =
          handles.try_emplace({task.parent, own[i].address}, static_cast<std::uint32_t>(versions.size()));
      if (is_new) {
        versions.emplace_back();
        trace.handles.name.emplace_back();
        trace.handles.size_bytes.push_back(0);
        trace.handles.owner.push_back(traces::NodeId(0));
      }
      trace.accesses.items.push_back({traces::HandleId(handle->second), traces::AccessModeId(mode),
                                      versions[handle->second].next(mode)});
      i = next;
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
  }
}

}  // namespace gusset::ompt
