#include "gusset/simulator/predict/replay.hpp"

#include <algorithm>
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
#include "predictor.hpp"
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
  explicit RecordedCosts(std::string description) : description_(std::move(description)) {}
  TaskCost cost(const TaskShape&) const override { return {}; }
  std::string description() const override { return description_; }
  std::unique_ptr<CostModel> clone() const override { return std::make_unique<RecordedCosts>(*this); }

 private:
  std::string description_;
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
                     Machine& machine) {
  if (replayed.has_assumed_rate) machine.assumptions.push_back("a unit of work takes 1 ms");
  if (replayed.without_work > 0) {
    machine.assumptions.push_back(count_text(replayed.without_work, "task") + " without work " +
                                  (replayed.without_work == 1 ? "takes" : "take") + " no time");
  }
  if (replayed.unfinished > 0) {
    machine.assumptions.push_back(count_text(replayed.unfinished, "task") + " that never ended " +
                                  (replayed.unfinished == 1 ? "takes" : "take") + " no time");
  }
  if (machine.grid.nodes() > std::max<std::size_t>(1, trace.nodes.size()))
    machine.assumptions.push_back("data is assigned to nodes round-robin");
  for (const auto& [type, factor] : inputs.scale)
    machine.assumptions.push_back("tasks of type '" + type + "' take " + nlohmann::json(factor).dump() +
                                  " times as long");
}

/// Simulates the stream. The result has the stream's tasks.
Result<Replay> predict(const Trace& trace, const ReplayInputs& inputs, const SimulationInputs& simulation,
                       const Machine& machine, const ReplayStream& replayed) {
  Counter counter(machine.grid.nodes(), machine.platform.header_bytes);
  counter.count(replayed.stream);
  for (const TaskStream::StreamTask& task : replayed.stream.tasks()) {
    if (task.parent != TaskStream::none) counter.count_child(task.node, task.level);
    if (task.child_count == 0) counter.count_work(task.node, task.work);
  }
  RecordedCosts costs(json_text(nlohmann::ordered_json({{"kind", "trace"}, {"source", inputs.name}})));
  try {
    Predictor predictor(simulation, machine, replayed.stream, costs, [](std::uint64_t, std::uint64_t) {});
    const Schedule::Extent all{replayed.stream.program_tasks().size(), replayed.stream.handles().size()};
    predictor.finish(nullptr, {{all, std::nullopt}});
    Replay result{counted_statistics(simulation, machine, replayed.stream, counter), {}};
    predictor.add_times(result.statistics);
    if (!inputs.wants_trace) return result;
    result.trace = predictor.trace(result.statistics);
    result.trace.metadata.incomplete = trace.metadata.incomplete;
    for (const std::string& note : trace.metadata.notes)
      result.trace.metadata.notes.push_back(inputs.name + ": " + note);
    return result;
  } catch (const ConfigurationError& error) {
    return Error{inputs.name, "a machine that can be simulated", error.what()};
  } catch (const SimulationError& error) {
    return Error{inputs.name, "a graph whose tasks can all run", error.what()};
  }
}

/// How long the recorded run takes when it is replayed strand by strand, on as many threads and with as long
/// tasks as recorded.
Result<double> unchanged_makespan_s(const Trace& trace, const traces::Strands& strands,
                                    const std::string& name, double start_s) {
  ReplayInputs inputs;
  inputs.name = name;
  inputs.wants_trace = false;
  SimulationInputs simulation = simulation_of(trace, inputs);
  Result<Machine> machine = machine_for(trace, inputs, simulation);
  if (!machine) return machine.error();
  const Result<StrandTimes> times = strand_times(trace, strands, inputs, start_s);
  if (!times) return times.error();
  simulation.overheads = {};
  const Result<ReplayStream> replayed =
      stream_of(strands.trace(), strands.graph(), inputs, 1, times->seconds);
  if (!replayed) return replayed.error();
  const Result<Replay> result = predict(trace, inputs, simulation, *machine, *replayed);
  if (!result) return result.error();
  return *result->statistics.makespan_s;
}

