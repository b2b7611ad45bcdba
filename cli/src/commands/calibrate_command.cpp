#include "gusset/simulator/predict/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "calibrate_machine.hpp"
#include "gusset/base/node_messages.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/simulator/costs/cost_table.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/cache_prices.hpp"
#include "nodes/calibrate_network.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/table.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct CalibrateArguments {
  std::vector<std::string> paths;
  std::string output;
  bool strict = false;
  bool caches = false;   ///< also fit the cost of bytes that tasks miss in caches
  std::string platform;  ///< the platform for --caches
  bool machine = false;  ///< measure this machine instead of reading traces
  bool network = false;  ///< measure the network between nodes instead
  std::string nodes;     ///< only with --network
  std::string launcher;  ///< only with --network
};

// With fewer measurements of a size, their mean would differ in another run.
constexpr std::uint64_t few_measurements = 10;

std::string size_text(const simulator::CostEntry& entry) {
  if (entry.kind == simulator::SizeKind::bytes) return bytes_text(entry.size);
  return fixed_text(entry.size, 0);
}

std::string verdict(const simulator::CostTable& table, const std::string& output) {
  std::uint64_t measurements = 0;
  std::uint64_t unreliable = 0;
  for (const auto& entry : table.entries) {
    measurements += entry.count;
    if (entry.count < few_measurements) ++unreliable;
  }
  std::string text = output + ": costs of " + count_text(table.entries.size(), "type-and-size pair") +
                     " from " + count_text(measurements, "task") + " on " +
                     (table.machine.cpu.empty() ? "an unknown machine" : table.machine.cpu) + ".";
  const std::vector<std::string> disturbed = simulator::disturbances(table);
  if (!disturbed.empty()) {
    text += " The machine was busy: " + joined(disturbed) +
            ". Predictions with these costs are marked as not reliable; calibrate again when it is idle.";
  }
  if (unreliable > 0) {
    text += " " + count_text(unreliable, "pair") + (unreliable == 1 ? " has" : " have") + " fewer than " +
            std::to_string(few_measurements) + " tasks: more runs would make their costs more reliable.";
  }
  return text + "\n";
}

std::string cost_table(const simulator::CostTable& costs) {
  Table table({"type", "size", "count", "mean", "stddev", "min", "median", "max", "rate"});
  for (const auto& entry : costs.entries) {
    const bool has_rate = entry.kind == simulator::SizeKind::work && entry.mean_s > 0.0 && entry.size > 0.0;
    table.add_row({entry.type, size_text(entry), std::to_string(entry.count), duration_text(entry.mean_s),
                   duration_text(entry.stddev_s), duration_text(entry.min_s), duration_text(entry.median_s),
                   duration_text(entry.max_s),
                   has_rate ? fixed_text(entry.size / entry.mean_s * 1e-9, 2) + " G/s" : "-"});
  }
  return table.text();
}

// How costs grow with size, for types that were measured with several sizes.
std::string fit_table(const simulator::CostTable& costs) {
  const auto fits = simulator::fit_costs(costs);
  if (fits.empty()) return "";
  Table table({"type", "sizes", "grows as", "rate at 1 G", "max error"});
  for (const auto& fit : fits) {
    const bool by_work = fit.kind == simulator::SizeKind::work;
    const double at_giga_s = fit.coefficient_s * std::pow(1e9, fit.exponent);
    table.add_row({fit.type, std::to_string(fit.sizes),
                   std::string(by_work ? "work^" : "bytes^") + fixed_text(fit.exponent, 3),
                   fixed_text(1.0 / at_giga_s, 2) + (by_work ? " G/s" : " GB/s"),
                   percent_text(fit.relative_error)});
  }
  return "\nCosts grow with size as power laws:\n" + table.text();
}

std::string overheads_text(const simulator::Overheads& overheads) {
  if (overheads == simulator::Overheads{}) return "";
  return "The runtime takes " + duration_text(overheads.submit_s) + " to submit a task, and " +
         duration_text(overheads.schedule_s) + " between two tasks of a worker (medians).\n";
}

std::string nanoseconds_text(double seconds) {
  return fixed_text(seconds * 1e9, 3) + " ns";
}

