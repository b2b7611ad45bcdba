#include "gusset/traces/report.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "command.hpp"
#include "console.hpp"
#include "printable.hpp"
#include "trace_arguments.hpp"
#include "trace_text.hpp"

namespace gusset::cli {
namespace {

struct ReportArguments : TraceArguments {
  std::string baseline;
};

nlohmann::ordered_json document(const std::vector<traces::Advice>& report, const ReportArguments& arguments) {
  nlohmann::ordered_json json{{"format", "gusset report"}, {"version", 1}, {"file", arguments.path}};
  json["baseline"] = arguments.baseline.empty() ? nlohmann::ordered_json(nullptr)
                                                : nlohmann::ordered_json(arguments.baseline);
  json["findings"] = nlohmann::ordered_json::array();
  for (const traces::Advice& advice : report) {
    auto figures = nlohmann::ordered_json::object();
    for (const auto& [name, value] : advice.figures) figures[name] = value;
    json["findings"].push_back({{"kind", std::string(traces::kind_name(advice.kind))},
                                {"cost", advice.cost},
                                {"sentence", advice.sentence},
                                {"next", advice.next},
                                {"figures", std::move(figures)}});
  }
  return json;
}

int report(const ReportArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const TracePointer baseline =
      arguments.baseline.empty() ? nullptr : load_trace(arguments.baseline, arguments.strict);
  const auto findings = traces::report(*trace, {arguments.path, baseline.get(), arguments.baseline});
  if (arguments.json) {
    print(json_text(document(findings, arguments)));
    return 0;
  }
  std::string text;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    text += std::to_string(i + 1) + ". " + printable(findings[i].sentence) +
            "\n   Next: " + printable(findings[i].next) + "\n";
  }
  for (const std::string& note : trace->metadata.notes) text += "Note: " + printable(note) + "\n";
  print(text);
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
