#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "command.hpp"
#include "gusset/base/quoting.hpp"
#include "output/console.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"
#include "trace_arguments.hpp"

namespace gusset::cli {
namespace {

struct ReportArguments : TraceArguments {
  std::string baseline;
};

int report(const ReportArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const TracePointer baseline =
      arguments.baseline.empty() ? nullptr : load_trace(arguments.baseline, arguments.strict);
  const traces::VerdictOptions options{arguments.path, baseline.get(), arguments.baseline};
  const traces::Verdict verdict = traces::verdict(*trace, options);
  print(arguments.json ? traces::report_json(*trace, verdict, options)
                       : answer_text({verdict, trace->metadata.notes}));
  return 0;
}

}  // namespace

Command add_report(CLI::App& gusset) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command = add_command(gusset, {"report", "T.gus [--baseline T1.gus] [--json] [--strict]",
                                           "Says in three sentences what costs time, and what to try next.",
                                           "gusset report cholesky.gus"});
  add_trace_arguments(*command, *arguments);
  command
      ->add_option("--baseline", arguments->baseline, "The same program on fewer threads, for work inflation")
      ->type_name("T1.gus");
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return report(*arguments);
          }};
}

}  // namespace gusset::cli
