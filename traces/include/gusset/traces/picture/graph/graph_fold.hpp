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

/// By what tasks are put together, so that a large graph can be read.
struct FoldBy {
  enum class Kind : std::uint8_t { nothing, type, level, attribute };
  Kind kind = Kind::nothing;
  std::string attribute;  ///< its name, of Kind::attribute
  friend bool operator==(const FoldBy&, const FoldBy&) = default;
};

/// The nodes of a graph in groups, and large groups in groups again. Immutable.
struct FoldTree {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t most_groups = 100;  ///< in one group: values beyond share groups
  struct Group {
    std::string name;  ///< "gemm", "level 12", "step 3 to 5"; empty for the root
    std::uint32_t parent = none;
    std::uint32_t depth = 0;            ///< 0 for the root
    std::vector<std::uint32_t> groups;  ///< those within; none where it holds nodes
    std::uint32_t first_node = 0;       ///< into nodes
    std::uint32_t node_count = 0;       ///< with those of the groups within
    std::uint64_t tasks = 0;
    std::uint64_t versions = 0;  ///< of data
    std::int64_t busy_ns = 0;    ///< of its tasks
  };
  std::vector<Group> groups;            ///< the root first; all nodes but junctions
  std::vector<std::uint32_t> nodes;     ///< group by group
  std::vector<std::uint32_t> group_of;  ///< of each node the innermost; none for junctions
};

/// A graph with more nodes is shown folded, and a group with more is folded within.
inline constexpr std::size_t most_visible_nodes = 500;
/// Larger graphs can't be drawn task by task at all.
inline constexpr std::size_t most_drawn_tasks = 20'000;

/// Groups by `by`; those with more than `most_visible_nodes` nodes are divided again, by type, by level, at
/// last by number. Versions of data stand with their array ("A" of "A(3,1)") where tasks stand with their
/// type or an attribute. Names are in order of first appearance, levels and numbers ascending.
/// `graph` and `times` are the trace's. Busy times are exclusive of nested spans.
FoldTree fold(const DrawnGraph& graph, const Trace& trace, const TaskTimes& times, const FoldBy& by);

/// What a graph can be folded by: nothing (up to most_drawn_tasks), type, level, each attribute.
std::vector<FoldBy> possible_folds(const Trace& trace);
/// "nothing", "type", "level", or the attribute's name.
std::string to_text(const FoldBy& by);
/// Fails where the text, as to_text writes it, is none of possible_folds, and lists them.
Result<FoldBy> parse_fold_by(const Trace& trace, std::string_view text);
/// Nothing for up to `most_visible_nodes` nodes, else type.
FoldBy usual_fold(std::size_t nodes);

/// Which groups are open where all of these names are, with all that they stand in; by number. Fails where a
/// name is none of a group's, and lists those that there are.
Result<std::vector<bool>> opened_groups(const FoldTree& tree, const std::vector<std::string>& names);

}  // namespace gusset::traces