// What messages between nodes cost, and which of these costs the traces don't show.
std::string messages_text(const simulator::CostTable& costs) {
  const simulator::MessageCosts& messages = costs.messages;
  if (messages.count == 0) return "";
  std::vector<std::string> known;
  std::vector<std::string> unknown;
  const auto add = [&](const std::optional<double>& value, const std::string& what, const auto& text_of) {
    if (value) {
      known.push_back(what + " " + text_of(*value));
    } else {
      unknown.push_back(what);
    }
  };
  add(messages.latency_s, "latency", duration_text);
  add(messages.long_latency_s, "latency above " + bytes_text(static_cast<double>(eager_bytes)),
      duration_text);
  add(messages.bandwidth_bytes_per_s, "bandwidth", bandwidth_text);
  add(messages.send_s, "a worker's time to send a message", duration_text);
  add(messages.receive_s, "a worker's time to receive a message", duration_text);
  add(messages.receive_s_per_byte, "a worker's time to receive a byte", nanoseconds_text);
  const double skip_s = costs.overheads.skip_s;
  add(skip_s > 0.0 ? std::optional(skip_s) : std::nullopt, "the time to skip a task of another node",
      duration_text);
  std::string text = "From " + count_text(messages.count, "message") + " between nodes";
  text += known.empty() ? ": nothing.\n" : ": " + joined(known) + ".\n";
  if (!unknown.empty()) text += "Not known from these traces: " + joined(unknown) + ".\n";
  return text;
}

// Why times vary, where the traces show it.
std::string variation_text(const simulator::Variation& variation) {
  const simulator::Interruptions& lost = variation.interruptions;
  std::string text;
  if (lost.count > 0) {
    text += "Other programs interrupt a worker " + fixed_text(lost.per_s, 1) + " times per second, for " +
            duration_text(lost.mean_length_s()) + " on average" +
            (lost.is_measured ? "" : " (estimated, because a trace lacks processor times)") + ".\n";
  }
  const simulator::SpeedStates& speed = variation.speed;
  if (speed.varies()) {
    text += "Cores are slow for " + percent_text(speed.slow_share()) + " of the time, " +
            duration_text(speed.slow_s) + " at a time; tasks then take " +
            ratio_text(speed.slow_factor / speed.fast_factor) + " times as long.\n";
  }
  for (const simulator::FirstTouch& touch : variation.first_touches) {
    const auto [least, most] = std::ranges::minmax(touch.by_run_s_per_byte);
    text += "Tasks of type " + touch.type + " take " + fixed_text(touch.s_per_byte * 1e9, 3) +
            " ns per byte longer if they are the first to use a handle (" + count_text(touch.count, "task") +
            (least < most ? "; " + fixed_text(least * 1e9, 3) + " to " + fixed_text(most * 1e9, 3) +
                                " in individual runs"
                          : "") +
            ").\n";
  }
  return text;
}

// Predicts each trace from the others, which shows how accurate predictions are.
std::string validation_text(const std::vector<simulator::CrossValidation>& validations) {
  Table table({"trace", "measured", "predicted from the others", "error"});
  double worst = 0.0;
  std::size_t predicted = 0;
  std::string problems;
  for (const auto& each : validations) {
    if (!each.predicted_s) {
      problems += "Not predicted from the others: " + each.why_not + "\n";
      continue;
    }
    ++predicted;
    worst = std::max(worst, std::abs(*each.error()));
    table.add_row({each.name, duration_text(each.measured_s), duration_text(*each.predicted_s),
                   deviation_text(1.0 + *each.error())});
  }
  if (predicted == 0) return problems.empty() ? "" : "\n" + problems;
  return "\nPredicting each trace from the others is off by at most " + percent_text(worst) + ".\n" +
         table.text() + problems;
}

struct CachePrices {
  std::vector<simulator::CachePrice> prices;
  std::string text;
};

// The cost of bytes that tasks miss in caches, and the types for which it is unknown.
CachePrices cache_prices(const CalibrateArguments& arguments,
                         const std::vector<simulator::CalibrationTrace>& measured) {
  CachePrices result;
  if (!arguments.caches) return result;
  const simulator::Platform platform =
      arguments.platform.empty()
          ? simulator::described_machine()
          : required(simulator::platform_from_argument(arguments.platform, "--platform"));
  const std::string name = arguments.platform.empty() ? "this machine" : arguments.platform;
  Table table({"type", "level", "count", "ns per byte", "95 % interval", "r²", "share of time"});
  std::string refusals;
  for (const auto& fit : required(simulator::fit_cache_prices(measured, platform, name))) {
    const simulator::CachePrice& price = fit.price;
    if (!fit.refusal.empty()) {
      refusals += "No price for bytes that " + price.type + " misses: " + fit.refusal + ".\n";
      continue;
    }
    result.prices.push_back(price);
    table.add_row({price.type, "L" + std::to_string(price.level), std::to_string(price.count),
                   fixed_text(price.ns_per_byte, 4),
                   fixed_text(price.low_ns_per_byte, 4) + " to " + fixed_text(price.high_ns_per_byte, 4),
                   fixed_text(price.r_squared, 3), percent_text(price.time_share)});
  }
  if (!result.prices.empty()) result.text = "\nThe cost of each byte missing from a cache:\n" + table.text();
  result.text += (refusals.empty() ? "" : "\n") + refusals;
  return result;
}

