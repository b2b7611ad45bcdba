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

/// How much of a box is of one category.
struct CategoryShare {
  std::size_t category = 0;
  double share = 0.0;  ///< of its busy time, 0…1; of its tasks where none was busy
  friend bool operator==(const CategoryShare&, const CategoryShare&) = default;
};

/// Tasks that are not shown have this one.
inline constexpr std::size_t hidden_category = 256;

/// Of each box of a scene, the categories of its tasks, the largest share first; none where it has no tasks.
/// Categories are those of `colouring`, or where that is null those of types in a level of detail (the type's
/// number modulo 256). `shown` are the tasks that are not hidden; null: all. All are of one trace.
std::vector<std::vector<CategoryShare>> box_shares(const GraphScene& scene, const FoldTree& tree,
                                                   const Trace& trace, const TaskTimes& times,
                                                   const Colouring* colouring, const TaskSet* shown);

/// The same in colours: those of categories, and that of tasks that are not shown.
picture::BoxColours box_colours(const std::vector<std::vector<CategoryShare>>& shares,
                                std::span<const Colour> categories, Colour hidden);

/// The category of a task there.
std::size_t category_in_graph(const Trace& trace, TaskId task, const Colouring* colouring,
                              const TaskSet* shown);

}  // namespace gusset::traces
