#include "recorded_processor_time.hpp"

#include <algorithm>

namespace gusset::traces::gus {
namespace {

/// Clips a use to [0, end_ns]. Returns whether a meaningful use is left.
bool clip(ProcessorUse& use, std::int64_t end_ns) {
  if (use.end_ns <= 0 || use.begin_ns >= end_ns) return false;
  const std::int64_t begin_ns = std::max<std::int64_t>(use.begin_ns, 0);
  const std::int64_t until_ns = std::min(use.end_ns, end_ns);
  const std::int64_t cut_ns = (use.end_ns - use.begin_ns) - (until_ns - begin_ns);
  if (cut_ns == 0) return true;
  if (use.waits > 0) return false;
  const std::int64_t without_ns =
      std::max<std::int64_t>(0, use.end_ns - use.begin_ns - use.processor_ns - cut_ns);
  use.begin_ns = begin_ns;
  use.end_ns = until_ns;
  use.processor_ns = until_ns - begin_ns - without_ns;
  use.page_faults = 0;  // they may all lie in the part that is cut off
  if (use.delay_ns != unknown_time) use.delay_ns = std::max<std::int64_t>(0, use.delay_ns - cut_ns);
  return true;
}

std::int64_t delay_between(std::int64_t before_ns, std::int64_t after_ns) {
  const bool is_known = before_ns != unknown_time && after_ns != unknown_time && before_ns <= after_ns;
  return is_known ? after_ns - before_ns : unknown_time;
}

}  // namespace

void assemble_processor_time(Trace& trace, const Recording& recording, const TickScale& scale,
                             std::int64_t start, std::int64_t end) {
  ProcessorTime& time = trace.processor_time;
  const std::int64_t start_ns = scale.ns(start);
  const std::int64_t end_ns = end < start ? 0 : scale.ns(end) - start_ns;
  for (std::size_t lane = 0; lane < recording.lanes.size(); ++lane) {
    const ProcessorSamples& samples = recording.lanes[lane].processor;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const std::int64_t processor_ns = samples.processor_ns[i] - samples.processor_ns[i - 1];
      if (samples.is_first[i] != 0 || samples.ticks[i] <= samples.ticks[i - 1] || processor_ns < 0) continue;
      ProcessorUse use{trace.lanes[lane].worker,
                       scale.ns(samples.ticks[i - 1]) - start_ns,
                       scale.ns(samples.ticks[i]) - start_ns,
                       processor_ns,
                       samples.waits[i] - samples.waits[i - 1],
                       samples.preemptions[i] - samples.preemptions[i - 1],
                       delay_between(samples.delay_ns[i - 1], samples.delay_ns[i]),
                       samples.page_faults[i] - samples.page_faults[i - 1]};
      if (clip(use, end_ns)) time.uses.push_back(use);
    }
  }
  std::ranges::stable_sort(time.uses, {}, &ProcessorUse::worker);
  std::ranges::stable_sort(time.bindings, {}, &Binding::worker);
  const auto repeated = std::unique(time.bindings.begin(), time.bindings.end(),
                                    [](const Binding& a, const Binding& b) { return a.worker == b.worker; });
  time.bindings.erase(repeated, time.bindings.end());
}

}  // namespace gusset::traces::gus
