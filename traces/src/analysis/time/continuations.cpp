#include "continuations.hpp"

#include <algorithm>
#include <utility>

#include "model/exclusive_time.hpp"

namespace gusset::traces {

std::vector<std::int64_t> continuations(const Trace& trace) {
  const bool is_predicted = trace.metadata.origin == Origin::predicted;
  std::vector<std::pair<TaskId, std::int64_t>> runs;  // starts of stretches
  for (const Lane& lane : trace.lanes) {
    if (!is_predicted) break;
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t) {
      if (lane.spans.kind[i] == SpanKind::run && !lane.spans.task[i].is_none())
        runs.emplace_back(lane.spans.task[i], begin_ns);
    });
  }
  std::sort(runs.begin(), runs.end());
  std::vector<std::int64_t> continued_ns;
  continued_ns.reserve(trace.fork_join.waits.size());
  for (const TaskWait& wait : trace.fork_join.waits) {
    const SpanColumns& spans = trace.lanes[wait.span.lane.value()].spans;
    const std::size_t i = wait.span.index;
    const auto next = std::lower_bound(runs.begin(), runs.end(), std::pair(spans.task[i], spans.begin_ns[i]));
    const bool is_known = next != runs.end() && next->first == spans.task[i];
    continued_ns.push_back(is_known ? std::max(next->second, spans.end_ns[i]) : spans.end_ns[i]);
  }
  return continued_ns;
}

}  // namespace gusset::traces
