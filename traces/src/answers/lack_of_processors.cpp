#include "answers/lack_of_processors.hpp"

#include "analysis/time/ratio.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"

namespace gusset::traces {

double share_without_processor(const Trace& trace, std::int64_t makespan_ns) {
  return ratio(preempted_ns(trace), makespan_ns * static_cast<std::int64_t>(trace.workers.size()));
}

bool lacks_processors(const Trace& trace, std::int64_t makespan_ns) {
  return share_without_processor(trace, makespan_ns) > max_preempted_share;
}

std::string without_processor_text(const Trace& trace, std::int64_t makespan_ns) {
  return "had no processor for " + percent_text(share_without_processor(trace, makespan_ns)) +
         " of their time";
}

}  // namespace gusset::traces
