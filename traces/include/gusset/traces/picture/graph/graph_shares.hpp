#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::traces {

/// A category's share of a box.
struct CategoryShare {
  std::size_t category = 0;
  double share = 0.0;  ///< 0…1, of the box's busy time; of its number of tasks if none was busy
  friend bool operator==(const CategoryShare&, const CategoryShare&) = default;
};

/// The category of hidden tasks.
inline constexpr std::size_t hidden_category = 256;

/// For each box of a scene, returns the categories of its tasks, the largest share first; empty for boxes
/// without tasks. Categories are those of `colouring`; if that is null, they are the task types as in a level
/// of detail (the type's number modulo 256). `shown` has the tasks that are not hidden; null: all. All
/// arguments must belong to one trace.
std::vector<std::vector<CategoryShare>> box_shares(const GraphScene& scene, const FoldTree& tree,
                                                   const Trace& trace, const TaskTimes& times,
                                                   const Colouring* colouring, const TaskSet* shown);

/// Converts the shares to colours: `categories` by category, `hidden` for hidden tasks.
picture::BoxColours box_colours(const std::vector<std::vector<CategoryShare>>& shares,
                                std::span<const Colour> categories, Colour hidden);

/// Returns the category of a task in the graph.
std::size_t category_in_graph(const Trace& trace, TaskId task, const Colouring* colouring,
                              const TaskSet* shown);

}  // namespace gusset::traces
