#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"

namespace gusset::traces {

/// The criterion that groups tasks, so that a large graph stays readable.
struct FoldBy {
  enum class Kind : std::uint8_t { nothing, type, level, attribute };
  Kind kind = Kind::nothing;
  std::string attribute;  ///< attribute name, for Kind::attribute
  friend bool operator==(const FoldBy&, const FoldBy&) = default;
};

/// The nodes of a graph in groups; large groups contain groups. Immutable.
struct FoldTree {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// The most groups directly inside one group; values beyond this number share groups.
  static constexpr std::size_t max_groups = 100;
  struct Group {
    std::string name;  ///< "gemm", "level 12", "step 3 to 5"; empty for the root
    std::uint32_t parent = none;
    std::uint32_t depth = 0;            ///< 0 for the root
    std::vector<std::uint32_t> groups;  ///< subgroups; empty if the group holds nodes itself
    std::uint32_t first_node = 0;       ///< index into FoldTree::nodes
    std::uint32_t node_count = 0;       ///< includes the nodes of subgroups
    std::uint64_t tasks = 0;
    std::uint64_t versions = 0;  ///< data versions
    std::int64_t busy_ns = 0;    ///< busy time of its tasks
  };
  std::vector<Group> groups;            ///< the root first; together they hold all nodes except junctions
  std::vector<std::uint32_t> nodes;     ///< ordered by group
  std::vector<std::uint32_t> group_of;  ///< each node's innermost group; none for junctions
};

/// Graphs with more nodes are folded, and groups with more nodes are folded further.
inline constexpr std::size_t max_visible_nodes = 500;
/// Larger graphs cannot be drawn task by task.
inline constexpr std::size_t max_drawn_tasks = 20'000;

/// Groups nodes by `by`. Divides groups of more than `max_visible_nodes` nodes again: by type, by level, and
/// finally by number. When tasks are grouped by type or an attribute, data versions are grouped by array ("A"
/// of "A(3,1)"). Names appear in order of first appearance, levels and numbers in ascending order. `graph`
/// and `times` must belong to the trace. Busy times exclude nested spans.
FoldTree fold(const DrawnGraph& graph, const Trace& trace, const TaskTimes& times, const FoldBy& by);

/// Lists the criteria that can fold a graph: nothing (up to max_drawn_tasks), type, level, each attribute.
std::vector<FoldBy> possible_folds(const Trace& trace);
/// Writes "nothing", "type", "level", or the attribute's name. An attribute with one of these names appears
/// as "attribute:NAME".
std::string to_text(const FoldBy& by);
/// Whether a text in the form of to_text names this criterion. Any attribute may have the prefix
/// "attribute:".
bool is_named(const FoldBy& by, std::string_view text);
/// Parses a text that names a criterion (is_named). Fails if the text is not one of possible_folds; the error
/// lists them.
Result<FoldBy> parse_fold_by(const Trace& trace, std::string_view text);
/// The default criterion: nothing for up to `max_visible_nodes` nodes, otherwise type.
FoldBy usual_fold(std::size_t nodes);

/// Returns which groups are open, by number: the named groups and all groups that contain them. Fails if no
/// group has one of the names; the error lists the existing names.
Result<std::vector<bool>> opened_groups(const FoldTree& tree, const std::vector<std::string>& names);

}  // namespace gusset::traces
