#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "gusset/base/numbered_path.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/this_machine.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/value_or_throw.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/simulator/predict/engine.hpp"
#include "machine.hpp"

namespace gusset::simulator {
namespace {

/// Number of this process's simulations per output path.
std::mutex writers_mutex;
std::map<std::filesystem::path, unsigned>& writers() {
  static std::map<std::filesystem::path, unsigned> instance;
  return instance;
}

/// Reads a setting that is 0 or 1.
bool switch_of(const Options& options, const std::string& setting, const std::string& variable,
               bool otherwise) {
  const auto text = options.setting(setting);
  if (text && *text != "0" && *text != "1")
    throw ConfigurationError(variable, "0 or 1", double_quoted(*text));
  return text ? *text == "1" : otherwise;
}

/// Limits on the simulations of a program, in total and in parallel.
constexpr unsigned max_seeds = 10'000;
constexpr unsigned max_jobs = 1024;

/// Reads a setting that is a count.
unsigned count_of(const std::string& text, const std::string& variable, unsigned most) {
  const auto count = parse_number<unsigned>(text);
  if (!count || *count < 1 || *count > most) {
    throw ConfigurationError(variable, "a whole number from 1 to " + std::to_string(most),
                             double_quoted(text));
  }
  return *count;
}

/// Makes the engine that the environment requests. Reports on stderr if its network is assumed or ignores
/// contention.
std::unique_ptr<Engine> make(const Options& options) {
  const std::lock_guard guard(writers_mutex);
  SimulationInputs inputs = inputs_from_options(options);
  const std::filesystem::path statistics_path = inputs.statistics_path;
  const std::filesystem::path trace_path = inputs.trace_path;
  inputs.statistics_path = numbered_path(statistics_path, writers()[statistics_path] + 1);
  inputs.trace_path = numbered_path(trace_path, writers()[trace_path] + 1);
  const Machine machine = machine_of(inputs);
  std::unique_ptr<Engine> engine = make_simulation_engine(std::move(inputs));
  ++writers()[statistics_path];
  ++writers()[trace_path];
  if (machine.has_assumed_network || machine.ignores_contention)
    std::fprintf(stderr, "simulate: assumed: %s\n", joined(machine.assumptions, "; ").c_str());
  return engine;
}

}  // namespace

SimulationInputs inputs_from_options(const Options& options) {
  SimulationInputs inputs;
  inputs.grid = options.grid;
  inputs.threads = options.threads;
  inputs.seed = options.seed;
  inputs.policy = options.policy;
  inputs.boundary = options.boundary;
  inputs.window = options.window.value_or(0);
  if (options.pinning != Pinning::none) {
    throw ConfigurationError("GUSSET_PIN", "none with the engine \"simulate\", whose cores are simulated",
                             "another");
  }
  if (const auto platform = options.setting("platform")) {
    inputs.platform = value_or_throw(platform_from_argument(*platform, "GUSSET_PLATFORM"));
    inputs.platform_source = *platform;
  }
  if (const auto costs = options.setting("costs"))
    inputs.costs = value_or_throw(costs_from_argument(*costs, "GUSSET_COSTS"));
  if (const auto network = options.setting("network")) {
    inputs.network = value_or_throw(network_from_argument(*network, "GUSSET_NETWORK"));
  } else if (inputs.platform) {
    inputs.network = network_for(*inputs.platform);
  }
  inputs.balance = Balance::from(options);
  inputs.broadcast = BroadcastTree::from(options);
  inputs.statistics_path = options.setting("stats").value_or("");
  inputs.trace_path = options.setting("trace").value_or("");
  if (const auto seeds = options.setting("seeds")) inputs.seeds = count_of(*seeds, "GUSSET_SEEDS", max_seeds);
  const auto jobs = options.setting("jobs");
  inputs.jobs = jobs ? count_of(*jobs, "GUSSET_JOBS", max_jobs) : available_cores();
  inputs.shows_progress = switch_of(options, "progress", "GUSSET_PROGRESS", true);
  inputs.deduplicates = switch_of(options, "deduplication", "GUSSET_DEDUPLICATION", true);
  inputs.caches = switch_of(options, "caches", "GUSSET_CACHES", false);
  inputs.splits = switch_of(options, "hierarchy", "GUSSET_HIERARCHY", true);
  inputs.submitter_computes = switch_of(options, "submitter_computes", "GUSSET_SUBMITTER_COMPUTES", true);
  inputs.command = command_line();
  if (!inputs.command.empty())
    inputs.program = std::filesystem::path(inputs.command.front()).filename().string();
  return inputs;
}

}  // namespace gusset::simulator

/// Every program that links this library references this symbol (see CMakeLists.txt), so the linker includes
/// this object, which registers the engine.
extern "C" const bool gusset_simulator_engine;
extern "C" const bool gusset_simulator_engine = gusset::register_engine(
    {"simulate",
     {"balance", "broadcast", "caches", "costs", "deduplication", "hierarchy", "jobs", "network", "platform",
      "progress", "seeds", "stats", "submitter_computes", "trace"},
     gusset::simulator::make});
