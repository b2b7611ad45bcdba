#include "gusset/viewer/model/explain/critical_path_facts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/viewer/model/timeline/path_colours.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/document/time_text.hpp"

namespace gusset::viewer {
namespace {

double share_of(std::int64_t part_ns, std::int64_t whole_ns) {
  return whole_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(whole_ns) : 0.0;
}

void add_bound_line(const Timeline& timeline, std::size_t panel, std::int64_t time_ns,
                    const std::string& words, Rgba colour, int place, Shapes& shapes) {
  const Box clip = rows_box(timeline, panel);
  const double x = timeline.x_from_time(panel, static_cast<double>(time_ns));
  if (x < clip.left || x >= clip.right()) return;
  const int line_height = static_cast<int>(std::lround(20 * timeline.scale()));
  shapes.lines.push_back(
      {x, static_cast<double>(clip.top), x, static_cast<double>(clip.bottom()), colour, true, clip});
  // To the right of its line, unless it would not fit there.
  const double width = (7.5 * static_cast<double>(words.size()) + 14) * timeline.scale();
  const double right_of_it = x + 3 * timeline.scale();
  const double left =
      right_of_it + width < clip.right() ? right_of_it : std::max<double>(clip.left, x - width);
  shapes.tags.push_back(
      {left, static_cast<double>(clip.bottom() - (place + 1) * line_height), words, colour, clip});
}

}  // namespace

CriticalPathFacts critical_path_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph) {
  CriticalPathFacts facts;
  if (loaded.is_graph_alone()) {
    facts.state = CriticalPathFacts::State::without_times;
    return facts;
  }
  facts.makespan_ns = loaded.totals.makespan_ns;
  if (!loaded.trace->workers.empty())
    facts.work_bound_ns = loaded.totals.busy_ns / static_cast<std::int64_t>(loaded.trace->workers.size());
  if (!graph.known()) return facts;
  traces::CriticalPath path = traces::critical_path(*loaded.trace, graph);
  if (!path.bound || !path.chain) {
    facts.state = CriticalPathFacts::State::cyclic;
    return facts;
  }
  facts.state = CriticalPathFacts::State::known;
  facts.bound = std::move(path.bound->bound);
  facts.totals = traces::path_totals(*loaded.trace, path.times.duration_ns, facts.bound, *path.chain);
  facts.chain = DrawnChain(loaded, std::move(path.chain->links));
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
  const PathInk& ink = path_ink_of(timeline);
  if (facts.state == CriticalPathFacts::State::known) {
    const auto [first, end] = timeline.layout().visible_rows(panel, timeline.scrolls()[panel]);
    for (std::size_t place = first; place < end; ++place) {
      for (const std::size_t row : timeline.arrangement(panel).rows()[place].rows) {
        for (const auto& [stretch, track] : facts.bound_tasks.marks(timeline, panel, place, row)) {
          const int edge =
              std::clamp(static_cast<int>(std::lround(4 * scale)), 1, std::max(1, track.height / 3));
          const double left = std::clamp(std::floor(stretch.left), -10.0, clip.width + 10.0);
          const double right = std::clamp(std::ceil(stretch.right), left + 1.0, clip.width + 11.0);
          shapes.bars.push_back({{clip.left + static_cast<int>(left), track.bottom() - edge,
                                  static_cast<int>(right - left), edge},
                                 ink.bound,
                                 clip});
        }
      }
    }
    const std::size_t hidden = facts.chain.draw(timeline, panel, ink.chain, shapes);
    if (hidden > 0) {
      shapes.tags.push_back(
          {clip.left + 6 * scale, clip.top + 3 * scale,
           "critical chain: changes rows " + count_text(hidden) + " times here; zoom in to see them",
           ink.chain, clip});
    }
    add_bound_line(timeline, panel, facts.bound.length_ns,
                   "critical-path bound " + duration_text(facts.bound.length_ns), ink.bound, 1, shapes);
  }
  if (facts.state == CriticalPathFacts::State::without_times) return;
  add_bound_line(timeline, panel, facts.work_bound_ns, "work ÷ workers " + duration_text(facts.work_bound_ns),
                 ink_of(timeline.document().appearance).imported, 0, shapes);
}

std::vector<CriticalPathRow> critical_path_rows(const LoadedTrace& loaded, const CriticalPathFacts& facts) {
  std::vector<CriticalPathRow> rows;
  for (const traces::PathTypeTotal& total : facts.totals.types) {
    CriticalPathRow row;
    row.name = loaded.trace->types[total.type.value()];
    row.type = total.type;
    row.chain_ns = total.chain_ns;
    row.bound_ns = total.bound_ns;
    rows.push_back(std::move(row));
  }
  const auto longer = [](const CriticalPathRow& a, const CriticalPathRow& b) {
    return a.chain_ns > b.chain_ns;
  };
  std::stable_sort(rows.begin(), rows.end(), longer);
  const auto types = static_cast<std::ptrdiff_t>(rows.size());
  for (const traces::PathKindTotal& total : facts.totals.kinds) {
    if (total.kind == traces::ChainLink::Kind::run) continue;
    CriticalPathRow row;
    row.name = wait_words(total.kind);
    row.waiting = total.kind;
    row.chain_ns = total.ns;
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin() + types, rows.end(), longer);
  for (CriticalPathRow& row : rows) {
    row.chain_share = share_of(row.chain_ns, facts.makespan_ns);
    row.bound_share = share_of(row.bound_ns, facts.bound.length_ns);
  }
  return rows;
}

std::string critical_path_summary(const CriticalPathFacts& facts) {
  const std::string work = "The work alone takes " + duration_text(facts.work_bound_ns) +
                           " on these workers (" +
                           share_text(share_of(facts.work_bound_ns, facts.makespan_ns)) +
                           " of the makespan, " + duration_text(facts.makespan_ns) + ").";
  switch (facts.state) {
    case CriticalPathFacts::State::without_times:
      return "A graph, without times: no path through it takes longer than another.";
    case CriticalPathFacts::State::not_recorded:
      return "Dependencies were not recorded, so the critical path is not known. " + work;
    case CriticalPathFacts::State::cyclic:
      return "The dependencies are cyclic, so there is no critical path. " + work;
    case CriticalPathFacts::State::known:
      break;
  }
  return "No schedule of these tasks is shorter than the bound, " + duration_text(facts.bound.length_ns) +
         " (" + share_text(share_of(facts.bound.length_ns, facts.makespan_ns)) + " of the makespan). " +
         work + " The chain is what each task really waited for, back from the last one.";
}

std::shared_ptr<const TaskSet> tasks_of_row(std::size_t panel, const LoadedTrace& loaded,
                                            const CriticalPathFacts& facts, const CriticalPathRow& row,
                                            bool of_bound) {
  auto set = std::make_shared<TaskSet>();
  const auto is_of_type = [&](traces::TaskId task) {
    return row.type && loaded.trace->tasks.type[task.value()] == *row.type;
  };
  if (of_bound) {
    set->name = row.name + " on the critical path";
    for (const traces::TaskId task : facts.bound.tasks) {
      if (is_of_type(task)) set->tasks.push_back({panel, task});
    }
  } else {
    set->name = row.name + " on the critical chain";
    for (const traces::ChainLink& link : facts.chain.links()) {
      if (link.task.is_none()) continue;
      const bool fits = row.waiting ? link.kind == *row.waiting
                                    : link.kind == traces::ChainLink::Kind::run && is_of_type(link.task);
      if (fits) set->tasks.push_back({panel, link.task});
    }
  }
  return set->tasks.empty() ? nullptr : set;
}

}  // namespace gusset::viewer
