#include "gusset/traces/answers/check_answer.hpp"

#include "arguments.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct CheckArguments : TraceArguments {
  bool renamed_adds = false;
};

int check(const CheckArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  traces::CheckOptions options;
  options.renamed_adds_may_overlap = arguments.renamed_adds;
  const traces::CheckResult result = traces::check(*trace, options);
  print(arguments.json ? traces::check_json(*trace, result, arguments.path)
                       : answer_text(traces::check_answer(*trace, result, arguments.path)));
  return result.ok() ? 0 : Failure::failed;
}

}  // namespace

Command add_check(CLI::App& gusset) {
  return add_trace_command<CheckArguments>(
      gusset,
      {"check", "T.gus [--renamed-adds] [--json] [--strict]",
       "Check whether a trace is a possible execution, and list the contradictions.",
       "gusset check cholesky.gus"},
      [](CLI::App& command, CheckArguments& arguments) {
        command.add_flag("--renamed-adds", arguments.renamed_adds,
                         "Let adds to one handle overlap: the runtime gave each add its own buffer");
      },
      check);
}

}  // namespace gusset::cli
