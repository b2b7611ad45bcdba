#include "costs/processor_losses.hpp"

#include <algorithm>
#include <cstddef>

namespace gusset::simulator {
namespace {

/// A shorter loss lies within the precision of the clocks, or is the time that a thread takes to wake up.
constexpr std::int64_t shortest_loss_ns = 20'000;
/// How many spans that began before an interval may enclose it.
constexpr std::ptrdiff_t deepest_nesting = 16;

/// A thread that never waited lost all the time in which it had no processor.
std::int64_t lost_ns(const traces::ProcessorUse& use) {
  const std::int64_t off_ns = use.end_ns - use.begin_ns - use.processor_ns;
  if (use.waits == 0 && off_ns >= shortest_loss_ns) return off_ns;
  if (use.delay_ns == traces::unknown_time) return 0;
  const std::int64_t delayed_ns = std::min(off_ns, use.delay_ns);
  return use.waits == 0 || delayed_ns >= shortest_loss_ns ? delayed_ns : 0;
}

/// What a worker did for a part of an interval.
struct Part {
  traces::TaskId task;  ///< none: the worker did something else
  bool is_wait = false;
  std::int64_t length_ns = 0;
};

/// The longest part of an interval. Parts are spans and the time between them.
Part longest_part(const traces::SpanColumns& spans, const traces::ProcessorUse& use) {
  const auto from = std::ranges::lower_bound(spans.begin_ns, use.begin_ns) - spans.begin_ns.begin();
  Part longest;
  std::int64_t covered_ns = use.begin_ns;
  const auto consider = [&](const Part& part) {
    if (part.length_ns > longest.length_ns) longest = part;
  };
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, from - deepest_nesting));
       i < spans.size() && spans.begin_ns[i] < use.end_ns; ++i) {
    if (spans.end_ns[i] <= use.begin_ns) continue;
    consider({traces::TaskId(), false, spans.begin_ns[i] - covered_ns});
    covered_ns = std::max(covered_ns, spans.end_ns[i]);
    const bool is_run = spans.kind[i] == traces::SpanKind::run;
    consider({is_run ? spans.task[i] : traces::TaskId(), spans.kind[i] == traces::SpanKind::wait,
              std::min(spans.end_ns[i], use.end_ns) - std::max(spans.begin_ns[i], use.begin_ns)});
  }
  consider({traces::TaskId(), false, use.end_ns - covered_ns});
  return longest;
}

}  // namespace

ProcessorLosses::ProcessorLosses(const traces::Trace& trace) {
  const auto& uses = trace.processor_time.uses;
  if (uses.empty()) return;
  of_task_.resize(trace.tasks.size());
  for (const traces::Lane& lane : trace.lanes) {
    auto use = std::ranges::lower_bound(uses, lane.worker, {}, &traces::ProcessorUse::worker);
    for (; use != uses.end() && use->worker == lane.worker; ++use) {
      const std::int64_t ns = lost_ns(*use);
      if (ns > 0) add(lane.spans, *use, ns);
    }
  }
}

/// The recording states one loss for the whole interval. We assume that the interval's longest part lost the
/// time. A worker that looked for tasks all the time lost nothing. A worker that slept was woken for a task,
/// so its loss counts.
void ProcessorLosses::add(const traces::SpanColumns& spans, const traces::ProcessorUse& use,
                          std::int64_t lost_ns) {
  const Part longest = longest_part(spans, use);
  if (longest.is_wait && use.waits == 0) return;
  if (!longest.task.is_none()) of_task_[longest.task.value()] += std::min(lost_ns, longest.length_ns);
  const std::int64_t times = std::max<std::int64_t>(1, use.preemptions);
  for (std::int64_t i = 0; i < times; ++i)
    lengths_ns_.push_back((lost_ns * (i + 1)) / times - (lost_ns * i) / times);
}

}  // namespace gusset::simulator
