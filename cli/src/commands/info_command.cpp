#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/model/graph_alone.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"
#include "trace_arguments.hpp"

namespace gusset::cli {
namespace {

int info(const TraceArguments& arguments) {
  const std::shared_ptr<traces::SpanSource> spans = load_spans(arguments.path, arguments.strict);
  TracePointer trace(spans, &spans->frame());
  traces::Statistics statistics;
  std::optional<std::int64_t> bound;
  // Only a trace with a graph has to be in memory as a whole, for its bound.
  if (trace->recorded.accesses || trace->recorded.dependencies) {
    if (trace->tasks.size() != spans->tasks()) trace = load_trace(arguments.path, arguments.strict);
    statistics = traces::compute_statistics(*trace);
    bound = bound_ns(*trace);
  } else {
    auto streamed = traces::compute_statistics(*spans);
    if (!streamed.ok()) throw Failure(streamed.error());
    statistics = std::move(streamed).value();
  }
  const traces::TraceTotals totals{*trace, statistics, bound};
  print(arguments.json ? traces::info_json(totals, arguments.path)
                       : answer_text(traces::info_answer(totals, arguments.path)));
  return 0;
}

}  // namespace

Command add_info(CLI::App& gusset) {
  const auto arguments = std::make_shared<TraceArguments>();
  CLI::App* command = add_command(
      gusset, {"info", "T.gus [--json] [--strict]", "Says how well a trace's workers were used, and by what.",
               "gusset info cholesky.gus"});
  add_trace_arguments(*command, *arguments);
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return info(*arguments);
          }};
}

}  // namespace gusset::cli
