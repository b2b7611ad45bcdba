#include "gusset/traces/answers/report.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/printable.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct ReportArguments : TraceArguments {
  std::string baseline;
};

// A target may be all tasks of a long path: what is more than this is only counted.
constexpr std::size_t most_tasks = 1000;

nlohmann::ordered_json target_json(const traces::Trace& trace, const traces::AdviceTarget& target) {
  using Kind = traces::AdviceTarget::Kind;
  nlohmann::ordered_json json{{"kind", std::string(traces::kind_name(target.kind))}, {"text", target.text}};
  switch (target.kind) {
    case Kind::tasks:
      json["count"] = target.tasks.size();
      json["tasks"] = nlohmann::ordered_json::array();
      for (std::size_t i = 0; i < std::min(target.tasks.size(), most_tasks); ++i)
        json["tasks"].push_back(target.tasks[i].value());
      break;
    case Kind::range:
      json["begin_ns"] = target.begin_ns;
      json["end_ns"] = target.end_ns;
      json["worker"] = target.worker.is_none() ? nlohmann::ordered_json(nullptr)
                                               : nlohmann::ordered_json(target.worker.value());
      break;
    case Kind::worker:
      json["worker"] = target.worker.value();
      json["name"] = worker_text(trace, target.worker);
      break;
    case Kind::node:
      json["node"] = target.node.value();
      json["name"] = node_text(trace, target.node);
      break;
    case Kind::type:
      json["type"] = target.type.value();
      json["name"] = trace.types[target.type.value()];
      break;
  }
  return json;
}

nlohmann::ordered_json document(const traces::Trace& trace, const std::vector<traces::Advice>& report,
                                const ReportArguments& arguments) {
  nlohmann::ordered_json json{{"format", "gusset report"}, {"version", 1}, {"file", arguments.path}};
  json["baseline"] = arguments.baseline.empty() ? nlohmann::ordered_json(nullptr)
                                                : nlohmann::ordered_json(arguments.baseline);
  json["findings"] = nlohmann::ordered_json::array();
  for (const traces::Advice& advice : report) {
    auto figures = nlohmann::ordered_json::object();
    for (const auto& [name, value] : advice.figures) figures[name] = value;
    auto targets = nlohmann::ordered_json::array();
    for (const traces::AdviceTarget& target : advice.targets) targets.push_back(target_json(trace, target));
    json["findings"].push_back({{"kind", std::string(traces::kind_name(advice.kind))},
                                {"cost", advice.cost},
                                {"sentence", advice.sentence},
                                {"next", advice.next},
                                {"figures", std::move(figures)},
                                {"targets", std::move(targets)}});
  }
  return json;
}

int report(const ReportArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const TracePointer baseline =
      arguments.baseline.empty() ? nullptr : load_trace(arguments.baseline, arguments.strict);
  const auto findings = traces::report(*trace, {arguments.path, baseline.get(), arguments.baseline});
  if (arguments.json) {
    print(json_text(document(*trace, findings, arguments)));
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
