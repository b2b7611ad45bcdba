#include "gusset/traces/analysis/time/efficiency.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "output/printable.hpp"
#include "output/table.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

struct EfficiencyArguments : TraceArguments {
  std::string baseline;
};

bool nothing_ran(const traces::Efficiency& e) {
  return e.busiest.is_none() || e.load_balance == 0.0;
}

std::string verdict(const traces::Trace& trace, const traces::Efficiency& e) {
  if (nothing_ran(e)) return "No task ran.\n";
  std::string text = "Parallel efficiency " + percent_text(e.parallel) + " = load balance " +
                     percent_text(e.load_balance) + " × communication efficiency " +
                     percent_text(e.communication) + ". ";
  const std::string busiest = printable(worker_text(trace, e.busiest));
  if (e.parallel >= 0.9) {
    text += "Little is lost to waiting.";
  } else if (e.load_balance < e.communication) {
    text += "More is lost to uneven work: " + busiest + " has most of it; smaller tasks spread better.";
  } else {
    text += "More is lost to waiting: even the busiest worker, " + busiest + ", worked for " +
            percent_text(e.communication) + " of the time only; see gusset idle for what it waited for.";
  }
  if (!e.scalability) return text + "\n";
  const traces::Scalability& s = *e.scalability;
  text += "\nAgainst the baseline: " + fixed_text(s.speedup, 2) + " times as fast";
  if (s.types.empty()) {
    return text + "; no type ran in both, so how long the same work takes can't be told (not recorded).\n";
  }
  text += ", computation scalability " + percent_text(s.computation) + ", global efficiency " +
          percent_text(s.global_efficiency) + ".";
  const traces::TypeInflation& worst = s.types.front();
  if (worst.extra_ns > 0.0) {
    text += " Most inflated: " + printable(worst.type) + ", " + fixed_text(worst.ratio, 2) +
            " times as long per task.";
  }
  return text + "\n";
}

// Communication efficiency as two factors: what would be left if messages took no time, and the rest.
struct CommunicationSplit {
  double serialisation = 0.0;
  double transfer = 0.0;
};

// Nothing where there is one node, or no graph to play again.
std::optional<CommunicationSplit> split_communication(const traces::Trace& trace, const traces::Efficiency& e,
                                                      const std::string& path) {
  if (trace.nodes.size() < 2 || e.makespan_ns == 0 || e.communication == 0.0) return std::nullopt;
  const auto ideal_s = simulator::ideal_network_makespan_s(trace, path);
  if (!ideal_s.ok()) return std::nullopt;
  // What the replay schedules worse than the run did is no gain of the network's.
  const double transfer = std::min(1.0, *ideal_s / seconds(e.makespan_ns));
  if (transfer < e.communication) return std::nullopt;
  return CommunicationSplit{e.communication / transfer, transfer};
}

std::string metric_table(const traces::Efficiency& e, const std::optional<CommunicationSplit>& split) {
  Table table({"metric", "value"});
  table.add_row({"parallel efficiency", percent_text(e.parallel)});
  table.add_row({"  load balance", percent_text(e.load_balance)});
  table.add_row({"  communication efficiency", percent_text(e.communication)});
  if (split) {
    table.add_row({"    serialisation", percent_text(split->serialisation)});
    table.add_row({"    transfer", percent_text(split->transfer)});
  }
  table.add_row({"balance of nodes", percent_text(e.node_balance)});
  if (e.scalability) {
    const bool known = !e.scalability->types.empty();
    const auto value = [known](double share) { return known ? percent_text(share) : "not recorded"; };
    table.add_row({"computation scalability", value(e.scalability->computation)});
    table.add_row({"global efficiency", value(e.scalability->global_efficiency)});
    table.add_row({"busy time in types of both", percent_text(e.scalability->covered)});
  }
  return table.text();
}

std::string inflation_table(const traces::Scalability& scalability) {
  Table table({"type", "tasks", "baseline's", "mean", "baseline's", "ratio", "extra"});
  for (const auto& type : scalability.types) {
    table.add_row({type.type, std::to_string(type.tasks), std::to_string(type.baseline_tasks),
                   mean_duration_text(type.mean_ns), mean_duration_text(type.baseline_mean_ns),
                   fixed_text(type.ratio, 3), mean_duration_text(type.extra_ns)});
  }
  return table.text(most_rows, "type");
}