void refuse_conflicting_options(const CalibrateArguments& arguments) {
  if (arguments.machine && arguments.network) throw errors::machine_and_network();
  if ((arguments.machine || arguments.network) && !arguments.paths.empty())
    throw errors::measurement_and_traces(arguments.machine ? "--machine" : "--network",
                                         arguments.paths.front());
  if (arguments.caches && (arguments.machine || arguments.network))
    throw errors::caches_without_traces(arguments.machine ? "--machine" : "--network");
  if (!arguments.platform.empty() && !arguments.caches) throw errors::platform_without_cache_option();
  if (arguments.network) return;
  if (!arguments.nodes.empty()) throw errors::option_without_network("--nodes");
  if (!arguments.launcher.empty()) throw errors::option_without_network("--launcher");
}

int calibrate(const CalibrateArguments& arguments) {
  refuse_conflicting_options(arguments);
  if (arguments.machine) return calibrate_machine(arguments.output);
  if (arguments.network) return calibrate_network({arguments.nodes, arguments.launcher, arguments.output});
  if (arguments.paths.empty())
    throw errors::missing_argument("calibrate", "at least one measured trace (T.gus)");
  if (arguments.output.empty()) throw errors::missing_argument("calibrate", "-o COSTS.json");
  refuse_same_file(arguments.output, arguments.paths);
  for (auto path = arguments.paths.begin(); path != arguments.paths.end(); ++path) {
    const auto is_repeated = [&path](const std::string& earlier) { return is_same_file(earlier, *path); };
    if (std::any_of(arguments.paths.begin(), path, is_repeated)) throw errors::trace_given_twice(*path);
  }
  OutputFile output(arguments.output);
  std::vector<TracePointer> traces;
  std::vector<simulator::CalibrationTrace> measured;
  for (const std::string& path : arguments.paths) {
    traces.push_back(load_trace(path, arguments.strict));
    measured.push_back({traces.back().get(), path});
  }
  auto costs = required(simulator::calibrate(measured));
  const CachePrices caches = cache_prices(arguments, measured);
  costs.caches = caches.prices;
  std::vector<simulator::CrossValidation> validations;
  if (measured.size() > 1) validations = simulator::cross_validate(measured);
  costs.variation.runs = simulator::measured_runs(validations);
  output.write(simulator::to_json(costs));
  output.commit();
  std::string text = verdict(costs, output.name()) + overheads_text(costs.overheads) + messages_text(costs) +
                     variation_text(costs.variation) + "\n" + cost_table(costs) + fit_table(costs) +
                     caches.text;
  text += validation_text(validations);
  print(text);
  return 0;
}

}  // namespace

Command add_calibrate(CLI::App& gusset) {
  return add_command<CalibrateArguments>(
      gusset,
      {"calibrate",
       "T.gus… -o COSTS.json [--caches [--platform NAME|FILE]] | --machine [-o PLATFORM.json] |\n"
       "         --network -o PLATFORM.json",
       "Derive costs from measured traces, or measure this machine or the network between nodes.",
       "gusset calibrate run1.gus run2.gus -o costs.json"},
      [](CLI::App& command, CalibrateArguments& arguments) {
        add_trace_option(command, "T.gus", arguments.paths, "The measured traces, all from one machine");
        add_option(command, "-o,--output FILE", arguments.output,
                   "Write the costs to FILE, for gusset simulate --costs; with --machine or\n"
                   "--network, write the platform, for --platform");
        command.add_flag("--caches", arguments.caches,
                         "Also fit, by task type, the cost of bytes that tasks miss in L2 and L3");
        add_option(command, "--platform PLATFORM", arguments.platform,
                   "With --caches: the platform whose caches the traces ran on (default: this machine)");
        command.add_flag("--machine", arguments.machine,
                         "Measure this machine's arithmetic and memory instead; takes a few seconds");
        command.add_flag("--network", arguments.network,
                         "Measure messages between every two nodes instead; a launcher starts the nodes");
        add_option(command, "--nodes N", arguments.nodes, "With --network: the number of nodes (default: 2)");
        add_option(command, "--launcher COMMAND", arguments.launcher,
                   "With --network: start the nodes with COMMAND, for example srun or\n"
                   "\"mpirun --hostfile H\"");
        add_strict_flag(command, arguments.strict);
      },
      calibrate);
}

}  // namespace gusset::cli
