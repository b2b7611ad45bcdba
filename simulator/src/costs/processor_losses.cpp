#include "costs/processor_losses.hpp"

#include <algorithm>
#include <cstddef>

namespace gusset::simulator {
namespace {

/// What is shorter lies within the precision of the clocks.
constexpr std::int64_t shortest_loss_ns = 20'000;
/// How many spans that began before an interval may enclose it.
constexpr std::ptrdiff_t deepest_nesting = 16;

std::int64_t lost_ns(const traces::ProcessorUse& use) {
  const std::int64_t off_ns = use.end_ns - use.begin_ns - use.processor_ns;
  if (use.waits == 0) return off_ns;
  return use.delay_ns == traces::unknown_time ? 0 : std::min(off_ns, use.delay_ns);
}

}  // namespace

ProcessorLosses::ProcessorLosses(const traces::Trace& trace) {
  const auto& uses = trace.processor_time.uses;
  if (uses.empty()) return;
  of_task_.resize(trace.tasks.size());
  for (const traces::Lane& lane : trace.lanes) {
    const auto of_worker = std::ranges::equal_range(uses, lane.worker, {}, &traces::ProcessorUse::worker);
    for (const traces::ProcessorUse& use : of_worker) {
      const std::int64_t ns = lost_ns(use);
      if (ns >= shortest_loss_ns) add(lane.spans, use, ns);
    }
  }
}

/// The longest part of the interval lost the time: it was at least as long as the loss. Parts are tasks,
/// waits and the time between them.
void ProcessorLosses::add(const traces::SpanColumns& spans, const traces::ProcessorUse& use,
                          std::int64_t lost_ns) {
  const auto from = std::ranges::lower_bound(spans.begin_ns, use.begin_ns) - spans.begin_ns.begin();
  traces::TaskId longest;
  std::int64_t longest_ns = 0;
  std::int64_t covered_ns = use.begin_ns;
  const auto consider = [&](traces::TaskId task, std::int64_t ns) {
    if (ns <= longest_ns) return;
    longest = task;
    longest_ns = ns;
  };
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, from - deepest_nesting));
       i < spans.size() && spans.begin_ns[i] < use.end_ns; ++i) {
    if (spans.end_ns[i] <= use.begin_ns) continue;
    consider(traces::TaskId(), spans.begin_ns[i] - covered_ns);
    covered_ns = std::max(covered_ns, spans.end_ns[i]);
    const std::int64_t overlap_ns =
        std::min(spans.end_ns[i], use.end_ns) - std::max(spans.begin_ns[i], use.begin_ns);
    consider(spans.kind[i] == traces::SpanKind::run ? spans.task[i] : traces::TaskId(), overlap_ns);
  }
  consider(traces::TaskId(), use.end_ns - covered_ns);
  if (longest.is_none()) return;
  lost_ns = std::min(lost_ns, longest_ns);
  of_task_[longest.value()] += lost_ns;
  const std::int64_t times = std::max<std::int64_t>(1, use.preemptions);
  for (std::int64_t i = 0; i < times; ++i) lengths_ns_.push_back(lost_ns / times);
}

}  // namespace gusset::simulator
