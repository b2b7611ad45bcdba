#include "gusset/viewer/model/explain/range_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/message_matrix.hpp"

namespace gusset::viewer {
namespace {

const char* const statistics_slot = "range statistics";
const char* const bar_slot = "tasks in a histogram bar";
const char* const cell_slot = "tasks of a matrix cell";

traces::MessageMatrixOptions messages_options(const traces::TaskStatisticsOptions& of_tasks, bool has_range,
                                              std::size_t nodes) {
  traces::MessageMatrixOptions options{.min_columns = nodes};
  if (has_range) {
    options.from_ns = of_tasks.from_ns;
    options.to_ns = of_tasks.to_ns;
  }
  return options;
}

}  // namespace

RangeStatistics::RangeStatistics(Session& session)
    : session_(session),
      connections_{session.traces_changed.connect([this] { traces_changed(); }),
                   session.document_changed.connect([this] { compute(); })} {}

RangeStatistics::~RangeStatistics() {
  session_.jobs().cancel(statistics_slot);
  session_.jobs().cancel(bar_slot);
  session_.jobs().cancel(cell_slot);
}

void RangeStatistics::set_watched(bool watched) {
  watched_ = watched;
  compute();
}

void RangeStatistics::set_range(std::optional<TimeRange> range) {
  wanted_query_.range = range;
  wanted_query_.side_by_side = range ? session_.document()->side_by_side : traces::SideBySide();
  compute();
}

void RangeStatistics::group_by(traces::GroupBy by, const std::string& attribute) {
  wanted_query_.by = by;
  wanted_query_.attribute = attribute;
  compute();
}

void RangeStatistics::add_nested(bool are_added) {
  wanted_query_.has_nested = are_added;
  compute();
}

void RangeStatistics::show_in_matrix(picture::MatrixQuantity quantity,
                                     std::vector<std::shared_ptr<const IdleFacts>> idle) {
  wanted_query_.quantity = quantity;
  wanted_query_.idle = std::move(idle);
  compute();
}

void RangeStatistics::traces_changed() {
  wanted_query_.idle.clear();
  traces_.clear();
  for (const auto& loaded : session_.document()->traces) traces_.push_back(loaded->trace);
  session_.jobs().cancel(statistics_slot);
  session_.jobs().cancel(bar_slot);
  session_.jobs().cancel(cell_slot);
  known_.clear();
}

traces::TaskStatisticsOptions RangeStatistics::options_of(const Query& query, std::size_t panel) {
  traces::TaskStatisticsOptions options;
  options.by = query.by;
  options.attribute = query.attribute;
  options.group_histograms = true;
  if (query.range) {
    // The query may still belong to another document; statistics of this document follow.
    const std::vector<traces::Placement>& placements = query.side_by_side.placements;
    const traces::Placement placement = panel < placements.size() ? placements[panel] : traces::Placement();
    options.from_ns = std::llround(placement.own_from_axis(static_cast<double>(query.range->begin_ns)));
    options.to_ns = std::llround(placement.own_from_axis(static_cast<double>(query.range->end_ns)));
  }
  return options;
}

RangeStatistics::Known RangeStatistics::known_of(const traces::Trace& trace, const Query& query,
                                                 std::size_t panel, std::size_t nodes) {
  traces::TaskStatisticsOptions options = options_of(query, panel);
  Known known;
  auto statistics = traces::task_statistics(trace, options);
  if (statistics) {
    known.tasks = *std::move(statistics);
  } else {
    // This trace lacks the attribute. Every trace has types.
    options.by = traces::GroupBy::type;
    known.tasks = traces::task_statistics(trace, options).value();
    known.tasks.groups.clear();
  }
  const traces::MessageMatrixOptions of_messages = messages_options(options, query.range.has_value(), nodes);
  known.messages = traces::message_matrix(trace, of_messages);
  std::vector<traces::MessageIdle> idle;
  if (panel < query.idle.size() && query.idle[panel] != nullptr) {
    const IdleFacts& facts = *query.idle[panel];
    idle = traces::message_idle(trace, facts.history,
                                query.range ? std::max<std::int64_t>(0, options.from_ns) : 0,
                                query.range ? options.to_ns : facts.time.makespan_ns);
  }
  known.message_chart = picture::message_chart(trace, of_messages, query.quantity, idle);
  if (query.has_nested)
    known.nested = traces::flame_graph(trace, {.from_ns = options.from_ns, .to_ns = options.to_ns});
  return known;
}

void RangeStatistics::compute() {
  if (!watched_ || traces_.empty()) return;
  const bool is_computing = session_.jobs().busy(statistics_slot);
  if (is_computing ? running_query_ == wanted_query_ : !known_.empty() && known_query_ == wanted_query_)
    return;
  running_query_ = wanted_query_;
  session_.jobs().start(
      statistics_slot,
      [traces = traces_, query = wanted_query_](const JobRunner::Cancelled& cancelled) {
        std::vector<Known> all;
        std::size_t nodes = 0;
        for (const auto& trace : traces) nodes = std::max(nodes, trace->nodes.size());
        for (const auto& trace : traces) {
          if (cancelled.load(std::memory_order_relaxed)) break;  // relaxed: the result is dropped
          all.push_back(known_of(*trace, query, all.size(), nodes));
        }
        return all;
      },
      [this, query = wanted_query_](std::vector<Known> all) {
        known_ = std::move(all);
        known_query_ = query;
        changed();
      });
}

void RangeStatistics::select_bar(std::size_t panel, std::optional<std::uint32_t> group,
                                 const traces::HistogramBin& bar) {
  if (panel >= known_.size()) return;
  std::string name = "tasks";
  if (group) {
    for (const traces::TaskGroupStatistics& of : known_[panel].tasks.groups) {
      if (of.number == *group) name = of.name;
    }
  }
  name += " lasting " + duration_text_ns(bar.from_ns) + " to " + duration_text_ns(bar.to_ns);
  session_.jobs().start(
      bar_slot,
      [trace = traces_[panel], query = known_query_, panel, group, bar, name](const JobRunner::Cancelled&) {
        auto set = std::make_shared<TaskSet>();
        set->name = name;
        const auto tasks =
            traces::tasks_lasting(*trace, options_of(query, panel), group, bar.from_ns, bar.to_ns);
        for (const traces::TaskId task : *tasks) set->tasks.push_back({panel, task});
        return std::shared_ptr<const TaskSet>(std::move(set));
      },
      [this](std::shared_ptr<const TaskSet> set) {
        session_.selection().select_tasks(std::move(set), SelectionOrigin::command);
      });
}

void RangeStatistics::select_cell(std::size_t panel, const picture::MatrixCell& cell) {
  if (panel >= known_.size()) return;
  const picture::MatrixChart& chart = known_[panel].message_chart;
  const std::size_t last = traces_[panel]->nodes.size() - 1;
  const auto first_of = [&](std::size_t row) { return row * chart.nodes_per_row; };
  const auto last_of = [&](std::size_t row) {
    return traces::NodeId(std::min(last, first_of(row) + chart.nodes_per_row - 1));
  };
  traces::MessageChoice choice{traces::NodeId(first_of(cell.row)), last_of(cell.row),
                               traces::NodeId(first_of(cell.column)), last_of(cell.column)};
  if (known_query_.range) {
    const traces::TaskStatisticsOptions options = options_of(known_query_, panel);
    choice.from_ns = options.from_ns;
    choice.to_ns = options.to_ns;
  }
  const std::string name =
      "tasks on " + chart.names[cell.column] + " that needed messages from " + chart.names[cell.row];
  session_.jobs().start(
      cell_slot,
      [loaded = session_.document()->traces[panel], panel, choice, name](const JobRunner::Cancelled&) {
        auto set = std::make_shared<TaskSet>();
        set->name = name;
        for (const traces::TaskId task : traces::message_readers(*loaded->trace, loaded->times, choice))
          set->tasks.push_back({panel, task});
        return std::shared_ptr<const TaskSet>(std::move(set));
      },
      [this, panel, choice](std::shared_ptr<const TaskSet> set) {
        if (set->tasks.empty()) return select_rows_of(panel, choice);
        session_.selection().select_tasks(std::move(set), SelectionOrigin::command);
      });
}

void RangeStatistics::select_rows_of(std::size_t panel, const traces::MessageChoice& choice) {
  const LoadedTrace& loaded = session_.document()->panel(panel);
  std::vector<RowReference> rows;
  for (std::size_t row = 0; row < loaded.rows.size(); ++row) {
    const traces::NodeId node = traces::node_of_lane(*loaded.trace, loaded.rows[row].lane);
    if ((node >= choice.first_from && node <= choice.last_from) ||
        (node >= choice.first_to && node <= choice.last_to))
      rows.push_back({panel, row});
  }
  session_.selection().select_rows(std::move(rows), std::nullopt, SelectionOrigin::command);
}

std::string statistics_range_text(const Document& document, const std::optional<TimeRange>& range,
                                  bool is_selected) {
  if (!range || document.empty()) return "whole trace";
  const TimeRange own = document.own_range(0, *range);
  const std::int64_t zero_ns = document.side_by_side.zeros_ns[0];
  const auto time = [&](std::int64_t time_ns) {
    return time_text(static_cast<double>(time_ns - zero_ns), static_cast<double>(own.duration_ns()) / 1000.0,
                     static_cast<double>(own.end_ns - zero_ns));
  };
  const std::string from = traces::counted_from_text(document.alignment.at);
  return std::string(is_selected ? "selected range, " : "visible range, ") + time(own.begin_ns) + " to " +
         time(own.end_ns) + (from.empty() ? "" : " " + from) +
         (document.has_own_scales() ? " of " + document.panel(0).name() : "") +
         "; only the part of each task inside it";
}

}  // namespace gusset::viewer
