#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/paper/figure/figure.hpp"

namespace gusset::figure {

std::string default_title(const traces::Trace& trace) {
  const traces::Statistics statistics = traces::compute_statistics(trace);
  std::string title = origin_name(trace.metadata.origin) + ": ";
  if (!trace.metadata.program.empty()) title += trace.metadata.program + ", ";
  if (trace.nodes.size() > 1) title += count_text(trace.nodes.size(), "node") + ", ";
  return title + count_text(trace.workers.size(), "worker") + ", " +
         duration_text_ns(statistics.makespan_ns) + ", " + percent_text(statistics.busy_share) + " busy";
}

}  // namespace gusset::figure
