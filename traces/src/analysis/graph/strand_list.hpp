#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Strands by number, in the order in which they were found, and the edges between them.
struct StrandList {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Strand {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    TaskId task;
    LaneId lane;
    bool is_joint = false;  ///< it only joins others
  };
  struct Edge {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };
  /// A strand holds a lock, or one of its task's exclusive groups, whose numbers follow the locks'.
  struct Hold {
    std::uint32_t strand = 0;
    std::uint32_t lock = 0;
  };
  /// See Strands::Step; `after` is a number in this list, or none.
  struct Step {
    Strands::Step::Kind kind = Strands::Step::Kind::create;
    TaskId task;
    std::uint32_t after = 0;
    std::uint32_t what = 0;
  };
  std::vector<Strand> strands;
  std::vector<Edge> edges;
  std::vector<Hold> holds;
  std::vector<Hold> awaited_groups;     ///< joints that wait for all strands of an exclusive group
  std::vector<Step> steps;              ///< ordered by task, then by time
  std::uint64_t waits_in_holds = 0;     ///< waits for tasks or threads while a lock is held
  std::vector<std::uint32_t> first_of;  ///< per task: its first strand, or none
  std::vector<std::uint32_t> last_of;   ///< per task: its last strand, or none

  std::uint32_t add(const Strand& strand) {
    strands.push_back(strand);
    return static_cast<std::uint32_t>(strands.size() - 1);
  }
  void add_edge(std::uint32_t before, std::uint32_t after) {
    if (before != none && after != none && before != after) edges.push_back({before, after});
  }
  /// Makes each strand of `after` wait for all of `before`, through a strand that joins them if both have
  /// several.
  void join(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& after);
  /// The same, always through a strand that joins them. Returns it; none if one side is empty.
  std::uint32_t join_in_one(const std::vector<std::uint32_t>& before,
                            const std::vector<std::uint32_t>& after);
};

/// Cuts the runs of all tasks into strands. Finds the edges of creations and waits, and the holds of locks.
StrandList cut_into_strands(const Trace& trace);
/// Adds the edges of `depend` clauses, and the holds of exclusive groups, numbered from `locks` on.
void add_access_edges(const TaskGraph& graph, std::uint32_t locks, StrandList& list);

}  // namespace gusset::traces