nlohmann::ordered_json document(const traces::Efficiency& e, const std::optional<CommunicationSplit>& split,
                                const EfficiencyArguments& arguments) {
  nlohmann::ordered_json json{{"format", "gusset efficiency"}, {"version", 1}, {"file", arguments.path}};
  json["makespan_ns"] = e.makespan_ns;
  json["parallel_efficiency"] = e.parallel;
  json["load_balance"] = e.load_balance;
  json["communication_efficiency"] = e.communication;
  json["serialisation_efficiency"] =
      split ? nlohmann::ordered_json(split->serialisation) : nlohmann::ordered_json(nullptr);
  json["transfer_efficiency"] =
      split ? nlohmann::ordered_json(split->transfer) : nlohmann::ordered_json(nullptr);
  json["busiest_worker"] =
      e.busiest.is_none() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(e.busiest.value());
  json["node_balance"] = e.node_balance;
  json["baseline"] = nullptr;
  if (!e.scalability) return json;
  const traces::Scalability& s = *e.scalability;
  const auto known = [&s](double share) {
    return s.types.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(share);
  };
  json["baseline"] = {{"file", arguments.baseline},
                      {"speedup", s.speedup},
                      {"computation_scalability", known(s.computation)},
                      {"global_efficiency", known(s.global_efficiency)},
                      {"covered_share", s.covered}};
  auto types = nlohmann::ordered_json::array();
  for (const auto& type : s.types) {
    types.push_back({{"type", type.type},
                     {"tasks", type.tasks},
                     {"baseline_tasks", type.baseline_tasks},
                     {"mean_ns", type.mean_ns},
                     {"baseline_mean_ns", type.baseline_mean_ns},
                     {"ratio", type.ratio},
                     {"extra_ns", type.extra_ns}});
  }
  json["baseline"]["types"] = std::move(types);
  return json;
}

int efficiency(const EfficiencyArguments& arguments) {
  traces::Sections sections = traces::Sections::none();
  sections.spans = sections.tasks = true;
  TracePointer trace = load_trace(arguments.path, arguments.strict, sections);
  // To play it again; what is imported has been read whole, and has told what it lacks.
  if (trace->nodes.size() > 1 && trace->metadata.origin != traces::Origin::imported)
    trace = load_trace(arguments.path, arguments.strict);
  const TracePointer baseline =
      arguments.baseline.empty() ? nullptr : load_trace(arguments.baseline, arguments.strict, sections);
  require_runs(*trace, arguments.path);
  if (baseline) require_runs(*baseline, arguments.baseline);
  const traces::Efficiency result = traces::efficiency(*trace, baseline.get());
  const bool is_compared = baseline != nullptr && result.load_balance > 0.0;
  if (is_compared && traces::compute_statistics(*baseline).tasks == 0)
    throw errors::baseline_without_runs(arguments.baseline);
  const auto split = split_communication(*trace, result, arguments.path);
  if (arguments.json) {
    print(json_text(document(result, split, arguments)));
    return 0;
  }
  if (nothing_ran(result)) {
    print(verdict(*trace, result));
    return 0;
  }
  std::string text = verdict(*trace, result) + "\n" + metric_table(result, split);
  if (result.scalability && !result.scalability->types.empty())
    text += "\n" + inflation_table(*result.scalability);
  print(text);
  return 0;
}

}  // namespace

Command add_efficiency(CLI::App& gusset) {
  const auto arguments = std::make_shared<EfficiencyArguments>();
  CLI::App* command =
      add_command(gusset, {"efficiency", "T.gus [--baseline T1.gus] [--json] [--strict]",
                           "Says how well workers were used, as factors that multiply (POP's metrics).",
                           "gusset efficiency on8threads.gus --baseline on1thread.gus"});
  add_trace_arguments(*command, *arguments);
  command
      ->add_option("--baseline", arguments->baseline, "The same program on fewer threads, for work inflation")
      ->type_name("T1.gus");
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return efficiency(*arguments);
          }};
}

}  // namespace gusset::cli
