#include "gusset/simulator/predict/engine.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "counter.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/reserved.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "machine.hpp"
#include "platform/platform_ranges.hpp"
#include "predictor.hpp"
#include "progress.hpp"
#include "schedule/outcome.hpp"
#include "schedule/schedule.hpp"
#include "stream/task_blocks.hpp"
#include "stream/task_stream.hpp"
#include "task_costs.hpp"

namespace gusset::simulator {
namespace {

/// Returns the stated costs, otherwise the platform's rate, otherwise none.
std::shared_ptr<CostModel> costs_of(const SimulationInputs& inputs, const Machine& machine) {
  if (inputs.costs || !machine.platform.gflops_per_core) return inputs.costs;
  return make_rate_costs(*machine.platform.gflops_per_core * flops_per_gflop, "platform");
}

void require_writable(const std::filesystem::path& path) {
  if (path.empty()) return;
  if (const auto possible = check_writable(path); !possible)
    throw ConfigurationError(possible.error().message());
}

/// The task whose kernel this thread runs (it splits or runs everywhere), and the tasks that the kernel has
/// submitted.
struct Submitting {
  const Engine* engine = nullptr;
  Task* task = nullptr;
  std::vector<Task*>* tasks = nullptr;
};
thread_local Submitting submitting;

class SimulationEngine final : public Engine {
 public:
  SimulationEngine(SimulationInputs inputs, std::shared_ptr<SimulationResult> result)
      : inputs_(std::move(inputs)),
        result_(std::move(result)),
        machine_(machine_of(inputs_)),
        costs_(costs_of(inputs_, machine_)),
        stream_(inputs_.deduplicates),
        counter_(machine_.grid.nodes(), machine_.platform.header_bytes),
        progress_(inputs_.shows_progress) {
    if (!inputs_.submitter_computes && machine_.threads < 2) {
      throw ConfigurationError("simulate", "at least 2 threads per node, as the first only submits",
                               std::to_string(machine_.threads));
    }
    make_policy(inputs_.policy, {WorkerId(0), machine_.threads, inputs_.seed, {}});  // validates the policy
    require_writable(inputs_.statistics_path);
    require_writable(inputs_.trace_path);
    if (costs_) {
      if (inputs_.overheads == Overheads{}) inputs_.overheads = costs_->overheads();
      costs_of_tasks_ = std::make_unique<TaskCosts>(*costs_, stream_);
      predictor_ = std::make_unique<Predictor>(
          inputs_, machine_, stream_, *costs_,
          [this](std::uint64_t ended, std::uint64_t tasks) { progress_.update(ended, tasks); });
      schedule_ = predictor_->begin();
    } else if (inputs_.wants_trace || !inputs_.trace_path.empty()) {
      throw ConfigurationError("simulate", "costs or a platform with GFlop/s to predict a trace", "neither");
    }
  }

  ~SimulationEngine() override {
    for (const Everywhere& each : everywhere_) release(*each.task);
  }

  bool has_data() const override { return false; }
  ProcessGrid grid() const override { return machine_.grid; }
  unsigned workers() const override { return machine_.threads; }
  Task* running_task() const override { return submitting.engine == this ? submitting.task : nullptr; }

  void add_handle(HandleState& handle) override {
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
    counter_.count(stream_);
  }
  void remove_handle(HandleState& handle) override {
    const std::lock_guard guard(mutex_);
    handles_[index_of(handle)] = nullptr;  // the trace will still contain it
    if (!schedule_ || failure_) return;
    for (unsigned n = 0; n < instances_of(handle); ++n) {
      const std::uint32_t index = index_of(handle, NodeId(n));
      schedule_->remove(index);
      steps_.push_back({extent(), {}, index});
    }
  }

  TaskMemory allocate(std::size_t bytes, bool) override {
    TaskMemory memory;
    memory.has_extra = true;  // for the node, at least
    memory.log2_bytes = std::max(Task::min_log2_block_bytes,
                                 static_cast<unsigned>(std::bit_width(bytes + sizeof(TaskExtra) - 1)));
    memory.block = blocks_.take(memory.log2_bytes);
    new (static_cast<std::byte*>(memory.block) + (std::size_t{1} << memory.log2_bytes) - sizeof(TaskExtra))
        TaskExtra();
    return memory;
  }
  void give_back(Task& task) override { blocks_.give_back(&task, task.log2_block_bytes()); }

  void submit(Task& task) override {
    Task* const parent = running_task();
    if (parent != nullptr && !parent->is_everywhere()) return collect(task, *parent);
    {
      const std::lock_guard guard(mutex_);
      if (task.is_everywhere()) return add_everywhere_task(task);
      add_task(task);
    }
    release(task);  // outside the lock, because destructors of a kernel's captures can run any code
  }

  std::uint32_t reserve(HandleState& handle, AccessMode mode) override {
    const std::lock_guard guard(mutex_);
    return handle.sequence.next(mode);
  }
  void cancel() override { refuse_to_cancel(); }
  void cancel(HandleState&) override { refuse_to_cancel(); }

