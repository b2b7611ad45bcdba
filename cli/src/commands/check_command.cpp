#include "gusset/traces/answers/check_answer.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"
#include "trace_arguments.hpp"

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
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command =
      add_command(gusset, {"check", "T.gus [--renamed-adds] [--json] [--strict]",
                           "Says whether a trace can have happened, and which tasks contradict.",
                           "gusset check cholesky.gus"});
  add_trace_arguments(*command, *arguments);
  command->add_flag("--renamed-adds", arguments->renamed_adds,
                    "Adds to one handle may overlap: the runtime gave each a buffer of its own");
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return check(*arguments);
          }};
}

}  // namespace gusset::cli
