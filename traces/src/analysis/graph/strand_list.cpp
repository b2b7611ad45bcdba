#include "strand_list.hpp"

#include <algorithm>
#include <span>

namespace gusset::traces {

void StrandList::join(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& after) {
  if (before.size() > 1 && after.size() > 1) {
    join_in_one(before, after);
    return;
  }
  for (const std::uint32_t b : before) {
    for (const std::uint32_t a : after) add_edge(b, a);
  }
}

std::uint32_t StrandList::join_in_one(const std::vector<std::uint32_t>& before,
                                      const std::vector<std::uint32_t>& after) {
  if (before.empty() || after.empty()) return none;
  const std::uint32_t last =
      *std::ranges::max_element(before, {}, [this](std::uint32_t b) { return strands[b].end_ns; });
  const std::int64_t time_ns = strands[last].end_ns;
  const std::uint32_t joint = add({time_ns, time_ns, strands[after.front()].task, strands[last].lane, true});
  for (const std::uint32_t b : before) add_edge(b, joint);
  for (const std::uint32_t a : after) add_edge(joint, a);
  return joint;
}

void add_access_edges(const TaskGraph& graph, std::uint32_t locks, StrandList& list) {
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> after;
  const auto collect = [](std::span<const TaskId> members, const std::vector<std::uint32_t>& strand_of,
                          std::vector<std::uint32_t>& strands) {
    strands.clear();
    for (const TaskId task : members) {
      if (strand_of[task.value()] != StrandList::none) strands.push_back(strand_of[task.value()]);
    }
  };
  std::vector<std::vector<std::uint32_t>> groups_of(list.first_of.size());
  std::uint32_t exclusive = 0;
  std::vector<std::uint32_t> number_of(graph.groups().size(), StrandList::none);  // per exclusive group
  for (std::size_t g = 0; g < graph.groups().size(); ++g) {
    const TaskGraph::Group& group = graph.groups()[g];
    if (group.commuting) {
      number_of[g] = locks + exclusive++;
      for (const TaskId task : graph.members_of(group)) groups_of[task.value()].push_back(number_of[g]);
    }
    if (group.previous == TaskGraph::Group::none) continue;
    collect(graph.members_of(graph.groups()[group.previous]), list.last_of, before);
    collect(graph.members_of(group), list.first_of, after);
    const std::uint32_t awaited = number_of[group.previous];
    if (awaited == StrandList::none) {
      list.join(before, after);
    } else if (const std::uint32_t joint = list.join_in_one(before, after); joint != StrandList::none) {
      list.awaited_groups.push_back({joint, awaited});
    }
  }
  if (exclusive == 0) return;
  for (std::uint32_t strand = 0; strand < list.strands.size(); ++strand) {
    if (list.strands[strand].is_joint) continue;
    for (const std::uint32_t lock : groups_of[list.strands[strand].task.value()])
      list.holds.push_back({strand, lock});
  }
}

}  // namespace gusset::traces
