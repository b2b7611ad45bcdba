#include "gusset/simulator/predict/replay.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "costs/measured_overheads.hpp"
#include "counter.hpp"
#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/model/predicted_network.hpp"
#include "machine.hpp"
#include "memory_limit.hpp"
#include "placement/data_placement.hpp"
#include "placement/placed_strands.hpp"
#include "predictor.hpp"
#include "replay_caches.hpp"
#include "replay_stream.hpp"
#include "strand_replay.hpp"
#include "task_trace.hpp"

namespace gusset::simulator {
namespace {

using gusset::count_text;
using traces::Trace;

constexpr double fastest_bytes_per_s = 1e18;  // a gigabyte in a nanosecond

/// Returns empty costs, because each task's own cost is already in the stream.
class RecordedCosts final : public CostModel {
 public:
  /// `costs`: what the tasks' costs come from; null: the trace.
  RecordedCosts(std::string description, std::shared_ptr<const CostModel> costs)
      : description_(std::move(description)), costs_(std::move(costs)) {}
  TaskCost cost(const TaskShape&) const override { return {}; }
  bool has_fixed_times() const override { return true; }
  const Variation* variation() const override { return costs_ ? costs_->variation() : nullptr; }
  std::vector<std::string> doubts() const override {
    return costs_ ? costs_->doubts() : std::vector<std::string>();
  }
  std::string description() const override { return description_; }
  std::unique_ptr<CostModel> clone() const override { return std::make_unique<RecordedCosts>(*this); }