  void wait(HandleState& handle, std::uint32_t version) override {
    const std::lock_guard guard(mutex_);
    run_everywhere();
    for (unsigned n = 0; n < instances_of(handle); ++n) {
      const std::uint32_t last = sequence(handle, NodeId(n)).final_version();
      // The program only sees what node 0 has submitted.
      const bool is_last = version == handle.sequence.final_version();
      wait_until_done(Schedule::Awaited{index_of(handle, NodeId(n)), is_last ? last : version, is_last});
    }
  }
  void wait_all() override {
    const std::lock_guard guard(mutex_);
    run_everywhere();
    wait_until_done(std::nullopt);
  }

  void finish() override {
    const std::lock_guard guard(mutex_);
    if (failure_ || std::exchange(is_finished_, true)) return;  // a wait threw, or an earlier call finished
    SimulationResult result;
    result.statistics = counted_statistics(inputs_, machine_, stream_, counter_);
    if (predictor_) {
      predictor_->finish(std::move(schedule_), steps_);
      progress_.clear();
      result.events = predictor_->events();
      result.statistics.extrapolated = costs_of_tasks_->extrapolations();
      predictor_->add_times(result.statistics);
      if (predictor_->wants_trace()) result.trace = predictor_->trace(result.statistics);
    }
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
  static std::uint32_t index_of(const HandleState& handle) { return handle.slot.value(); }

  /// Returns the index of the node's instance if every node owns one.
  static std::uint32_t index_of(const HandleState& handle, NodeId node) {
    return index_of(handle) + (handle.owner == every_node ? node.value() : 0);
  }
  /// Returns how many handles of the stream the handle represents.
  unsigned instances_of(const HandleState& handle) const {
    return handle.owner == every_node ? machine_.grid.nodes() : 1;
  }
  VersionSequence& sequence(HandleState& handle, NodeId node) {
    const bool is_other = handle.owner == every_node && node.value() > 0;
    return is_other ? sequences_.at(index_of(handle, node)) : handle.sequence;
  }

  [[noreturn]] static void refuse_to_cancel() {
    throw UsageError("simulate: tasks can't be cancelled, as the outcome would depend on their durations");
  }

  Schedule::Extent extent() const { return {stream_.program_tasks().size(), stream_.handles().size()}; }

  void release(Task& task) {
    task.destroy();
    blocks_.give_back(&task, task.log2_block_bytes());
  }

  bool splits(Task& task) const { return inputs_.splits && task.task_class().can_split && has_parts(task); }

  // ---- submission

  void add_task(Task& task) {
    const bool is_split = splits(task);
    const std::uint32_t cost = schedule_ && !is_split ? costs_of_tasks_->number_of(task) : TaskStream::none;
    const NodeId node = task.extra().node;
    const std::uint32_t number = append(task, stream_task(task, cost), node);
    if (is_split) {
      split(task, number, node, 1);
    } else {
      counter_.count_work(node, task.extra().work);
    }
  }

  std::uint32_t append(Task& task, const TaskStream::StreamTask& what, NodeId node) {
    accesses_.clear();
    for (TaskAccess& access : task) {
      if (access.is_covered()) continue;
      HandleState& handle = access.handle();
      if (!access.has_mark(TaskAccess::reserved)) access.version = sequence(handle, node).next(access.mode());
      accesses_.push_back({index_of(handle, node), access.version, TaskStream::none, access.mode()});
      if (!schedule_) handle.set_version(handle.sequence.final_version());
    }
    const std::uint32_t number = stream_.append(what, accesses_);
    if (schedule_) annotate(number);
    counter_.count(stream_);
    return number;
  }

  // ---- tasks everywhere

  /// Its time is the time of its submissions plus the work that it declares. Its kernel runs when the program
  /// waits, because the program may change the kernel's inputs until then.
  void add_everywhere_task(Task& task) {
    TaskStream::StreamTask what = stream_task(task, TaskStream::none);
    what.is_everywhere = true;
    const auto first = static_cast<std::uint32_t>(stream_.tasks().size());
    for (unsigned n = 0; n < machine_.grid.nodes(); ++n) {
      what.node = NodeId(n);
      if (schedule_ && what.work > 0.0) what.cost = costs_of_tasks_->number_of(task);
      append(task, what, what.node);
      counter_.count_work(what.node, what.work);
    }
    everywhere_.push_back({&task, first});
  }

  /// Runs the kernels of all submitted tasks everywhere, and of the tasks everywhere that they submit.
  void run_everywhere() {
    if (failure_) return;
    while (!everywhere_.empty()) {
      const Everywhere each = everywhere_.front();
      everywhere_.pop_front();
      try {
        run_everywhere(each);
      } catch (...) {
        failure_ = std::current_exception();
      }
      release(*each.task);
      if (failure_) std::rethrow_exception(failure_);
    }
  }
  struct Everywhere {
    Task* task;
    std::uint32_t first_instance;
  };
  void run_everywhere(const Everywhere& each) {
    stream_.begin_batch(each.first_instance);
    const auto failure = [&](const std::string& why) {
      return TaskFailure(TaskType::name_of(each.task->type()), why);
    };
    try {
      run_kernel(*each.task, nullptr);
    } catch (const SimulationError&) {
      throw;
    } catch (const std::exception& error) {
      throw failure(error.what());
    } catch (...) {
      throw failure("unknown exception");
    }
    stream_.end_batch();
  }

  static TaskStream::StreamTask stream_task(Task& task, std::uint32_t cost) {
    const TaskExtra& extra = task.extra();
    TaskStream::StreamTask what;
    what.type = task.type();
    what.node = extra.node;
    what.work = extra.work;
    what.affinity = extra.affinity;
    what.priority = extra.priority;
    what.cost = cost;
    return what;
  }

  void annotate(std::uint32_t number) {
    Annotation::for_each(
        [this, number](const Annotation& each) { stream_.annotate(number, each.name(), each.value()); });
  }

  // Collects what a splitting kernel submits until it returns, so that a task's children are contiguous.
  static void collect(Task& task, Task& parent) {
    if (task.extra().is_detached) {
      throw UsageError("simulate: task " + quoted_name(task) +
                       ": expected a subtask of the splitting task, found a detached task");
    }
    make_subtask(task, parent);
    if constexpr (checks_parts) check_parts(task);
    submitting.tasks->push_back(&task);
  }

  /// Collects in `tasks` what the kernel submits if it splits.
  void run_kernel(Task& task, std::vector<Task*>* tasks) {
    const Submitting outer = std::exchange(submitting, {this, &task, tasks});
    try {
      task.run();
    } catch (...) {
      submitting = outer;
      throw;
    }
    submitting = outer;
  }

  /// Runs a task's split. Its children go into the stream, unless the simulation only counts.
  void split(Task& task, std::uint32_t number, NodeId node, unsigned level) {
    std::vector<Task*> children;
    const auto release_from = [&](std::size_t first) {
      for (std::size_t i = first; i < children.size(); ++i) release(*children[i]);
    };
    try {
      run_kernel(task, &children);
    } catch (...) {
      release_from(0);
      throw;
    }
    std::vector<std::uint32_t> numbers(children.size(), TaskStream::none);
    if (schedule_) {
      for (std::size_t i = 0; i < children.size(); ++i) numbers[i] = append_child(*children[i], number, node);
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
      Task& child = *children[i];
      counter_.count_child(node, level + 1);
      try {
        if (splits(child)) {
          split(child, numbers[i], node, level + 1);
        } else {
          counter_.count_work(node, child.extra().work);
        }
      } catch (...) {
        release_from(i);
        throw;
      }
      release(child);
    }
  }

  std::uint32_t append_child(Task& child, std::uint32_t parent, NodeId node) {
    const std::uint32_t cost = splits(child) ? TaskStream::none : costs_of_tasks_->number_of(child);
    accesses_.clear();
    for (TaskAccess& access : child) {
      if (access.is_covered()) continue;
      const HandleState& handle = access.handle();
      if (handle.owner != node && handle.owner != every_node &&
          (handle.whole == nullptr || modifies(access.mode()))) {
        throw UsageError("simulate: task " + quoted_name(child) + " on node " + std::to_string(node.value()) +
                         ": expected data of this node, or reads of parts of its parent's data, found " +
                         handle.label() + " of another node");
      }
      accesses_.push_back({index_of(handle, node), 0, TaskStream::none, access.mode()});
    }
    return stream_.append_child(parent, stream_task(child, cost), accesses_);
  }

  // ---- time

  void wait_until_done(const std::optional<Schedule::Awaited>& awaited) {
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

  std::recursive_mutex mutex_;  // recursive, because kernels run under it and may make handles
  SimulationInputs inputs_;
  std::shared_ptr<SimulationResult> result_;
  Machine machine_;
  std::shared_ptr<CostModel> costs_;
  TaskBlocks blocks_;
  TaskStream stream_;
  std::vector<HandleState*> handles_;  // indexed like the stream; null: removed, or another node's
  std::unordered_map<std::uint32_t, VersionSequence> sequences_;  // other nodes' sequences, by stream index
  std::deque<Everywhere> everywhere_;                             // tasks whose kernels have not run
  std::vector<TaskStream::StreamAccess> accesses_;                // scratch
  Counter counter_;
  Progress progress_;

  // All null if the simulation only counts.
  std::unique_ptr<TaskCosts> costs_of_tasks_;
  std::unique_ptr<Predictor> predictor_;
  std::unique_ptr<Schedule> schedule_;  // first seed's schedule; null when the program has finished
  std::vector<ProgramStep> steps_;
  std::exception_ptr failure_;
  bool is_finished_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_simulation_engine(SimulationInputs inputs,
                                               std::shared_ptr<SimulationResult> result) {
  return std::make_unique<SimulationEngine>(std::move(inputs), std::move(result));
}

}  // namespace gusset::simulator
