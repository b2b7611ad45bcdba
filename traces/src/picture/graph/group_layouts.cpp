#include "group_layouts.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/base/utf8.hpp"

namespace gusset::traces {
namespace {

constexpr double box_height = 24.0;
constexpr double group_height = 42.0;
constexpr double two_line_height = 38.0;  // of a task
constexpr double min_box_width = 34.0;
constexpr double junction_size = 8.0;
constexpr double flat_level_gap = 16.0;
constexpr double flat_text_share = 1.3;  // room for names that are larger than usual in their boxes
constexpr int many_sweeps = 8;
constexpr int few_sweeps = 3;
constexpr std::size_t few_boxes = 1500;

double text_width(const std::string& text) {
  return GraphScene::character_width * static_cast<double>(character_count(text));
}

}  // namespace

bool GroupLayouts::lay_out(const std::atomic<bool>* cancelled) {
  layouts_.resize(folded_.groups());
  std::vector<std::vector<Id>> children = folded_.children();
  for (Id g = 0; g < folded_.groups(); ++g) layouts_[g].children = std::move(children[g]);
  collect_edges();
  collect_sets();
  for (Id g = folded_.groups(); g-- > 0;) {  // inner groups first
    if (folded_.is_open(g) && !lay_out_group(g, cancelled)) return false;
  }
  return true;
}

void GroupLayouts::collect_edges() {
  local_.assign(folded_.id_of_node(static_cast<std::uint32_t>(folded_.graph().nodes.size())), 0);
  for (const Group& group : layouts_) {
    for (std::size_t i = 0; i < group.children.size(); ++i)
      local_[group.children[i]] = static_cast<std::uint32_t>(i);
  }
  for (const FoldedGraph::Line& line : folded_.lines()) {
    const auto [holder, from, to] = folded_.common(line.from, line.to);
    layouts_[holder].edge.try_emplace(std::pair(from, to), 0);
  }
  for (Group& group : layouts_) {  // in an order independent of which groups are open
    for (auto& [ends, number] : group.edge) {
      number = static_cast<std::uint32_t>(group.boxes.edges.size());
      group.boxes.edges.push_back({local_[ends.first], local_[ends.second]});
    }
  }
}

/// For each open group, collects the parts that contain members of a set.
void GroupLayouts::collect_sets() {
  for (const auto& set : folded_.graph().commuting) {
    std::map<Id, std::vector<std::uint32_t>> members;
    for (const std::uint32_t node : set) {
      for (Id id = folded_.shown(node); folded_.parent(id) != FoldedGraph::none; id = folded_.parent(id))
        members[folded_.parent(id)].push_back(local_[id]);
    }
    for (auto& [holder, locals] : members) {
      std::sort(locals.begin(), locals.end());
      locals.erase(std::unique(locals.begin(), locals.end()), locals.end());
      if (locals.size() > 1) layouts_[holder].boxes.commuting.push_back(std::move(locals));
    }
  }
  for (Group& group : layouts_) {
    auto& sets = group.boxes.commuting;
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  }
}

LayoutSize GroupLayouts::closed_size(Id id) const {
  if (folded_.is_junction(id)) return {junction_size, junction_size};
  double width = text_width(box_label(folded_, trace_, id));
  const bool is_group = folded_.is_group(id);
  if (is_group) width = std::max(width, text_width(amount_text(folded_.tree().groups[id])));
  const std::string duration = duration_text(id);
  width = std::max(width, text_width(duration));
  if (is_flat_) width *= flat_text_share;
  return {std::max(min_box_width, width + padding), is_group           ? group_height
                                                    : duration.empty() ? box_height
                                                                       : two_line_height};
}

std::string GroupLayouts::duration_text(Id id) const {
  if (times_ == nullptr || folded_.is_group(id) || folded_.is_junction(id)) return {};
  const DrawnGraph::Node& node = folded_.drawn(id);
  if (node.kind != DrawnGraph::Kind::task || times_->begin_ns[node.task.value()] == unknown_time) return {};
  return duration_text_ns(times_->duration_ns[node.task.value()]);
}

bool GroupLayouts::lay_out_group(Id g, const std::atomic<bool>* cancelled) {
  Group& group = layouts_[g];
  std::vector<LayoutSize> sizes;
  bool has_open = false;
  for (const Id child : group.children) {
    group.boxes.nodes.push_back(closed_size(child));
    has_open = has_open || folded_.is_open(child);
    sizes.push_back(folded_.is_open(child) ? layouts_[child].size : group.boxes.nodes.back());
  }
  LayoutOptions options;
  options.sweeps = group.children.size() <= few_boxes ? many_sweeps : few_sweeps;
  options.cancelled = cancelled;
  if (is_flat_) {
    options.min_height_share = 0.0;
    options.level_gap = flat_level_gap;
  }
  std::optional<GraphLayout> layout = traces::lay_out(group.boxes, options);
  if (!layout) return false;
  group.layout = has_open ? resized(*layout, group.boxes.nodes, sizes, options) : std::move(*layout);
  group.boxes.nodes = std::move(sizes);
  group.route_of_edge.resize(group.boxes.edges.size());
  for (std::size_t i = 0; i < group.layout.routes.size(); ++i) {
    const std::uint32_t edge = group.layout.routes[i].edge;
    if (edge != GraphLayout::Route::none) group.route_of_edge[edge] = i;
  }
  group.size = group.layout.size;
  if (g == 0) return true;
  const FoldTree::Group& about = folded_.tree().groups[g];
  const double title_width = text_width(about.name + "  " + amount_text(about)) + 3 * padding;
  group.size = {std::max(group.layout.size.width + 2 * padding, title_width),
                group.layout.size.height + GraphScene::title_height + 2 * padding};
  return true;
}

}  // namespace gusset::traces
