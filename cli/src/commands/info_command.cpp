#include <memory>

#include "arguments.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

int info(const TraceArguments& arguments) {
  const std::shared_ptr<traces::SpanSource> spans = load_spans(arguments.path, arguments.strict);
  TracePointer trace(spans, &spans->frame());
  const traces::Recorded recorded = trace->recorded;
  const std::optional<std::uint64_t> limit = traces::bound_limit(*trace, spans->tasks());
  const bool has_bound = !limit && (recorded.accesses || recorded.dependencies || recorded.fork_join);
  traces::Statistics statistics;
  std::optional<std::int64_t> bound;
  // Only the bound and worksharing need the whole trace in memory.
  if (has_bound || recorded.worksharing) {
    if (trace->tasks.size() != spans->tasks()) trace = load_trace(arguments.path, arguments.strict);
    statistics = traces::compute_statistics(*trace);
    if (has_bound) bound = bound_ns(*trace);
  } else {
    statistics = required(traces::compute_statistics(*spans));
  }
  const traces::TraceTotals totals{*trace, statistics, bound, limit};
  print(arguments.json ? traces::info_json(totals, arguments.path)
                       : answer_text(traces::info_answer(totals, arguments.path)));
  return 0;
}

}  // namespace

Command add_info(CLI::App& gusset) {
  return add_trace_command(gusset,
                           {"info", "T.gus [--json] [--strict]",
                            "Show how busy workers were, and with which tasks.", "gusset info cholesky.gus"},
                           info);
}

}  // namespace gusset::cli
