#include <filesystem>
#include <string>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/report/html_report.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct ReportArguments : TraceArguments {
  std::string second_path;
  std::string baseline;
  std::string html;
};

paper::ReportedTrace reported(const std::string& path, bool strict) {
  paper::ReportedTrace reported{{}, std::filesystem::path(path).filename().string(), path};
  reported.panel.trace = load_trace(path, strict);
  reported.panel.title = paper::default_title(*reported.panel.trace);
  reported.panel.subtitle = paper::default_subtitle(*reported.panel.trace);
  return reported;
}

int write_html(const ReportArguments& arguments) {
  if (arguments.json) throw errors::bad_value("report", "--html", "no --json with it", arguments.html);
  if (!arguments.baseline.empty())
    throw errors::bad_value("report", "--html", "no --baseline with it", arguments.baseline);
  refuse_same_file(arguments.html, {arguments.path, arguments.second_path});
  OutputFile output(arguments.html);
  paper::Report report;
  for (const std::string& path : {arguments.path, arguments.second_path}) {
    if (!path.empty()) report.traces.push_back(reported(path, arguments.strict));
  }
  report.marks = report.traces.front().panel.trace->marks;
  const std::string text = required(paper::html_report(report));
  output.write(text);
  output.commit();
  print(output.name() + ": a report of " + count_text(report.traces.size(), "trace") + ", " +
        bytes_text(text.size()) + "\n");
  return 0;
}

int report(const ReportArguments& arguments) {
  if (!arguments.html.empty()) return write_html(arguments);
  if (!arguments.second_path.empty()) throw errors::missing_argument("report", "--html with a second trace");
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const TracePointer baseline =
      arguments.baseline.empty() ? nullptr : load_trace(arguments.baseline, arguments.strict);
  if (baseline) require_fewer_workers(*baseline, arguments.baseline, *trace, arguments.path);
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
      {"report",
       "T.gus [--baseline T1.gus] [--json] [--strict]\n"
       "       gusset report T.gus [T2.gus] --html F.html [--strict]",
       "Say in up to three sentences what costs time, and what to try next; or write a report with\n"
       "pictures and tables to an HTML file.",
       "gusset report cholesky.gus --html cholesky.html"},
      [](CLI::App& command, ReportArguments& arguments) {
        add_trace_option(command, "T2.gus", arguments.second_path, "With --html: a trace to compare with");
        add_option(command, "--html F.html", arguments.html,
                   "Write the timeline, the verdict and tables to one file, which needs no network");
        add_trace_option(command, "--baseline T1.gus", arguments.baseline, baseline_help);
      },
      report);
}

}  // namespace gusset::cli
