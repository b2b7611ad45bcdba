#include "gusset/viewer/model/explain/critical_path_facts.hpp"

#include <algorithm>
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
  facts.chain = picture::DrawnChain(loaded, std::move(analysis.chain.links));
  facts.bound_tasks = picture::MarkedTasks(loaded);
  for (const traces::TaskId task : facts.bound.tasks) facts.bound_tasks.add(loaded, task);
  facts.bound_tasks.finish();
  facts.tasks = path_tasks(loaded, graph, facts.chain.links(), facts.bound);
  return facts;
}

void add_critical_path_shapes(const Timeline& timeline, std::size_t panel, const CriticalPathFacts& facts,
                              Shapes& shapes) {
  const ViewPalette& palette = view_palette_of(timeline.document().appearance);
  if (facts.state == CriticalPathFacts::State::known) {
    picture::draw_critical_path(placed_rows(timeline, panel), facts.chain, facts.bound_tasks, palette.chain,
                                palette.bound, shapes);
    add_bound_line(timeline,
                   {panel, facts.bound.length_ns,
                    "critical-path bound " + duration_text_ns(facts.bound.length_ns), "path"},
                   palette.bound, shapes);
  }
  if (facts.state == CriticalPathFacts::State::without_times) return;
  add_bound_line(
      timeline,
      {panel, facts.work_bound_ns, "work ÷ workers " + duration_text_ns(facts.work_bound_ns), "per worker"},
      palette.imported, shapes);
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
