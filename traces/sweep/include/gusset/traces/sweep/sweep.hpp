#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gusset::sweep {

/// What may differ between a program's simulations: a {name} in its words.
struct Parameter {
  std::string name;
  std::vector<std::string> values;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// A setting that may name a file, whose contents then count as well.
struct SweepSource {
  std::string argument;  ///< as given; empty: none
  std::string checksum;  ///< of the file; empty where the argument names none
  friend bool operator==(const SweepSource&, const SweepSource&) = default;
};

/// Which simulations a sweep consists of: every combination. Where a list is empty, that setting is left to
/// the program's runtime.
struct SweepDefinition {
  std::vector<std::string> program;  ///< its words, with {name} where a parameter's value goes
  std::vector<Parameter> parameters;
  std::vector<std::string> grids;  ///< "3x3"
  std::vector<unsigned> nodes;     ///< that grids must have; empty: any number
  std::vector<unsigned> threads;   ///< of each node
  std::vector<std::string> policies;
  SweepSource platform;
  SweepSource costs;
  unsigned seeds = 1;  ///< simulations of each configuration
  friend bool operator==(const SweepDefinition&, const SweepDefinition&) = default;
};

/// One simulation of a sweep. What the sweep's definition leaves open is empty, or 0.
struct Configuration {
  std::size_t number = 0;
  std::vector<std::string> values;  ///< of the parameters, in their order
  std::string grid;
  unsigned threads = 0;
  std::string policy;
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// How many combinations there are; those above `most_configurations` are one more than that.
std::size_t combinations_of(const SweepDefinition& definition);
inline constexpr std::size_t most_configurations = 100'000;

/// All of them, at most `most_configurations`, numbered from 0; the last of parameters, grids, threads,
/// policies changes first.
std::vector<Configuration> configurations_of(const SweepDefinition& definition);

/// The program's words with a configuration's values in the placeholders' places.
std::vector<std::string> program_line(const SweepDefinition& definition, const Configuration& configuration);

/// What configurations of a sweep may differ in, besides their grids.
struct Setting {
  std::string name;  ///< "blocks", "threads", "policy"
  bool is_parameter = false;
  bool varies = false;  ///< has several values
  std::function<std::string(const Configuration&)> value;
};
/// Parameters, threads, policy.
std::vector<Setting> settings_of(const SweepDefinition& definition);

/// The parts of a configuration in which those of a sweep differ: "3x3 with blocks=36", "blocks=36", "3x3
/// with blocks=36, 20 threads, fifo"; the program's name where there is only one.
std::string label_of(const SweepDefinition& definition, const Configuration& configuration);
/// Of these, the parts in which it differs from another one.
std::string label_beside(const SweepDefinition& definition, const Configuration& configuration,
                         const Configuration& other);

/// A range over seeds.
struct TimeRange {
  double min_s = 0.0;
  double max_s = 0.0;
  std::uint64_t seeds = 0;
  friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// What one simulation asks of its nodes: of the busiest, and of all on average.
struct NodeLoads {
  std::string tasks_of;               ///< "level2_tasks" or, where none split, "level1_tasks"
  double most_tasks = 0.0;            ///< of a node
  double mean_tasks = 0.0;            ///< of all,
  double tasks_deviation = 0.0;       ///< and their standard deviation
  std::optional<double> most_busy_s;  ///< of a node's workers, each; none when only counted
  std::optional<double> mean_busy_s;
  std::optional<double> link_s;  ///< the most bytes from or to one node ÷ its link's bandwidth
  friend bool operator==(const NodeLoads&, const NodeLoads&) = default;
};

/// What one simulation found.
struct Measures {
  std::string network;               ///< the engine that carried messages; empty: none was needed
  std::string grid;                  ///< that it was simulated on
  unsigned nodes = 1;                ///< of the grid
  unsigned threads = 1;              ///< of each node
  std::optional<double> makespan_s;  ///< the median over seeds; none when only counted
  std::optional<TimeRange> range;    ///< none where one seed was simulated
  std::uint64_t tasks = 0;           ///< of level 1
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  double balance = 1.0;              ///< of the busiest node, divided by the mean of all,
  std::string balance_of;            ///< "work", "level2_tasks" or "level1_tasks"
  std::uint64_t memory_bytes = 0;    ///< of the node with most,
  std::string memory_of;             ///< "peak_memory_bytes" or "memory_upper_bytes"
  std::optional<double> busy_share;  ///< of all workers; none when only counted
  std::optional<NodeLoads> loads;    ///< none in files of earlier versions
  std::uint64_t extrapolated_tasks = 0;
  std::vector<std::string> assumptions;  ///< what nobody stated
  friend bool operator==(const Measures&, const Measures&) = default;
};

/// How one simulation ended.
struct Outcome {
  std::optional<Measures> measures;  ///< none where it failed,
  std::string reason;                ///< for this, on one line
  double wall_s = 0.0;               ///< how long it took here
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A configuration and what became of it.
struct SweepRow {
  Configuration configuration;
  std::optional<Outcome> screen;   ///< none: not simulated yet
  std::optional<Outcome> confirm;  ///< by the reference network; none: not asked for, or not yet

  /// What counts: what the reference network found, else the screen. None where it failed or is to come.
  const Measures* measures() const {
    if (confirm && confirm->measures) return &*confirm->measures;
    return screen && screen->measures ? &*screen->measures : nullptr;
  }
  bool has_failed() const { return screen && !screen->measures; }
  friend bool operator==(const SweepRow&, const SweepRow&) = default;
};

/// The words after "gusset" that simulate one configuration of a sweep again, as it was when its figures were
/// found, and write the predicted trace: simulate … -o OUTPUT -- PROGRAM ARGS…
std::vector<std::string> simulate_arguments(const SweepDefinition& definition, const SweepRow& row,
                                            const std::filesystem::path& output);

/// What is best.
enum class Objective { time, node_hours, bytes, balance };

/// A sweep as its file holds it.
struct Sweep {
  SweepDefinition definition;
  Objective objective = Objective::time;            ///< last asked for
  std::optional<std::uint64_t> memory_limit_bytes;  ///< of a node, last asked for
  std::vector<SweepRow> rows;                       ///< by the configurations' numbers
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// With rows that are all to come.
Sweep new_sweep(SweepDefinition definition);

}  // namespace gusset::sweep
