#include "gusset/simulator/engine.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

#include "counter.hpp"
#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/reserved.hpp"
#include "gusset/traces/gus.hpp"
#include "local_event_loop.hpp"
#include "machine.hpp"
#include "network/make_network.hpp"
#include "predicted_trace.hpp"
#include "progress.hpp"
#include "schedule.hpp"
#include "task_stream.hpp"
#include "text_file.hpp"

namespace gusset::simulator {
namespace {

constexpr double flops_per_gflop = 1e9;
constexpr double seconds_per_ns_divisor = 1e9;

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) / seconds_per_ns_divisor;
}

/// The stated costs, else the platform's rate, else none.
std::shared_ptr<CostModel> costs_of(const SimulationInputs& inputs, const Machine& machine) {
  if (inputs.costs || !machine.platform.gflops_per_core) return inputs.costs;
  return make_rate_costs(*machine.platform.gflops_per_core * flops_per_gflop, "platform");
}

void require_writable(const std::filesystem::path& path) {
  if (path.empty()) return;
  if (const auto possible = check_writable(path); !possible)
    throw ConfigurationError(possible.error().message());
}

/// Tasks of a simulation never run, so memory for them need not be fast: aligned to its size, a power of two.
void* allocate_block(unsigned log2_bytes) {
  const std::size_t bytes = std::size_t{1} << log2_bytes;
  return ::operator new (bytes, std::align_val_t{bytes});
}
void free_block(Task& task) {
  ::operator delete (static_cast<void*>(&task), std::align_val_t{task.block_bytes()});
}

class SimulationEngine final : public Engine {
 public:
  SimulationEngine(SimulationInputs inputs, std::shared_ptr<SimulationResult> result)
      : inputs_(std::move(inputs)),
        result_(std::move(result)),
        machine_(machine_of(inputs_)),
        costs_(costs_of(inputs_, machine_)),
        counter_(machine_.grid.nodes(), machine_.platform.header_bytes),
        progress_(inputs_.shows_progress) {
    make_policy(inputs_.policy, {WorkerId(0), machine_.threads, inputs_.seed, {}});  // throws
    require_writable(inputs_.statistics_path);
    require_writable(inputs_.trace_path);
    if (costs_) {
      make_schedule();
    } else if (inputs_.wants_trace || !inputs_.trace_path.empty()) {
      throw ConfigurationError("simulate", "costs or a platform with GFlop/s, to predict a trace",
                               "neither: without them it only counts");
    }
  }

  bool has_data() const override { return false; }
  ProcessGrid grid() const override { return machine_.grid; }
  unsigned workers() const override { return machine_.threads; }

  void add_handle(detail::HandleState& handle) override {
    const std::lock_guard guard(mutex_);
    const std::uint32_t index =
        stream_.add_handle({handle.name, handle.size_bytes, handle.owner, handle.sequence.final_version()});
    handle.extension = reinterpret_cast<void*>(std::uintptr_t{index});
    handles_.push_back(&handle);
    counter_.count(stream_);
  }
  void remove_handle(detail::HandleState& handle) override {
    const std::lock_guard guard(mutex_);
    handles_[index_of(handle)] = nullptr;  // the trace will tell of it
  }

  TaskMemory allocate(std::size_t bytes, bool) override {
    TaskMemory memory;
    memory.has_extra = true;  // the node, at least
    memory.log2_bytes = std::max(Task::min_log2_block_bytes,
                                 static_cast<unsigned>(std::bit_width(bytes + sizeof(TaskExtra) - 1)));
    memory.block = allocate_block(memory.log2_bytes);
    new (static_cast<std::byte*>(memory.block) + (std::size_t{1} << memory.log2_bytes) - sizeof(TaskExtra))
        TaskExtra();
    return memory;
  }
  void give_back(Task& task) override { free_block(task); }

  void submit(Task& task) override {
    take_over(task);
    task.destroy();  // not under the lock: what a kernel captured may do anything
    free_block(task);
  }

  std::uint32_t reserve(detail::HandleState& handle, AccessMode mode) override {
    const std::lock_guard guard(mutex_);
    return handle.sequence.next(mode);
  }
  void cancel() override { refuse_to_cancel(); }
  void cancel(detail::HandleState&) override { refuse_to_cancel(); }

  void wait(detail::HandleState& handle, std::uint32_t version) override {
    const std::lock_guard guard(mutex_);
    wait_until_done(Schedule::Awaited{index_of(handle), version, version == handle.sequence.final_version()});
  }
  void wait_all() override {
    const std::lock_guard guard(mutex_);
    wait_until_done(std::nullopt);
  }

