#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gusset::sweep {

/// A value that varies between a program's simulations. It replaces {name} in the program's arguments.
struct Parameter {
  std::string name;
  std::vector<std::string> values;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// A setting that may name a file, whose contents are then part of the setting.
struct SweepSource {
  std::string argument;  ///< as given; empty if there is none
  std::string checksum;  ///< checksum of the file; empty if the argument is not a file
  friend bool operator==(const SweepSource&, const SweepSource&) = default;
};

/// The simulations of a sweep: every combination of the values below. An empty list leaves its setting to the
/// program's runtime.
struct SweepDefinition {
  std::vector<std::string> program;  ///< with its arguments, and {name} in place of a parameter's value
  std::vector<Parameter> parameters;
  std::vector<std::string> grids;  ///< "3x3"
  std::vector<unsigned> nodes;     ///< the numbers of nodes that a grid may have; if empty, any number
  std::vector<unsigned> threads;   ///< per node
  std::vector<std::string> policies;
  std::vector<std::string> balancing;  ///< load balancing between nodes: "off", "smart"
  SweepSource platform;
  SweepSource costs;
  bool caches = false;  ///< the simulations follow the platform's caches
  unsigned seeds = 1;   ///< simulations of each configuration
  friend bool operator==(const SweepDefinition&, const SweepDefinition&) = default;
};

/// One simulation of a sweep. Settings that the sweep's definition leaves open are empty, or 0.
struct Configuration {
  std::size_t number = 0;
  std::vector<std::string> values;  ///< one per parameter, in the parameters' order
  std::string grid;
  unsigned threads = 0;
  std::string policy;
  std::string balancing;
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// The number of combinations, or `max_configurations` + 1 if there are more than `max_configurations`.
std::size_t combinations_of(const SweepDefinition& definition);
inline constexpr std::size_t max_configurations = 100'000;

/// All configurations, at most `max_configurations`, numbered from 0. The last of parameters, grids, threads,
/// policies and load balancing varies fastest.
std::vector<Configuration> configurations_of(const SweepDefinition& definition);

/// The program and its arguments, with the configuration's values in place of the placeholders.
std::vector<std::string> program_line(const SweepDefinition& definition, const Configuration& configuration);

/// A setting that may vary between the configurations of a sweep. Grids are separate.
struct Setting {
  std::string name;  ///< "blocks", "threads", "policy", "balancing"
  bool is_parameter = false;
  bool varies = false;  ///< has several values
  std::function<std::string(const Configuration&)> value;
};
/// Parameters, threads, policy and load balancing, in this order.
std::vector<Setting> settings_of(const SweepDefinition& definition);

/// The number of nodes in a configuration's grid: 9 for "3x3"; 0 if the runtime decides.
unsigned nodes_of(const Configuration& configuration);

/// The settings of a configuration that vary within the sweep: "3x3 with blocks=36", "blocks=36", "3x3 with
/// blocks=36, 20 threads, fifo". The program's name if there is only one configuration.
std::string label_of(const SweepDefinition& definition, const Configuration& configuration);
/// Like label_of, with only the settings that differ from `other`.
std::string label_beside(const SweepDefinition& definition, const Configuration& configuration,
                         const Configuration& other);

/// The range of a time over seeds.
struct TimeRange {
  double min_s = 0.0;
  double max_s = 0.0;
  std::uint64_t seeds = 0;
  friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// Where 90 % of single runs are expected to lie.
struct TimeInterval {
  double low_s = 0.0;
  double high_s = 0.0;
  friend bool operator==(const TimeInterval&, const TimeInterval&) = default;
};

/// The load that one simulation puts on its nodes: on the busiest node, and on average over all nodes.
struct NodeLoads {
  std::string tasks_of;          ///< "level2_tasks", or "level1_tasks" if no task was split
  double max_tasks = 0.0;        ///< on the node with most tasks
  double mean_tasks = 0.0;       ///< over all nodes
  double tasks_deviation = 0.0;  ///< standard deviation over all nodes
  /// Mean over the busiest node's workers; none if tasks were only counted.
  std::optional<double> max_busy_s;
  std::optional<double> mean_busy_s;
  std::optional<double> link_s;  ///< the most bytes from or to one node ÷ the bandwidth of its link
  friend bool operator==(const NodeLoads&, const NodeLoads&) = default;
};

/// The results of one simulation.
struct Measures {
  std::string network;               ///< the engine that simulated the network; empty if none was needed
  std::string grid;                  ///< the process grid that was simulated
  unsigned nodes = 1;                ///< number of nodes in the grid
  unsigned threads = 1;              ///< per node
  std::optional<double> makespan_s;  ///< the median over seeds; none if tasks were only counted
  std::optional<TimeRange> range;    ///< none if only one seed was simulated
  std::optional<TimeInterval> interval = std::nullopt;  ///< none if the costs don't say how runs vary
  std::uint64_t tasks = 0;                              ///< number of level-1 tasks
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  std::optional<std::uint64_t> migrated_tasks;  ///< none without load balancing
  double balance = 1.0;                         ///< load of the busiest node ÷ mean over all nodes
  std::string balance_of;            ///< what `balance` compares: "work", "level2_tasks" or "level1_tasks"
  std::uint64_t memory_bytes = 0;    ///< on the node that needs most
  std::string memory_of;             ///< what `memory_bytes` is: "peak_memory_bytes" or "memory_upper_bytes"
  std::optional<double> busy_share;  ///< over all workers; none if tasks were only counted
  std::optional<NodeLoads> loads;    ///< none in files of earlier versions
  std::uint64_t extrapolated_tasks = 0;
  std::vector<std::string> assumptions;  ///< values that the simulation assumed because nobody stated them
  std::vector<std::string> doubts{};     ///< why the times are not reliable; empty if nothing is known
  bool has_one_rate = false;             ///< tasks of all sizes took their declared work ÷ one rate
  /// The median error when each run of the calibration is predicted from the others, relative to the
  /// prediction; none if unknown.
  std::optional<double> calibration_error = std::nullopt;
  unsigned cores = 0;  ///< cores of each node of the platform; 0 in files of earlier versions
  friend bool operator==(const Measures&, const Measures&) = default;
};

/// How one simulation ended.
struct Outcome {
  std::optional<Measures> measures;  ///< none if it failed
  std::string reason;                ///< why it failed, on one line
  double wall_s = 0.0;               ///< how long the simulation took on this machine
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A configuration and its results.
struct SweepRow {
  Configuration configuration;
  std::optional<Outcome> one_seed = std::nullopt;  ///< with one seed only, in a search for the best
  std::optional<Outcome> screen;                   ///< none if not simulated yet
  std::optional<Outcome> confirm;  ///< from the reference network; none if not requested or not simulated yet

