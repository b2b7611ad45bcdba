#include <string>

#include "arguments.hpp"
#include "output/console.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

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
  return add_trace_command<ReportArguments>(
      gusset,
      {"report", "T.gus [--baseline T1.gus] [--json] [--strict]",
       "Say in three sentences what costs time, and what to try next.", "gusset report cholesky.gus"},
      [](CLI::App& command, ReportArguments& arguments) {
        add_trace_option(command, "--baseline T1.gus", arguments.baseline, baseline_help);
      },
      report);
}

}  // namespace gusset::cli
