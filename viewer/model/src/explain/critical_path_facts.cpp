#include "gusset/viewer/model/explain/critical_path_facts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/explain/bound_line.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
CriticalPathFacts critical_path_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph) {
  traces::CriticalPathAnalysis analysis = traces::critical_path_analysis(*loaded.trace, graph);
  CriticalPathFacts facts;
  facts.state = analysis.state;
  facts.work_bound_ns = analysis.work_bound_ns;
  facts.answer = traces::critical_path_answer(*loaded.trace, analysis);
  facts.bound = std::move(analysis.bound);
  facts.chain = DrawnChain(loaded, std::move(analysis.chain.links));
  facts.bound_tasks = MarkedTasks(loaded);
  for (const traces::TaskId task : facts.bound.tasks) {
    const std::optional<std::size_t> row = loaded.row_of(task);
    if (row) {
      facts.bound_tasks.add(*row, loaded.depth(task), loaded.times.begin_ns[task.value()],
                            loaded.times.end_ns[task.value()], task.value());
    }
  }
  facts.bound_tasks.finish();
  return facts;
}

void add_critical_path_shapes(const Timeline& timeline, std::size_t panel, const CriticalPathFacts& facts,
                              Shapes& shapes) {
  const Box clip = rows_box(timeline, panel);
  const double scale = timeline.scale();
  const ViewPalette& palette = view_palette_of(timeline.document().appearance);
  if (facts.state == CriticalPathFacts::State::known) {
    const picture::PlacedRows placed = placed_rows(timeline, panel);
    for (const std::size_t place : placed.visible) {
      for (const std::size_t row : timeline.arrangement(panel).rows()[place].rows) {
        for (const auto& [stretch, track] : facts.bound_tasks.marks(timeline, panel, place, row)) {
          const int edge =
              std::clamp(static_cast<int>(std::lround(4 * scale)), 1, std::max(1, track.height / 3));
          const double left = std::clamp(std::floor(stretch.left), -10.0, clip.width + 10.0);
          const double right = std::clamp(std::ceil(stretch.right), left + 1.0, clip.width + 11.0);
          shapes.bars.push_back({{clip.left + static_cast<int>(left), track.bottom() - edge,
                                  static_cast<int>(right - left), edge},
                                 palette.bound,
                                 placed.clip_of(place)});
        }
      }
    }
    const std::size_t hidden = facts.chain.draw(timeline, panel, palette.chain, shapes);
    if (hidden > 0) {
      shapes.tags.push_back(
          {clip.left + 6 * scale, clip.top + 3 * scale,
           "critical chain: " + count_text(hidden) + " changes of row here; zoom in to see them",
           palette.chain, clip});
    }
    add_bound_line(
        timeline,
        {panel, facts.bound.length_ns, "critical-path bound " + duration_text_ns(facts.bound.length_ns)},
        palette.bound, 1, shapes);
  }
  if (facts.state == CriticalPathFacts::State::without_times) return;
  add_bound_line(timeline,
                 {panel, facts.work_bound_ns, "work ÷ workers " + duration_text_ns(facts.work_bound_ns)},
                 palette.imported, 0, shapes);
}

std::shared_ptr<const TaskSet> tasks_of_row(std::size_t panel, const LoadedTrace& loaded,
                                            const CriticalPathFacts& facts, const traces::Table::Row& row,
                                            bool of_bound) {
  if (!row.target) return nullptr;
  const traces::FindingTarget& target = *row.target;
  const bool is_type = target.kind == traces::FindingTarget::Kind::type;
  auto set = std::make_shared<TaskSet>();
  set->name = target.text + (of_bound ? " on the critical path" : " on the critical chain");
  const auto add = [&](traces::TaskId task) {
    if (!task.is_none() && (!is_type || loaded.trace->tasks.type[task.value()] == target.type))
      set->tasks.push_back({panel, task});
  };
  if (of_bound) {
    for (const traces::TaskId task : facts.bound.tasks) {
      if (is_type) add(task);
    }
  } else if (is_type) {
    for (const traces::ChainLink& link : facts.chain.links()) {
      if (link.kind == traces::ChainLink::Kind::run) add(link.task);
    }
  } else {
    for (const traces::TaskId task : target.tasks) add(task);
  }
  return set->tasks.empty() ? nullptr : set;
}

}  // namespace gusset::viewer
