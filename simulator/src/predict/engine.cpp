#include "gusset/simulator/predict/engine.hpp"

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>

#include "caches/cache_costs.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/engine/value_or_throw.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "platform/platform_ranges.hpp"
#include "predict/memory_limit.hpp"
#include "simulation_engine.hpp"

namespace gusset::simulator {
namespace {

/// Returns the stated costs, otherwise the platform's rate, otherwise none.
std::shared_ptr<CostModel> costs_of(const SimulationInputs& inputs, const Machine& machine) {
  if (inputs.costs || !machine.platform.gflops_per_core) return inputs.costs;
  return make_rate_costs(*machine.platform.gflops_per_core * flops_per_gflop, "platform");
}

/// Makes the costs follow the platform's caches; without a platform, those of this machine. Adds what is
/// assumed about them to the machine.
std::shared_ptr<CostModel> costs_on(const SimulationInputs& inputs, Machine& machine) {
  const std::shared_ptr<CostModel> costs = costs_of(inputs, machine);
  if (!inputs.caches) return costs;
  if (!costs) throw ConfigurationError("GUSSET_CACHES", "costs or a platform with GFlop/s", "neither");
  if (!inputs.platform) machine.platform.caches = described_machine().caches;
  const std::string name = inputs.platform ? inputs.platform_source : machine.platform.name;
  return value_or_throw(with_caches(costs, machine.platform, name, machine.threads, machine.assumptions));
}

/// Takes from the costs what the inputs don't state.
SimulationInputs completed(SimulationInputs inputs) {
  if (!inputs.costs) return inputs;
  if (inputs.overheads == Overheads{}) inputs.overheads = inputs.costs->overheads();
  if (inputs.messages.count == 0) inputs.messages = inputs.costs->messages();
  return inputs;
}

void require_writable(const std::filesystem::path& path) {
  if (path.empty()) return;
  if (const auto possible = check_writable(path); !possible)
    throw ConfigurationError(possible.error().message());
}

}  // namespace

SimulationEngine::SimulationEngine(SimulationInputs inputs, std::shared_ptr<SimulationResult> result)
    : inputs_(completed(std::move(inputs))),
      result_(std::move(result)),
      machine_(machine_of(inputs_)),
      costs_(costs_on(inputs_, machine_)),
      stream_(inputs_.deduplicates, inputs_.broadcast),
      counter_(machine_.grid.nodes()),
      progress_(inputs_.shows_progress) {
  if (inputs_.broadcast.is_on && !inputs_.deduplicates) {
    throw ConfigurationError("simulate: broadcast", "direct with a message for each remote input",
                             inputs_.broadcast.text());
  }
  if (!inputs_.submitter_computes && machine_.threads < 2) {
    throw ConfigurationError("simulate", "at least 2 threads per node, as the first only submits",
                             std::to_string(machine_.threads));
  }
  make_policy(inputs_.policy, {WorkerId(0), machine_.threads, inputs_.seed, {}});  // validates the policy
  require_writable(inputs_.statistics_path);
  require_writable(inputs_.trace_path);
  if (costs_) {
    costs_of_tasks_ = std::make_unique<TaskCosts>(*costs_, stream_);
    predictor_ = std::make_unique<Predictor>(
        inputs_, machine_, stream_, *costs_,
        [this](std::uint64_t ended, std::uint64_t tasks) { progress_.update(ended, tasks); });
    schedule_ = predictor_->begin();
  } else if (inputs_.wants_trace || !inputs_.trace_path.empty()) {
    throw ConfigurationError("simulate", "costs or a platform with GFlop/s to predict a trace", "neither");
  }
}

SimulationEngine::~SimulationEngine() {
  for (const Everywhere& each : everywhere_) release(*each.task);
  drop_possible();
}

void SimulationEngine::add_handle(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  TaskStream::StreamHandle facts{handle.size_bytes, handle.owner, handle.sequence.final_version()};
  if (handle.whole != nullptr) facts.whole = index_of(*handle.whole);
  handle.slot = EngineSlot(stream_.handles().size());
  handles_.push_back(&handle);
  if (handle.owner != every_node) {
    stream_.add_handle(handle.name, facts);
  } else {
    for (unsigned n = 0; n < machine_.grid.nodes(); ++n) {
      facts.owner = NodeId(n);
      const std::uint32_t index = stream_.add_handle(handle.name + "@" + std::to_string(n), facts);
      if (n == 0) continue;  // node 0's instance is the handle itself
      sequences_.emplace(index, handle.sequence);
      handles_.push_back(nullptr);
    }
  }
  count();
}

void SimulationEngine::remove_handle(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  handles_[index_of(handle)] = nullptr;  // the trace will still contain it
  if (!schedule_ || failure_) return;
  for (unsigned n = 0; n < instances_of(handle); ++n) {
    const std::uint32_t index = index_of(handle, NodeId(n));
    schedule_->remove(index);
    steps_.push_back({extent(), {}, index});
  }
}

std::uint32_t SimulationEngine::reserve(HandleState& handle, AccessMode mode) {
  const std::lock_guard guard(mutex_);
  return handle.sequence.next(mode);
}

/// Later reads wait for another version, so that the contents are sent again.
void SimulationEngine::filled(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  for (HandleState* each = &handle; each != nullptr; each = each->whole) each->sequence.next_block(0);
}

void SimulationEngine::cancel() {
  throw UsageError("simulate: tasks can't be cancelled, as the outcome would depend on their durations");
}

void SimulationEngine::cancel(HandleState&) {
  cancel();
}

void SimulationEngine::wait(HandleState& handle, std::uint32_t version) {
  wait_or_break([&] {
    for (unsigned n = 0; n < instances_of(handle); ++n) {
      const std::uint32_t last = sequence(handle, NodeId(n)).final_version();
      // The program only sees what node 0 has submitted.
      const bool is_last = version == handle.sequence.final_version();
      wait_until_done(Schedule::Awaited{index_of(handle, NodeId(n)), is_last ? last : version, is_last});
    }
  });
}

void SimulationEngine::wait_all() {
  wait_or_break([this] { wait_until_done(std::nullopt); });
}

/// Waits once everything possible is in the stream. After a failure, simulated time can't continue.
void SimulationEngine::wait_or_break(const std::function<void()>& wait) {
  if (following != nullptr && following->task == nullptr)
    throw UsageError("a message's function can't wait: submit a task that accesses what you wait for");
  const std::lock_guard guard(mutex_);
  try {
    unroll();
    wait();
  } catch (...) {
    // Release: pairs with is_broken.
    if (failure_) is_broken_.store(true, std::memory_order_release);
    throw;
  }
}

void SimulationEngine::wait_until_done(const std::optional<Schedule::Awaited>& awaited) {
  if (failure_) std::rethrow_exception(failure_);
  if (!schedule_) return;
  steps_.push_back({extent(), awaited});
  try {
    schedule_->wait(extent(), awaited, [this] { predictor_->report_progress(*schedule_); });
  } catch (...) {
    failure_ = std::current_exception();  // simulated time can't continue
    progress_.clear();
    throw;
  }
  progress_.clear();
  schedule_->report_versions([this](std::uint32_t handle, std::uint32_t version) {
    if (handles_[handle] != nullptr) handles_[handle]->set_version(version);
  });
}

void SimulationEngine::finish() {
  const std::lock_guard guard(mutex_);
  if (failure_ || std::exchange(is_finished_, true)) return;  // a wait threw, or an earlier call finished
  SimulationResult result;
  result.statistics = counted_statistics(inputs_, machine_, stream_, counter_);
  result.statistics.schedule = schedule_use_;
  if (predictor_) {
    predictor_->finish(std::move(schedule_), steps_);
    progress_.clear();
    result.events = predictor_->events();
    result.statistics.extrapolated = costs_of_tasks_->extrapolations();
    predictor_->add_times(result.statistics);
    if (predictor_->wants_trace()) result.trace = predictor_->trace(result.statistics);
  }
  const auto fits = check_memory(result.statistics, stream_,
                                 inputs_.platform ? inputs_.platform_source : machine_.platform.name);
  if (!fits) throw SimulationError("simulate: " + fits.error().message());
  if (!inputs_.statistics_path.empty()) {
    const auto written = write_text(inputs_.statistics_path, to_json(result.statistics));
    if (!written) throw ConfigurationError(written.error().message());
  }
  if (!inputs_.trace_path.empty()) {
    const auto written = traces::write_gus(*result.trace, inputs_.trace_path);
    if (!written) throw ConfigurationError(written.error().message());
  }
  if (result_) *result_ = std::move(result);
}

std::unique_ptr<Engine> make_simulation_engine(SimulationInputs inputs,
                                               std::shared_ptr<SimulationResult> result) {
  return std::make_unique<SimulationEngine>(std::move(inputs), std::move(result));
}

}  // namespace gusset::simulator
