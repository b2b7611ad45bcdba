#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/replay.hpp"
#include "gusset/traces/gus.hpp"
#include "output_file.hpp"
#include "simulation_report.hpp"
#include "simulation_settings.hpp"
#include "trace_arguments.hpp"
#include "trace_text.hpp"
#include "units.hpp"

namespace gusset::cli {
namespace {

constexpr const char* replay_name = "replay";

struct ReplayArguments : TraceArguments {
  std::string output;
  std::string statistics;
  std::string threads;
  std::string nodes;
  std::string policy;
  std::string platform;
  std::string network;
  std::string seeds;
  std::string jobs;
  std::string seed;
  std::string rate;
  std::vector<std::string> scale;
};

std::optional<double> positive(const std::string& text) {
  double value = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !(value > 0.0) || !std::isfinite(value))
    return std::nullopt;
  return value;
}

void add_scale(const std::string& text, simulator::ReplayInputs& inputs) {
  const std::size_t sign = text.rfind('=');
  const auto factor = sign == std::string::npos ? std::nullopt : positive(text.substr(sign + 1));
  if (!factor || sign == 0) {
    throw errors::bad_value(replay_name, "--scale", "TYPE=FACTOR with a factor above 0, such as gemm=0.5",
                            text);
  }
  if (!inputs.scale.emplace(text.substr(0, sign), *factor).second)
    throw errors::bad_value(replay_name, "--scale", "each type once", text);
}

simulator::ReplayInputs inputs_of(const ReplayArguments& arguments) {
  simulator::ReplayInputs inputs;
  inputs.name = arguments.path;
  const auto count = [](const char* option, const std::string& text, std::uint64_t most) {
    return static_cast<unsigned>(parse_count(replay_name, option, text, 1, most));
  };
  inputs.seeds = static_cast<unsigned>(parse_seeds(replay_name, arguments.seeds));
  inputs.jobs =
      arguments.jobs.empty() ? available_cores() : count("--jobs", arguments.jobs, most_jobs_at_once);
  if (!arguments.seed.empty())
    inputs.seed = parse_count(replay_name, "--seed", arguments.seed, 0, UINT64_MAX);
  if (!arguments.nodes.empty()) inputs.nodes = count("--nodes", arguments.nodes, most_nodes);
  if (!arguments.threads.empty())
    inputs.threads = static_cast<unsigned>(parse_threads(replay_name, arguments.threads));
  if (!arguments.policy.empty()) {
    const std::vector<std::string> names = policy_names();
    if (std::find(names.begin(), names.end(), arguments.policy) == names.end()) {
      std::string known;
      for (const std::string& each : names) known += (known.empty() ? "one of " : ", ") + each;
      throw errors::bad_value(replay_name, "--policy", known, arguments.policy);
    }
    inputs.policy = arguments.policy;
  }
  if (!arguments.network.empty()) {
    const auto network = simulator::network_from_argument(arguments.network, "--network");
    if (!network.ok()) throw Failure(network.error().message(), Failure::misused);
    inputs.network = *network;
  }
  if (!arguments.rate.empty()) {
    const auto rate = positive(arguments.rate);
    if (!rate) throw errors::bad_value(replay_name, "--rate", "work per second, above 0", arguments.rate);
    inputs.work_per_s = *rate;
  }
  for (const std::string& text : arguments.scale) add_scale(text, inputs);
  if (!arguments.platform.empty()) {
    auto platform = simulator::platform_from_argument(arguments.platform, "--platform");
    if (!platform.ok()) throw Failure(platform.error());
    inputs.platform = std::move(platform).value();
    inputs.platform_source = arguments.platform;
    if (arguments.network.empty()) {
      inputs.network = simulator::network_for(*inputs.platform, inputs.network);
    } else {
      require_network(inputs.network, *inputs.platform, arguments.platform);
    }
  }
  return inputs;
}

// "It took 5.00 ms; …", where it did.
std::string comparison(const traces::Trace& trace, double makespan_s) {
  if (trace.metadata.incomplete) return "The trace itself is not whole: how long it took can't be told.\n";
  const double before_s = seconds(traces::compute_statistics(trace).makespan_ns);
  if (before_s <= 0.0 || makespan_s <= 0.0) return "";
  const double ratio = makespan_s / before_s;
  const std::string change = std::abs(ratio - 1.0) < 5e-4 ? "this is as long"
                             : ratio < 1.0                ? "this is " + percent_text(1.0 - ratio) + " less"
                                                          : "this is " + percent_text(ratio - 1.0) + " more";
  return "The trace itself " +
         std::string(trace.metadata.origin == traces::Origin::predicted ? "is predicted to take " : "took ") +
         duration_text(before_s) + ": " + change + ".\n";
}

int replay(const ReplayArguments& arguments) {
  const simulator::ReplayInputs inputs = inputs_of(arguments);
  refuse_other_format(replay_name, arguments.output);
  refuse_same_file(arguments.output, {arguments.path, arguments.platform, arguments.statistics});
  refuse_same_file(arguments.statistics, {arguments.path, arguments.platform});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);
  std::optional<OutputFile> statistics;
  if (!arguments.statistics.empty()) statistics.emplace(arguments.statistics);

  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const auto replayed = simulator::replay(*trace, inputs);
  if (!replayed.ok()) throw Failure(replayed.error());
  const std::string document = to_json(replayed->statistics);
  if (output) {
    const auto written = traces::write_gus(replayed->trace, output->pending());
    if (!written.ok()) throw Failure(written.error());
    output->commit();
  }
  if (statistics) {
    statistics->write(document);
    statistics->commit();
  }
  if (arguments.json) {
    print(document);
    return 0;
  }
  std::string text = simulation_report(nlohmann::json::parse(document), program_text(*trace, arguments.path),
                                       comparison(*trace, *replayed->statistics.makespan_s));
  if (output) text += "Trace: " + output->name() + "\n";
  if (statistics) text += "Statistics: " + statistics->name() + "\n";
  print(text);
  return 0;
}

}  // namespace

