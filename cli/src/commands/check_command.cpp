#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

struct CheckArguments : TraceArguments {
  bool renamed_adds = false;
};

// A screen holds no more; --json has those that the library puts into words.
constexpr std::size_t most_shown = 20;

/// What can't be checked, as the trace does not know it.
std::string unchecked(const traces::Trace& trace) {
  std::string text;
  const auto add = [&text](bool recorded, const char* what) {
    if (!recorded) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(trace.recorded.accesses || trace.recorded.dependencies, "accesses or dependencies");
  add(trace.recorded.submit, "submissions");
  add(trace.recorded.ready, "readiness");
  add(trace.recorded.messages || trace.nodes.size() < 2, "messages");
  add(!trace.metadata.incomplete, "what an incomplete recording lost");
  return text;
}

std::string text_of(const traces::Trace& trace, const traces::CheckResult& result, const std::string& path) {
  const std::string missing = unchecked(trace);
  const std::string rest = missing.empty() ? "" : " Not recorded, so not checked: " + missing + ".";
  if (result.ok()) {
    const std::uint64_t ran = traces::compute_statistics(trace).tasks;
    const std::string some = ran < trace.tasks.size() ? ", of which " + count_text(ran) + " ran" : "";
    return path + ": a possible execution of " + count_text(trace.tasks.size(), "task") + some + "." + rest +
           "\n";
  }
  std::string text =
      path + ": not a possible execution, for " + count_text(result.total, "reason") + "." + rest + "\n";
  std::size_t shown = 0;
  for (const traces::Finding& finding : result.findings) {
    if (shown++ == most_shown) break;
    text += "  " + finding.error.message() + " (" + std::string(traces::kind_name(finding.kind)) + ")\n";
  }
  if (result.total > most_shown) text += "  … and " + std::to_string(result.total - most_shown) + " more\n";
  return text;
}

nlohmann::ordered_json document(const traces::Trace& trace, const traces::CheckResult& result,
                                const std::string& path) {
  nlohmann::ordered_json json{{"format", "gusset check"}, {"version", 1}, {"file", path}};
  json["possible"] = result.ok();
  json["total"] = result.total;
  json["not_recorded"] = unchecked(trace);
  json["findings"] = nlohmann::ordered_json::array();
  const auto number = [](auto id) {
    return id.is_none() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(id.value());
  };
  for (const traces::Finding& finding : result.findings) {
    json["findings"].push_back({{"kind", std::string(traces::kind_name(finding.kind))},
                                {"task", number(finding.task)},
                                {"other", number(finding.other)},
                                {"handle", number(finding.handle)},
                                {"where", finding.error.where},
                                {"expected", finding.error.expected},
                                {"found", finding.error.found}});
  }
  return json;
}

int check(const CheckArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  traces::CheckOptions options;
  options.renamed_adds_may_overlap = arguments.renamed_adds;
  const traces::CheckResult result = traces::check(*trace, options);
  print(arguments.json ? json_text(document(*trace, result, arguments.path))
                       : text_of(*trace, result, arguments.path));
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
