#include "gusset/viewer/model/timeline/task_children.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {

TaskChildren::TaskChildren(const traces::Trace& trace) {
  if (!trace.recorded.parents) return;
  const std::vector<traces::TaskId>& parents = trace.tasks.parent;
  children_ = Groups<traces::TaskId>(parents.size(), [&](auto visit) {
    for (std::size_t task = 0; task < parents.size(); ++task) {
      if (!parents[task].is_none()) visit(parents[task].value(), traces::TaskId(task));
    }
  });
}

std::span<const traces::TaskId> TaskChildren::of(traces::TaskId parent) const {
  if (parent.is_none() || parent.value() + std::size_t{1} >= children_.first.size()) return {};
  return children_[parent.value()];
}

std::shared_ptr<const MarkedChildren> mark_children(const Document& document, const TaskChildren& children,
                                                    TaskReference parent, std::size_t most) {
  const std::span<const traces::TaskId> all = children.of(parent.task);
  if (all.empty()) return nullptr;
  auto set = std::make_shared<TaskSet>();
  set->name = "children";
  for (const traces::TaskId child : all.first(std::min(most, all.size())))
    set->tasks.push_back({parent.panel, child});
  auto found = std::make_shared<MarkedChildren>();
  found->parent = parent;
  found->count = all.size();
  found->marked = mark_set(document, std::move(set));
  return found;
}

void add_children_shapes(const Timeline& timeline, const MarkedChildren& children, Shapes& shapes) {
  const Document& document = timeline.document();
  if (!document.has(children.parent)) return;
  const std::size_t panel = children.parent.panel;
  const std::size_t category = document.panel(panel).category(children.parent.task);
  const traces::Colour own = document.colours.of_categories(panel)[category];
  const Rgba colour = rgba(picture::outline_shade(own, document.appearance.background));
  add_set_shapes(timeline, *children.marked, shapes, colour);
  const std::size_t marked = children.marked->set->tasks.size();
  if (marked == children.count || panel >= timeline.layout().panels()) return;
  const picture::PlacedRows rows = placed_rows(timeline, panel);
  picture::TagPlacer(rows, shapes)
      .add_note(
          "the first " + count_text(marked) + " of " + count_text(children.count) + " children are outlined",
          picture::arrow_palette_on(rows.background).dependency_tag);
}

}  // namespace gusset::viewer