 private:
  std::string description_;
  std::shared_ptr<const CostModel> costs_;
};

Result<Machine> machine_for(const Trace& trace, const ReplayInputs& inputs, SimulationInputs& simulation) {
  const auto recorded = static_cast<unsigned>(std::max<std::size_t>(1, trace.nodes.size()));
  const unsigned stated = inputs.platform && inputs.platform->nodes ? *inputs.platform->nodes : 0;
  if (stated != 0 && inputs.nodes != 0 && inputs.nodes != stated) {
    return Error{inputs.platform_source, count_text(inputs.nodes, "node"), count_text(stated, "node")};
  }
  const unsigned nodes = inputs.nodes != 0 ? inputs.nodes : stated != 0 ? stated : recorded;
  Platform platform = inputs.platform.value_or(this_machine());
  platform.nodes = nodes;
  simulation.threads = inputs.threads;
  const auto network = traces::predicted_network(trace.metadata);
  if (!inputs.platform) {
    if (simulation.threads == 0)
      simulation.threads = trace.workers.empty() ? available_cores() : traces::max_workers_of_a_node(trace);
    platform.name = "";
    platform.cores = simulation.threads;
    if (network) {
      platform.latency_s = network->latency_s;
      platform.bandwidth_bytes_per_s = network->bandwidth_bytes_per_s;
      platform.header_bytes = network->header_bytes;
    } else if (simulation.messages.has_network()) {
      platform.latency_s = *simulation.messages.trip_s();
      platform.bandwidth_bytes_per_s = *simulation.messages.bandwidth_bytes_per_s;
    }
  } else if (simulation.threads > platform.cores) {
    return Error{inputs.platform_source, "at least " + count_text(simulation.threads, "core") + " per node",
                 std::to_string(platform.cores)};
  }
  simulation.platform = platform;
  try {
    Machine machine = machine_of(simulation);
    if (!inputs.platform && !network && nodes > 1 && !simulation.messages.has_network())
      machine.assumptions.push_back(assumed_network);
    return machine;
  } catch (const ConfigurationError& error) {
    return Error{inputs.name, "a machine that can be simulated", error.what()};
  }
}

SimulationInputs simulation_of(const Trace& trace, const ReplayInputs& inputs) {
  SimulationInputs simulation;
  simulation.seed = inputs.seed;
  simulation.seeds = inputs.seeds;
  simulation.jobs = inputs.jobs;
  simulation.policy = inputs.policy;
  simulation.boundary = inputs.boundary;
  simulation.network = inputs.network;
  simulation.overheads = inputs.overheads;
  if (inputs.costs) simulation.messages = inputs.costs->messages();
  const bool is_measured = trace.metadata.origin == traces::Origin::measured;
  if (simulation.overheads == Overheads{} && is_measured && !trace.recorded.fork_join) {
    MeasuredOverheads measured;
    measured.add(trace);
    simulation.overheads = measured.measured();
  }
  simulation.wants_trace = inputs.wants_trace;
  simulation.program = trace.metadata.program;
  simulation.command = trace.metadata.command;
  return simulation;
}

void add_assumptions(const ReplayInputs& inputs, const Trace& trace, const ReplayStream& replayed,
                     bool is_fork_join, Machine& machine) {
  if (replayed.has_assumed_work) machine.assumptions.push_back(assumed_work);
  if (replayed.has_assumed_rate) machine.assumptions.push_back("a unit of work takes 1 ms");
  if (replayed.without_work > 0) {
    machine.assumptions.push_back(count_text(replayed.without_work, "task") + " without work " +
                                  (replayed.without_work == 1 ? "takes" : "take") + " no time");
  }
  if (replayed.unfinished > 0) {
    machine.assumptions.push_back(count_text(replayed.unfinished, "task") + " that never ended " +
                                  (replayed.unfinished == 1 ? "takes" : "take") + " no time");
  }
  if (!is_fork_join && machine.grid.nodes() > std::max<std::size_t>(1, trace.nodes.size()))
    machine.assumptions.push_back("data is assigned to nodes round-robin");
  for (const auto& [type, factor] : inputs.scale)
    machine.assumptions.push_back("tasks of type '" + type + "' take " + work_text(factor) +
                                  " times as long");
}

/// Simulates the stream. `caches` is null if the simulation follows none. The result has the stream's tasks.
Result<Replay> predict(const Trace& trace, const ReplayInputs& inputs, const SimulationInputs& simulation,
                       const Machine& machine, const ReplayStream& replayed,
                       const ReplayCaches* caches = nullptr) {
  Counter counter(machine.grid.nodes());
  counter.count(replayed.stream);
  for (const TaskStream::StreamTask& task : replayed.stream.tasks()) {
    if (task.parent != TaskStream::none) counter.count_child(task.node, task.level);
    if (task.child_count == 0) counter.count_work(task.node, task.work);
  }
  std::shared_ptr<CostModel> costs = std::make_shared<RecordedCosts>(
      json_text(nlohmann::ordered_json({{"kind", "trace"}, {"source", inputs.name}})), inputs.costs);
  if (caches != nullptr) costs = std::make_shared<CacheCosts>(costs, caches->levels, caches->prices);
  try {
    Predictor predictor(simulation, machine, replayed.stream, *costs, [](std::uint64_t, std::uint64_t) {});
    const Schedule::Extent all{replayed.stream.program_tasks().size(), replayed.stream.handles().size()};
    predictor.finish(nullptr, {{all, std::nullopt}});
    Replay result{counted_statistics(simulation, machine, replayed.stream, counter), {}};
    predictor.add_times(result.statistics);
    if (const auto fits = check_memory(result.statistics, replayed.stream, inputs.platform_source); !fits)
      return fits.error();
    if (!inputs.wants_trace) return result;
    result.trace = predictor.trace(result.statistics);
    result.trace.metadata.incomplete = trace.metadata.incomplete;
    const std::string name = std::filesystem::path(inputs.name).filename().string();
    for (const std::string& note : trace.metadata.notes)
      result.trace.metadata.notes.push_back(name + ": " + note);
    return result;
  } catch (const ConfigurationError& error) {
    return Error{inputs.name, "a machine that can be simulated", error.what()};
  } catch (const SimulationError& error) {
    return Error{inputs.name, "a graph whose tasks can all run", error.what()};
  }
}

/// Whether tasks take as long as recorded.
bool has_recorded_times(const ReplayInputs& inputs) {
  return inputs.costs == nullptr && inputs.scale.empty() && inputs.task_seconds.empty();
}

/// Whether nothing but the number of threads may differ from the recorded run.
bool is_plain(const ReplayInputs& inputs) {
  return has_recorded_times(inputs) && inputs.overheads == Overheads{} && !inputs.platform &&
         inputs.policy == default_policy;
}

/// Returns a fork-join program that was predicted on several nodes as if it had run on one, so that its
/// writers wait for all earlier readers. (On several nodes, a task graph lets writers overtake readers that
/// have copies.) Returns none for other traces.
std::optional<Trace> gathered(const Trace& trace) {
  if (!trace.recorded.fork_join || trace.nodes.size() < 2) return std::nullopt;
  Trace on_one = trace;
  for (traces::Worker& worker : on_one.workers) worker.node = NodeId(0);
  for (NodeId& owner : on_one.handles.owner) owner = NodeId(0);
  return on_one;
}

}  // namespace

/// A fork-join program is replayed strand by strand. The strands' times include creating tasks.
struct StrandsToReplay {
  StrandTimes times;
  double span_s = 0.0;                     ///< the longest path
  std::optional<DataPlacement> placement;  ///< on several nodes
  std::optional<PlacedStrands> placed;     ///< likewise
  double dataless_share = 0.0;             ///< of the work: in tasks without data; only on several nodes
  std::optional<StrandDoubts> doubts;
  std::optional<double> unchanged_s;  ///< see unchanged_makespan_s; empty until it is needed
};

/// What the replays of one trace share. The stream is made by the first replay.
class Replayer::Prepared {
 public:
  Prepared(const Trace& trace, ReplayInputs inputs)
      : trace_(trace),
        gathered_(gathered(trace)),
        graph_(gathered_ ? *gathered_ : trace),
        inputs_(std::move(inputs)) {}