/// Whether nothing but the number of threads may differ from the recorded run.
bool is_plain(const ReplayInputs& inputs) {
  return inputs.costs == nullptr && inputs.scale.empty() && inputs.overheads == Overheads{} &&
         !inputs.platform && inputs.policy == default_policy && inputs.seeds == 1;
}

/// Replays a fork-join program strand by strand. The strands' times include creating tasks.
Result<Replay> replay_strands(const Trace& trace, const traces::Strands& strands, const ReplayInputs& inputs,
                              SimulationInputs& simulation, Machine& machine) {
  if (machine.grid.nodes() > 1)
    return Error{inputs.name, "1 node for a fork-join program, whose threads share memory",
                 count_text(machine.grid.nodes(), "node")};
  for (const auto& [type, factor] : inputs.scale) {
    if (std::find(trace.types.begin(), trace.types.end(), type) == trace.types.end())
      return Error{inputs.name, "a task type \"" + type + "\" to scale", "none"};
  }
  double start_s = inputs.overheads.schedule_s;
  if (inputs.overheads == Overheads{}) {
    MeasuredOverheads measured;
    measured.add(trace);
    start_s = measured.quick_switch_s();
  }
  const Result<StrandTimes> times = strand_times(trace, strands, inputs, start_s);
  if (!times) return times.error();
  simulation.overheads = {};
  Result<ReplayStream> replayed = stream_of(strands.trace(), strands.graph(), inputs, 1, times->seconds);
  if (!replayed) return replayed.error();
  add_assumptions(inputs, trace, *replayed, machine);
  for (std::string& assumption : strand_assumptions(trace, *times, inputs, machine.threads))
    machine.assumptions.push_back(std::move(assumption));
  Result<Replay> result = predict(trace, inputs, simulation, machine, *replayed);
  if (!result) return result;
  if (inputs.wants_trace) result->trace = trace_of_tasks(trace, strands, *replayed, std::move(result->trace));
  SimulationStatistics& statistics = result->statistics;
  statistics.totals.level1_tasks = statistics.nodes.front().level1_tasks = trace.tasks.size();
  statistics.nodes.front().blocks_owned = 0;  // the strands' order needs handles; the program has none
  const double span_s = critical_path_s(strands, *times);
  if (statistics.bounds) statistics.bounds->critical_path_s = span_s;
  statistics.doubts = strand_doubts(trace, strands, *times, inputs, machine.threads, span_s);
  if (trace.metadata.origin == traces::Origin::measured && !trace.metadata.incomplete) {
    double unchanged_s = *statistics.makespan_s;
    if (!is_plain(inputs) || machine.threads != traces::max_workers_of_a_node(trace)) {
      const Result<double> repeated = unchanged_makespan_s(trace, strands, inputs.name, start_s);
      if (!repeated) return repeated.error();
      unchanged_s = *repeated;
    }
    if (auto doubt = repetition_doubt(trace, unchanged_s)) statistics.doubts->push_back(std::move(*doubt));
  }
  if (!inputs.wants_trace) return result;
  for (const std::string& doubt : *statistics.doubts)
    result->trace.metadata.notes.push_back("not reliable: " + doubt);
  return result;
}

}  // namespace

Result<Replay> replay(const Trace& trace, const ReplayInputs& inputs) {
  return replay(trace, traces::TaskGraph(trace), inputs);
}

Result<Replay> replay(const Trace& trace, const traces::TaskGraph& graph, const ReplayInputs& inputs) {
  SimulationInputs simulation = simulation_of(trace, inputs);
  Result<Machine> machine = machine_for(trace, inputs, simulation);
  if (!machine) return machine.error();
  if (graph.strands() != nullptr)
    return replay_strands(trace, *graph.strands(), inputs, simulation, *machine);
  Result<ReplayStream> replayed = stream_of(trace, graph, inputs, machine->grid.nodes());
  if (!replayed) return replayed.error();
  add_assumptions(inputs, trace, *replayed, *machine);
  return predict(trace, inputs, simulation, *machine, *replayed);
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
