#include "gusset/traces/picture/timeline/trace_detail.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "gusset/traces/model/names.hpp"

namespace gusset::picture {
namespace {

std::vector<CategoryTotal> counts_by_category(const TraceDetail& detail) {
  const std::vector<traces::TypeId>& types = detail.trace->tasks.type;
  const traces::Colouring* const colouring = detail.colouring.get();
  std::vector<CategoryTotal> totals(colouring == nullptr ? detail.trace->types.size()
                                                         : colouring->categories().size());
  for (std::size_t task = 0; task < types.size(); ++task)
    ++totals[colouring == nullptr ? types[task].value() : colouring->category(traces::TaskId(task))].tasks;
  return totals;
}

}  // namespace

std::vector<traces::LaneId> lanes_from_top(const traces::Trace& trace) {
  std::vector<traces::LaneId> lanes;
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) lanes.emplace_back(lane);
  const auto key = [&](traces::LaneId lane) {
    return std::tuple(traces::node_of_lane(trace, lane), trace.lanes[lane.value()].worker, lane);
  };
  std::sort(lanes.begin(), lanes.end(), [&](traces::LaneId a, traces::LaneId b) { return key(a) < key(b); });
  return lanes;
}

TraceDetail::TraceDetail(std::shared_ptr<const traces::Trace> of, std::shared_ptr<const traces::Colouring> by,
                         std::shared_ptr<const traces::TaskSet> shows, unsigned threads)
    : trace(std::move(of)), totals(traces::compute_statistics(*trace)), times(traces::task_times(*trace)) {
  colour(std::move(by), threads);
  find_nesting();
  category_totals = totals_by_category(*this, totals);
  show(std::move(shows), threads);
}

void TraceDetail::colour(std::shared_ptr<const traces::Colouring> by, unsigned threads) {
  colouring = std::move(by);
  detail = std::make_shared<traces::LevelOfDetail>(trace, threads, colouring.get());
}

void TraceDetail::find_nesting() {
  auto found = std::make_shared<const traces::Nesting>(*trace);
  if (found->depths() > 1) nesting = std::move(found);
}

void TraceDetail::show(std::shared_ptr<const traces::TaskSet> tasks, unsigned threads) {
  shown = std::move(tasks);
  shown_detail = nullptr;
  if (shown != nullptr)
    shown_detail = std::make_shared<traces::LevelOfDetail>(trace, threads, colouring.get(), shown.get());
  if (nesting != nullptr)
    sub_rows = std::make_shared<const std::vector<traces::LevelOfDetail>>(
        traces::sub_row_details(trace, *nesting, threads, colouring.get(), shown.get()));
}

bool TraceDetail::is_graph_only() const {
  return traces::is_graph_only(trace->tasks.size(), totals.tasks);
}

std::vector<CategoryTotal> totals_by_category(const TraceDetail& detail, const traces::Statistics& statistics,
                                              std::int64_t begin_ns, std::int64_t end_ns) {
  if (detail.is_graph_only()) return counts_by_category(detail);
  if (detail.colouring == nullptr) {
    std::vector<CategoryTotal> totals(detail.trace->types.size());
    for (const traces::TypeStatistics& type : statistics.types)
      totals[type.type.value()] = {type.tasks, type.busy_ns, type.share};
    return totals;
  }
  std::vector<std::int64_t> busy_ns(detail.detail->categories(), 0);
  for (std::size_t row = 0; row < detail.detail->rows(); ++row)
    detail.detail->add_busy_ns(row, begin_ns, end_ns, busy_ns);
  std::vector<CategoryTotal> totals(detail.colouring->categories().size());
  const traces::TaskTimes& times = detail.times;
  for (std::size_t task = 0; task < times.begin_ns.size(); ++task) {
    if (times.begin_ns[task] == traces::unknown_time || times.begin_ns[task] >= end_ns) continue;
    if (times.end_ns[task] > begin_ns) ++totals[detail.category(traces::TaskId(task))].tasks;
  }
  // Only tasks have categories: runs without a task, which may follow in busy_ns, have no share.
  busy_ns.resize(totals.size());
  const auto all_ns = static_cast<double>(std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0}));
  for (std::size_t category = 0; category < totals.size(); ++category) {
    totals[category].busy_ns = busy_ns[category];
    if (all_ns > 0.0) totals[category].share = static_cast<double>(busy_ns[category]) / all_ns;
  }
  return totals;
}

}  // namespace gusset::picture