  const traces::TaskGraph& graph() const { return graph_; }
  Result<Replay> on_threads(unsigned threads);

 private:
  Result<ReplayStream> make_stream(unsigned nodes);
  Result<ReplayStream> make_strand_stream(unsigned nodes);
  Result<ReplayStream> make_placed_stream(unsigned nodes);
  Result<Replay> replay_strands(SimulationInputs& simulation, Machine& machine);
  bool is_recorded_run(const Machine& machine) const;
  Result<Replay> replay_baseline();
  Result<double> unchanged_makespan_s();
  const traces::Strands& strands() const { return *graph_.strands(); }

  const Trace& trace_;
  const std::optional<Trace> gathered_;  ///< see gathered
  const traces::TaskGraph graph_;
  ReplayInputs inputs_;
  std::optional<ReplayCaches> caches_;  ///< empty unless the inputs ask for caches
  std::optional<ReplayStream> stream_;
  std::optional<StrandsToReplay> fork_join_;  ///< empty for other programs
};

Result<Replay> Replayer::Prepared::on_threads(unsigned threads) {
  inputs_.threads = threads;
  SimulationInputs simulation = simulation_of(trace_, inputs_);
  Result<Machine> machine = machine_for(trace_, inputs_, simulation);
  if (!machine) return machine.error();
  const bool is_fork_join = graph_.strands() != nullptr;
  if (inputs_.caches && !caches_) {
    Result<ReplayCaches> caches = replay_caches(trace_, inputs_, *machine, is_fork_join);
    if (!caches) return caches.error();
    caches_ = std::move(*caches);
  }
  const unsigned nodes = machine->grid.nodes();
  if (inputs_.sizes && !is_fork_join)
    return Error{inputs_.name, "an OpenMP program (for --sizes)", "another kind of trace"};
  if (inputs_.one_thread && !is_fork_join)
    return Error{inputs_.name, "an OpenMP program (for --baseline)", "another kind of trace"};
  if (!stream_) {
    Result<ReplayStream> stream = is_fork_join ? make_strand_stream(nodes) : make_stream(nodes);
    if (!stream) return stream.error();
    stream_ = std::move(*stream);
  }
  add_assumptions(inputs_, trace_, *stream_, is_fork_join, *machine);
  if (inputs_.one_thread && machine->threads == 1 && nodes == 1 && is_plain(inputs_))
    return replay_baseline();
  if (is_fork_join) return replay_strands(simulation, *machine);
  if (!caches_) return predict(trace_, inputs_, simulation, *machine, *stream_);
  caches_->levels.threads = machine->threads;
  machine->assumptions.push_back(caches_->prices.assumption());
  return predict(trace_, inputs_, simulation, *machine, *stream_, &*caches_);
}

Result<ReplayStream> Replayer::Prepared::make_stream(unsigned nodes) {
  if (!caches_) return stream_of(trace_, graph_, inputs_, nodes, inputs_.task_seconds);
  ReplayInputs inputs = inputs_;
  if (inputs.costs)
    inputs.costs = std::make_shared<CacheCosts>(inputs.costs, caches_->levels, caches_->prices);
  return stream_of(trace_, graph_, inputs, nodes, inputs_.task_seconds, caches_->missing_s);
}

Result<ReplayStream> Replayer::Prepared::make_strand_stream(unsigned nodes) {
  for (const auto& [type, factor] : inputs_.scale) {
    if (std::find(trace_.types.begin(), trace_.types.end(), type) == trace_.types.end())
      return Error{inputs_.name, "a task type \"" + type + "\" to scale", "none"};
  }
  const StartCost start = inputs_.overheads == Overheads{}
                              ? measured_start_cost(gathered_ ? *gathered_ : trace_, graph_)
                              : StartCost{inputs_.overheads.schedule_s, StartCost::Source::given};
  Result<StrandTimes> times = strand_times(trace_, strands(), inputs_, start);
  if (!times) return times.error();
  StrandsToReplay& fork_join = fork_join_.emplace();
  fork_join.times = std::move(*times);
  fork_join.span_s = critical_path_s(strands(), fork_join.times);
  fork_join.doubts.emplace(trace_, strands(), fork_join.times, inputs_, fork_join.span_s);
  if (nodes > 1) return make_placed_stream(nodes);
  return stream_of(strands().trace(), strands().graph(), inputs_, 1, fork_join.times.seconds, {}, {},
                   &strands());
}

Result<ReplayStream> Replayer::Prepared::make_placed_stream(unsigned nodes) {
  StrandsToReplay& fork_join = *fork_join_;
  Result<DataPlacement> placement =
      place_data(trace_, inputs_.sizes ? &*inputs_.sizes : nullptr, nodes, inputs_.name);
  if (!placement) return placement.error();
  fork_join.placement = std::move(*placement);
  Result<PlacedStrands> placed = place_strands(trace_, strands(), *fork_join.placement, inputs_.name);
  if (!placed) return placed.error();
  fork_join.placed = std::move(*placed);
  double dataless_s = 0.0;
  for (std::size_t s = 0; s < fork_join.times.seconds.size(); ++s) {
    if (!fork_join.placement->has_data[strands().task_of(traces::TaskId(s)).value()])
      dataless_s += fork_join.times.seconds[s];
  }
  if (fork_join.times.work_s > 0.0) fork_join.dataless_share = dataless_s / fork_join.times.work_s;
  return stream_of(fork_join.placed->trace, strands().graph(), inputs_, nodes, fork_join.times.seconds, {},
                   fork_join.placed->node, &strands());
}

Result<Replay> Replayer::Prepared::replay_strands(SimulationInputs& simulation, Machine& machine) {
  StrandsToReplay& fork_join = *fork_join_;
  simulation.overheads = {};
  for (std::string& assumption : strand_assumptions(trace_, fork_join.times, inputs_, machine.threads))
    machine.assumptions.push_back(std::move(assumption));
  if (fork_join.placement) {
    for (std::string& assumption :
         placement_assumptions(*fork_join.placement, inputs_.sizes ? inputs_.sizes->path : ""))
      machine.assumptions.push_back(std::move(assumption));
  }
  Result<Replay> result = predict(trace_, inputs_, simulation, machine, *stream_);
  if (!result) return result;
  if (inputs_.wants_trace) {
    result->trace = trace_of_tasks(trace_, strands(), *stream_, std::move(result->trace));
    if (fork_join.placed)
      name_data(trace_, strands(), *fork_join.placement, *fork_join.placed, *stream_, result->trace);
  }
  SimulationStatistics& statistics = result->statistics;
  statistics.totals.level1_tasks = trace_.tasks.size();
  const bool is_unchanged = is_recorded_run(machine);
  statistics.doubts = fork_join.doubts->on(machine.threads, is_unchanged);
  if (fork_join.placement) {
    count_tasks(*fork_join.placement, statistics.nodes);
    // The path through the strands runs holders of one lock one after the other; the path in the stream
    // includes messages.
    if (statistics.bounds)
      statistics.bounds->critical_path_s = std::max(statistics.bounds->critical_path_s, fork_join.span_s);
    for (std::string& doubt : placement_doubts(fork_join.dataless_share))
      statistics.doubts->push_back(std::move(doubt));
  } else {
    statistics.nodes.front().level1_tasks = trace_.tasks.size();
    statistics.nodes.front().blocks_owned = 0;  // the handles only order strands; the program owns no data
    if (statistics.bounds) statistics.bounds->critical_path_s = fork_join.span_s;
  }
  if (is_unchanged && trace_.metadata.origin == traces::Origin::measured) statistics.recorded = true;
  // The median of several recordings is known, whether a replay takes as long or not.
  const bool is_median = is_unchanged && inputs_.are_runs_repeated;
  if (trace_.metadata.origin == traces::Origin::measured && !trace_.metadata.incomplete && !is_median) {
    if (is_unchanged && inputs_.seeds == 1) fork_join.unchanged_s = *statistics.makespan_s;
    const Result<double> unchanged_s = unchanged_makespan_s();
    if (!unchanged_s) return unchanged_s.error();
    if (auto doubt = repetition_doubt(trace_, *unchanged_s)) statistics.doubts->push_back(std::move(*doubt));
  }
  if (!inputs_.wants_trace) return result;
  for (const std::string& doubt : *statistics.doubts)
    result->trace.metadata.notes.push_back("not reliable: " + doubt);
  return result;
}

bool Replayer::Prepared::is_recorded_run(const Machine& machine) const {
  return is_plain(inputs_) && !fork_join_->placement &&
         machine.threads == traces::max_workers_of_a_node(trace_);
}

/// The baseline shows how long the program takes on one thread.
Result<Replay> Replayer::Prepared::replay_baseline() {
  ReplayInputs inputs = inputs_;
  inputs.name = inputs_.one_thread_source;
  inputs.one_thread = nullptr;
  Result<Replay> result = Prepared(*inputs_.one_thread, std::move(inputs)).on_threads(1);
  if (!result || !result->statistics.doubts) return result;
  std::vector<std::string>& doubts = *result->statistics.doubts;
  for (std::string& doubt : doubts) doubt = "in the baseline, " + doubt;
  for (std::string& doubt : fork_join_->doubts->of_baseline()) doubts.push_back(std::move(doubt));
  result->statistics.assumptions = {"on 1 thread, the program takes as long as in the baseline"};
  return result;
}

/// How long the recorded run takes when it is replayed strand by strand, on the recorded number of threads
/// and with the recorded times of tasks.
Result<double> Replayer::Prepared::unchanged_makespan_s() {
  StrandsToReplay& fork_join = *fork_join_;
  if (fork_join.unchanged_s) return *fork_join.unchanged_s;
  ReplayInputs inputs;
  inputs.name = inputs_.name;
  inputs.wants_trace = false;
  SimulationInputs simulation = simulation_of(trace_, inputs);
  Result<Machine> machine = machine_for(trace_, inputs, simulation);
  if (!machine) return machine.error();
  simulation.overheads = {};
  const auto makespan_s = [&](const ReplayStream& stream) -> Result<double> {
    const Result<Replay> result = predict(trace_, inputs, simulation, *machine, stream);
    if (!result) return result.error();
    fork_join.unchanged_s = *result->statistics.makespan_s;
    return *fork_join.unchanged_s;
  };
  if (has_recorded_times(inputs_) && !fork_join.placement) return makespan_s(*stream_);
  const Result<StrandTimes> times = strand_times(trace_, strands(), inputs, fork_join.times.start);
  if (!times) return times.error();
  const Result<ReplayStream> stream =
      stream_of(strands().trace(), strands().graph(), inputs, 1, times->seconds, {}, {}, &strands());
  if (!stream) return stream.error();
  return makespan_s(*stream);
}

Replayer::Replayer(const Trace& trace, ReplayInputs inputs)
    : prepared_(std::make_unique<Prepared>(trace, std::move(inputs))) {}

Replayer::~Replayer() = default;

Result<Replay> Replayer::on_threads(unsigned threads) {
  return prepared_->on_threads(threads);
}

const traces::TaskGraph& Replayer::graph() const {
  return prepared_->graph();
}

Result<Replay> replay(const Trace& trace, const ReplayInputs& inputs) {
  return Replayer(trace, inputs).on_threads(inputs.threads);
}

Result<double> ideal_network_makespan_s(const Trace& trace, const std::string& name) {
  ReplayInputs inputs;
  inputs.name = name;
  inputs.network = NetworkEngine::none;
  inputs.wants_trace = false;
  Platform ideal;
  ideal.cores = traces::max_workers_of_a_node(trace);
  ideal.latency_s = 0.0;
  ideal.bandwidth_bytes_per_s = fastest_bytes_per_s;
  ideal.header_bytes = 0;
  inputs.platform = ideal;
  const Result<Replay> replayed = replay(trace, inputs);
  if (!replayed) return replayed.error();
  return *replayed->statistics.makespan_s;
}

}  // namespace gusset::simulator