  void finish() override {
    const std::lock_guard guard(mutex_);
    if (failure_) return;  // a wait has told
    SimulationResult result;
    result.statistics = statistics();
    if (schedule_) result.events = schedule_->events();
    if (inputs_.wants_trace || !inputs_.trace_path.empty()) result.trace = trace(result.statistics);
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

 private:
  static std::uint32_t index_of(const detail::HandleState& handle) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle.extension));
  }

  [[noreturn]] static void refuse_to_cancel() {
    throw UsageError("simulate: cancelling tasks is not possible: it would depend on how long they take");
  }

  void take_over(Task& task) {
    const std::lock_guard guard(mutex_);
    if (schedule_) add_cost(task);  // may refuse
    std::vector<TaskStream::StreamAccess> accesses;
    accesses.reserve(task.access_count());
    for (TaskAccess& access : task) {
      if (access.is_covered()) continue;
      detail::HandleState& handle = access.handle();
      if (!access.has_mark(TaskAccess::reserved)) access.version = handle.sequence.next(access.mode());
      accesses.push_back({index_of(handle), access.version, TaskStream::none, access.mode()});
      if (!schedule_) set_version(handle, handle.sequence.final_version());
    }
    const TaskExtra& extra = task.extra();
    stream_.append({task.type(), extra.node, extra.work, extra.affinity, extra.priority}, accesses);
    if (schedule_)
      Annotation::for_each([this](const Annotation& each) { stream_.annotate(each.name(), each.value()); });
    counter_.count(stream_);
  }

  static void set_version(detail::HandleState& handle, std::uint32_t version) {
    // Release: pairs with HandleState::version().
    handle.word.store(std::uint64_t{version} << detail::HandleState::version_shift,
                      std::memory_order_release);
  }

  void make_schedule() {
    const unsigned nodes = machine_.grid.nodes();
    if (nodes == 1) {
      loop_ = std::make_unique<LocalEventLoop>();
    } else {
      loop_ = make_network(inputs_.network, machine_.platform, nodes);
    }
    schedule_ =
        std::make_unique<Schedule>(stream_, Crew{nodes, machine_.threads, inputs_.policy, inputs_.seed},
                                   machine_.platform.header_bytes, *costs_, *loop_);
  }

  void add_cost(Task& task) {
    // The runtime's own task: nobody can state its cost.
    if (task.type() == detail::released_type().id()) {
      schedule_->add_cost({});
      return;
    }
    TaskShape shape{TaskType::name_of(task.type()), task.extra().work, 0};
    for (const TaskAccess& access : task) {
      if (!access.is_covered()) shape.bytes += access.handle().size_bytes;
    }
    const TaskCost cost = costs_->cost(shape);
    schedule_->add_cost(cost);
    if (!cost.extrapolated) return;
    const double size = cost.kind == SizeKind::work ? shape.work : static_cast<double>(shape.bytes);
    ++extrapolated_[{std::string(shape.type), cost.kind, size, cost.measured_size}];
  }

  void wait_until_done(const std::optional<Schedule::Awaited>& awaited) {
    if (failure_) std::rethrow_exception(failure_);
    if (!schedule_) return;
    try {
      schedule_->wait(awaited, [this] { progress_.update(schedule_->ended(), stream_.tasks().size()); });
    } catch (...) {
      failure_ = std::current_exception();  // time can't go on
      progress_.clear();
      throw;
    }
    progress_.clear();
    schedule_->report_versions([this](std::uint32_t handle, std::uint32_t version) {
      if (handles_[handle] != nullptr) set_version(*handles_[handle], version);
    });
  }

  SimulationStatistics statistics() const {
    SimulationStatistics statistics;
    statistics.totals = counter_.totals();
    statistics.nodes = counter_.nodes();
    statistics.platform = machine_.platform;
    statistics.grid = machine_.grid;
    statistics.threads = machine_.threads;
    statistics.seed = inputs_.seed;
    statistics.policy = inputs_.policy;
    statistics.assumptions = machine_.assumptions;
    if (!schedule_) return statistics;
    statistics.makespan_s = seconds(schedule_->makespan_ns());
    for (std::size_t n = 0; n < statistics.nodes.size(); ++n) {
      statistics.nodes[n].busy_s = seconds(schedule_->busy_ns(NodeId(n)));
    }
    statistics.costs_json = costs_->description();
    statistics.network_json = loop_->description();
    for (const auto& [what, tasks] : extrapolated_) {
      const auto& [type, kind, size, measured_size] = what;
      statistics.extrapolated.push_back({type, kind, size, measured_size, tasks});
    }
    return statistics;
  }

  traces::Trace trace(const SimulationStatistics& statistics) const {
    PredictedOrigin origin{inputs_.program, inputs_.command, model_json(statistics), {}};
    for (const std::string& assumption : statistics.assumptions)
      origin.notes.push_back("assumed: " + assumption);
    for (const Extrapolation& what : statistics.extrapolated) {
      origin.notes.push_back("extrapolated: the cost of " + std::to_string(what.tasks) + " tasks of type '" +
                             what.type + "', from another size");
    }
    return predicted_trace(stream_, *schedule_, machine_.grid.nodes(), machine_.threads,
                           machine_.platform.header_bytes, std::move(origin));
  }

  using ExtrapolationKey = std::tuple<std::string, SizeKind, double, double>;

  std::mutex mutex_;
  SimulationInputs inputs_;
  std::shared_ptr<SimulationResult> result_;
  Machine machine_;
  std::shared_ptr<CostModel> costs_;
  TaskStream stream_;
  std::vector<detail::HandleState*> handles_;  // by their index in the stream; null: gone
  Counter counter_;
  Progress progress_;
  std::unique_ptr<EventLoop> loop_;     // none: only counting
  std::unique_ptr<Schedule> schedule_;  // the same
  std::map<ExtrapolationKey, std::uint64_t> extrapolated_;
  std::exception_ptr failure_;
};

}  // namespace

std::unique_ptr<Engine> make_simulation_engine(SimulationInputs inputs,
                                               std::shared_ptr<SimulationResult> result) {
  return std::make_unique<SimulationEngine>(std::move(inputs), std::move(result));
}

}  // namespace gusset::simulator