Command add_replay(CLI::App& gusset) {
  const auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* command = add_command(
      gusset, {replay_name,
               "T [-o R.gus] [--threads N] [--nodes N] [--policy NAME] [--scale TYPE=FACTOR]…\n"
               "         [--platform NAME|FILE|n:c:gflops:latency:bandwidth] [--network ENGINE] [--rate W]\n"
               "         [--seeds N] [--seed S] [--jobs N] [--stats S.json] [--json] [--strict]",
               "Plays a trace or a graph again, on another machine or by another policy: what if.",
               "gusset replay cholesky.gus --threads 8 --scale gemm=0.5 -o what-if.gus"});
  add_trace_arguments(*command, *arguments);
  command->add_option("-o,--output", arguments->output, "The predicted trace to write")->type_name("FILE");
  command
      ->add_option("--stats", arguments->statistics, "The statistics to write, as JSON; --json prints them")
      ->type_name("FILE");
  command->add_option("--threads", arguments->threads, "Threads of each node; the trace's if not given")
      ->type_name("N");
  command
      ->add_option("--nodes", arguments->nodes,
                   "Nodes; the trace's if not given. On fewer, node i is i mod N; on more, data\n"
                   "is dealt to them in turn")
      ->type_name("N");
  command->add_option("--policy", arguments->policy, "By which workers take tasks; locality if not given")
      ->type_name("NAME");
  command
      ->add_option("--scale", arguments->scale,
                   "How many times as long tasks of a type take; may be given for several types")
      ->type_name("TYPE=FACTOR");
  command
      ->add_option("--platform", arguments->platform,
                   "The machine: a name (see gusset platform), a file of JSON or of SimGrid's XML,\n"
                   "or nodes:cores:gflops:latency:bandwidth; nodes like the trace's behind an assumed\n"
                   "network if not given")
      ->type_name("PLATFORM");
  command
      ->add_option("--network", arguments->network,
                   "What carries messages: fast, simgrid or none; if not given, fast behind a\n"
                   "crossbar, else simgrid")
      ->type_name("ENGINE");
  command
      ->add_option("--rate", arguments->rate,
                   "Work per second, for graphs whose tasks never ran; 1000 if not given, so that a\n"
                   "unit of work takes a millisecond")
      ->type_name("W");
  command->add_option("--seeds", arguments->seeds, "Replays that differ in workers' choices; 10 if not given")
      ->type_name("N");
  command->add_option("--seed", arguments->seed, "The first of them; 1 if not given")->type_name("S");
  command->add_option("--jobs", arguments->jobs, "Of them at once; one per core if not given")
      ->type_name("N");
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return replay(*arguments);
          }};
}

}  // namespace gusset::cli
