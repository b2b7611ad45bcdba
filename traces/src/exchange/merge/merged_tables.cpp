#include "merged_tables.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "merge_errors.hpp"

namespace gusset::traces::merge {
namespace {

/// So many handles take some gigabytes of memory. Only `each_node` handles on very many nodes could exceed
/// the limit.
constexpr std::size_t most_handles = std::size_t{1} << 26;

std::string handle_facts(const std::string& name, std::uint64_t size_bytes, NodeId owner) {
  return "\"" + name + "\" of " + bytes_text(size_bytes) + " on node " + std::to_string(owner.value());
}

/// The index of the row for which `is_same` is true. Appends `row` if there is none.
template <class Row, class Same>
std::uint32_t place_of(std::vector<Row>& rows, const Row& row, Same is_same) {
  const auto found = std::find_if(rows.begin(), rows.end(), is_same);
  const auto place = static_cast<std::uint32_t>(found - rows.begin());
  if (found == rows.end()) rows.push_back(row);
  return place;
}

}  // namespace

Result<PartRows> MergedTables::add(const PartFile& part) {
  const Trace& head = part.head();
  PartRows rows;
  for (const std::string& type : head.types) {
    const auto [known, is_new] = type_of_.try_emplace(type, TypeId(types_.size()));
    if (is_new) types_.push_back(type);
    rows.types.push_back(known->second);
  }
  for (const AccessMode& mode : head.access_modes)
    rows.modes.emplace_back(place_of(modes_, mode, [&](const AccessMode& known) { return known == mode; }));
  rows.first_worker = workers_.size();
  workers_.insert(workers_.end(), head.workers.begin(), head.workers.end());
  for (std::size_t row = 0; row < head.handles.size(); ++row) {
    rows.handles.push_back(handle_of(part, row));
    if (rows.handles.back().is_none()) return errors::too_many_handles(part.name(), most_handles);
  }
  add_attributes(head, rows);
  return rows;
}

HandleId MergedTables::handle_of(const PartFile& part, std::size_t row) {
  const HandleColumns& of = part.head().handles;
  const std::uint64_t identity = part.identities().identity[row];
  const HandleScope scope = part.identities().scope[row];
  if (handles_.size() + (scope == HandleScope::each_node ? nodes_ : 1) > most_handles) return {};
  const HandleId next(handles_.size());
  if (scope == HandleScope::one_node) {
    add_handle(of.name[row], of.size_bytes[row], of.owner[row]);
    return next;
  }
  if (scope == HandleScope::all_nodes) {
    const auto [known, is_new] = shared_.try_emplace(identity, next);
    if (is_new) {
      add_handle(of.name[row], of.size_bytes[row], of.owner[row]);
    } else {
      compare(part, row, known->second);
    }
    return known->second;
  }
  const auto [known, is_new] = of_each_.try_emplace(identity, next);
  for (std::uint32_t node = 0; is_new && node < nodes_; ++node)
    add_handle(of.name[row] + "@" + std::to_string(node), of.size_bytes[row], NodeId(node));
  return HandleId(known->second.value() + part.node());
}

void MergedTables::add_handle(std::string name, std::uint64_t size_bytes, NodeId owner) {
  handles_.name.push_back(std::move(name));
  handles_.size_bytes.push_back(size_bytes);
  handles_.owner.push_back(owner);
}

void MergedTables::compare(const PartFile& part, std::size_t row, HandleId merged) {
  const HandleColumns& of = part.head().handles;
  const std::size_t known = merged.value();
  if (of.name[row] == handles_.name[known] && of.size_bytes[row] == handles_.size_bytes[known] &&
      of.owner[row] == handles_.owner[known])
    return;
  if (++contradictions_ > 1) return;
  first_contradiction_ =
      "handle " + std::to_string(part.identities().identity[row]) + " is " +
      handle_facts(of.name[row], of.size_bytes[row], of.owner[row]) + " in " + part.name() + ", and " +
      handle_facts(handles_.name[known], handles_.size_bytes[known], handles_.owner[known]) +
      " in the parts before it";
}

void MergedTables::add_attributes(const Trace& head, PartRows& rows) {
  for (const Attribute& attribute : head.attributes) {
    rows.attributes.push_back(place_of(attributes_, attribute, [&](const Attribute& known) {
      return known.name == attribute.name && known.values.index() == attribute.values.index();
    }));
  }
  for (const Counter& counter : head.counters) {
    rows.counters.push_back(static_cast<std::uint32_t>(counters_.size()));
    counters_.push_back(counter);
  }
}

std::vector<std::string> MergedTables::notes() const {
  if (contradictions_ == 0) return {};
  return {"nodes disagree about " + count_text(contradictions_, "handle") +
          "; the first node's facts are used: " + first_contradiction_};
}

}  // namespace gusset::traces::merge