  /// The measures that count: from the reference network if there are any, else from the screen. Null if the
  /// simulation failed or is still to come.
  const Measures* measures() const {
    if (confirm && confirm->measures) return &*confirm->measures;
    return screen && screen->measures ? &*screen->measures : nullptr;
  }
  bool has_failed() const { return screen && !screen->measures; }
  friend bool operator==(const SweepRow&, const SweepRow&) = default;
};

/// The arguments after "gusset" that repeat the simulation from which one configuration's figures come, and
/// write the predicted trace: simulate … -o OUTPUT -- PROGRAM ARGS…
std::vector<std::string> simulate_arguments(const SweepDefinition& definition, const SweepRow& row,
                                            const std::filesystem::path& output);

/// The arguments after "gusset" that run one configuration on as many nodes and threads as its simulation
/// had, with its settings: run … -- PROGRAM ARGS…. The row must have measures.
std::vector<std::string> run_arguments(const SweepDefinition& definition, const SweepRow& row);

/// What the ranking minimises.
enum class Objective { time, node_hours, core_hours, bytes, balance };

/// The most that a configuration may need. Configurations that need more are never recommended.
struct SweepLimits {
  std::optional<std::uint64_t> memory_bytes;  ///< on any node
  std::optional<double> time_s;
  std::optional<double> core_hours;
  friend bool operator==(const SweepLimits&, const SweepLimits&) = default;
};

/// A sweep as its file holds it.
struct Sweep {
  SweepDefinition definition;
  Objective objective = Objective::time;  ///< the last one requested
  SweepLimits limits;                     ///< the last ones requested
  /// Whether the last request was for a search, which leaves most configurations out.
  bool is_search = false;
  std::vector<SweepRow> rows;  ///< indexed by the configurations' numbers
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// A sweep in which every row is still to come.
Sweep new_sweep(SweepDefinition definition);

}  // namespace gusset::sweep
