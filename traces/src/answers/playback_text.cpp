#include "gusset/traces/answers/playback_text.hpp"

#include "gusset/base/numbers.hpp"

namespace gusset::traces {

std::string counts_text(const Playback& schedule, std::int64_t time_ns, const std::string& separator) {
  const PlaybackCounts counts = schedule.counts(time_ns);
  std::string text = count_text(counts.done) + " done" + separator + count_text(counts.running) + " running";
  if (counts.running > counts.busy_workers) text += " on " + count_text(counts.busy_workers, "worker");
  if (counts.suspended > 0) text += separator + count_text(counts.suspended) + " suspended";
  if (!schedule.knows_ready()) return text + separator + count_text(counts.waiting) + " to come";
  return text + separator + count_text(counts.ready) + " ready" + separator + count_text(counts.waiting) +
         " waiting";
}

}  // namespace gusset::traces
