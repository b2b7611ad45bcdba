#include "gusset/simulator/engine.hpp"

#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <tuple>
#include <utility>

#include "counter.hpp"
#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/gus.hpp"
#include "local_event_loop.hpp"
#include "machine.hpp"
#include "predicted_trace.hpp"
#include "progress.hpp"
#include "schedule.hpp"
#include "simgrid/crossbar.hpp"
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

class SimulationEngine final : public Engine {
 public:
  SimulationEngine(SimulationInputs inputs, std::shared_ptr<SimulationResult> result)
      : inputs_(std::move(inputs)),
        result_(std::move(result)),
        machine_(machine_of(inputs_)),
        costs_(costs_of(inputs_, machine_)),
        counter_(machine_.grid.nodes(), machine_.platform.header_bytes),
        progress_(inputs_.shows_progress) {
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
    counter_.count(stream_);
  }
  void remove_handle(detail::HandleState&) override {}  // the trace will tell of it

  void* allocate(std::size_t bytes) override { return ::operator new(bytes); }

  void submit(Task& task) override {
    struct Block {
      Task& task;
      ~Block() {
        task.destroy();
        ::operator delete(static_cast<void*>(&task));
      }
    } const block{task};
    const std::lock_guard guard(mutex_);
    if (schedule_) add_cost(task);
    std::vector<TaskStream::StreamAccess> accesses;
    accesses.reserve(task.accesses().size());
    for (TaskAccess& access : task.accesses()) {
      access.version = access.handle->sequence.next(access.mode);
      accesses.push_back({index_of(*access.handle), access.version, TaskStream::none, access.mode});
    }
    task.number = stream_.append(task.call, accesses);
    counter_.count(stream_);
  }

  void wait(detail::HandleState& handle) override { wait_until_done(index_of(handle)); }
  void wait_all() override { wait_until_done(std::nullopt); }

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

  void make_schedule() {
    const unsigned nodes = machine_.grid.nodes();
    if (nodes == 1) {
      loop_ = std::make_unique<LocalEventLoop>();
    } else {
      loop_ = make_simgrid_crossbar(machine_.platform, nodes);
    }
    schedule_ = std::make_unique<Schedule>(stream_, nodes, machine_.threads, inputs_.seed,
                                           machine_.platform.header_bytes, *costs_, *loop_);
  }

  void add_cost(const Task& task) {
    TaskShape shape{TaskType::name_of(task.call.type), task.call.work, 0};
    for (const TaskAccess& access : task.accesses()) shape.bytes += access.handle->size_bytes;
    const TaskCost cost = costs_->cost(shape);
    schedule_->add_cost(cost);
    if (!cost.extrapolated) return;
    const double size = cost.kind == SizeKind::work ? shape.work : static_cast<double>(shape.bytes);
    ++extrapolated_[{std::string(shape.type), cost.kind, size, cost.measured_size}];
  }

  void wait_until_done(std::optional<std::uint32_t> handle) {
    const std::lock_guard guard(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (!schedule_) return;
    try {
      schedule_->wait(handle, [this] { progress_.update(schedule_->ended(), stream_.tasks().size()); });
    } catch (...) {
      failure_ = std::current_exception();  // time can't go on
      progress_.clear();
      throw;
    }
    progress_.clear();
  }

  SimulationStatistics statistics() const {
    SimulationStatistics statistics;
    statistics.totals = counter_.totals();
    statistics.nodes = counter_.nodes();
    statistics.platform = machine_.platform;
    statistics.grid = machine_.grid;
    statistics.threads = machine_.threads;
    statistics.seed = inputs_.seed;
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
