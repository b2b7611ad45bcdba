#include "worker_runs.hpp"

#include "model/exclusive_time.hpp"

namespace gusset::traces {

std::vector<WorkerRun> worker_runs(const Trace& trace, const std::vector<LaneId>& lanes,
                                   std::int64_t makespan_ns) {
  std::vector<WorkerRun> runs;
  for (const LaneId lane : lanes) {
    const SpanColumns& spans = trace.lanes[lane.value()].spans;
    for_each_exclusive(spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      if (spans.kind[i] != SpanKind::run || spans.task[i].is_none()) return;
      const WorkerRun run{std::max<std::int64_t>(begin_ns, 0), std::min(end_ns, makespan_ns), spans.task[i]};
      if (run.begin_ns < run.end_ns) runs.push_back(run);
    });
  }
  if (lanes.size() > 1) {
    std::ranges::stable_sort(runs, {}, &WorkerRun::begin_ns);
    std::int64_t now_ns = 0;
    for (WorkerRun& run : runs) {
      run.begin_ns = std::max(run.begin_ns, now_ns);
      now_ns = std::max(now_ns, run.end_ns);
    }
    std::erase_if(runs, [](const WorkerRun& run) { return run.begin_ns >= run.end_ns; });
  }
  return runs;
}

}  // namespace gusset::traces
