#include "gusset/traces/picture/graph/graph_shares.hpp"

#include <algorithm>
#include <array>

namespace gusset::traces {
namespace {

struct CategorySum {
  double busy_ns = 0.0;
  double tasks = 0.0;
};

}  // namespace

std::size_t category_in_graph(const Trace& trace, TaskId task, const Colouring* colouring,
                              const TaskSet* shown) {
  if (shown != nullptr && !(*shown)[task.value()]) return hidden_category;
  return colouring != nullptr ? colouring->category(task)
                              : trace.tasks.type[task.value()].value() % hidden_category;
}

std::vector<std::vector<CategoryShare>> box_shares(const GraphScene& scene, const FoldTree& tree,
                                                   const Trace& trace, const TaskTimes& times,
                                                   const Colouring* colouring, const TaskSet* shown) {
  std::vector<std::vector<CategoryShare>> all(scene.boxes.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GraphBox& box = scene.boxes[i];
    if (box.kind == GraphBox::Kind::task)
      all[i] = {{category_in_graph(trace, TaskId(box.number), colouring, shown), 1.0}};
    if (!box.is_group()) continue;
    const FoldTree::Group& group = tree.groups[box.number];
    std::array<CategorySum, hidden_category + 1> sums{};
    for (std::uint32_t n = 0; n < group.node_count; ++n) {
      const std::uint32_t node = tree.nodes[group.first_node + n];
      if (node >= trace.tasks.size()) continue;  // a version: tasks come first
      CategorySum& sum = sums[category_in_graph(trace, TaskId(node), colouring, shown)];
      sum.busy_ns += static_cast<double>(times.duration_ns[node]);
      sum.tasks += 1.0;
    }
    for (std::size_t category = 0; category < sums.size(); ++category) {
      const CategorySum& sum = sums[category];
      if (sum.tasks == 0.0) continue;
      all[i].push_back({category, group.busy_ns > 0 ? sum.busy_ns / static_cast<double>(group.busy_ns)
                                                    : sum.tasks / static_cast<double>(group.tasks)});
    }
    std::stable_sort(all[i].begin(), all[i].end(),
                     [](const CategoryShare& a, const CategoryShare& b) { return a.share > b.share; });
  }
  return all;
}

picture::BoxColours box_colours(const std::vector<std::vector<CategoryShare>>& shares,
                                std::span<const Colour> categories, Colour hidden) {
  picture::BoxColours colours(shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    for (const auto& [category, share] : shares[i])
      colours[i].push_back({category == hidden_category ? hidden : categories[category], share});
  }
  return colours;
}

}  // namespace gusset::traces
