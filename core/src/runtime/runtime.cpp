#include "gusset/core/runtime.hpp"

#include <exception>
#include <string>
#include <utility>

#include "engine/report.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/schedule_file.hpp"
#include "gusset/core/engine/value_or_throw.hpp"
#include "plans/graph_log.hpp"
#include "plans/plan_graph.hpp"
#include "runtime/guarded.hpp"
#include "runtime/schedule_guide.hpp"

namespace gusset {

namespace {

constexpr int bad_setting_status = 2;

}  // namespace

Runtime::Runtime() : from_environment_(true) {
  try {
    const Options options = Options::from_environment();
    make(options);
    detail::announce_ready(options.engine);
  } catch (const std::exception& error) {
    detail::end_program(error.what(), bad_setting_status);
  }
}

Runtime::Runtime(const Options& options) {
  make(options);
}

Runtime::Runtime(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {
  ready();
}

void Runtime::make(Options options) {
  ranks_plans_ = options.policy == "critical";
  if (options.schedule.empty()) {
    engine_ = make_engine(options);
    return ready();
  }
  ScheduleFile file = value_or_throw(read_schedule_file(options.schedule));
  if (options.threads == 0) options.threads = static_cast<unsigned>(file.workers.size());
  std::unique_ptr<Engine> engine = make_engine(options);  // its threads end if the file is refused
  if (engine->grid().nodes() > 1 || !engine->here().is_none()) {
    throw ConfigurationError("GUSSET_SCHEDULE", "one node, because a schedule names one node's workers",
                             count_text(engine->grid().nodes(), "node"));
  }
  guide_ = std::make_unique<detail::ScheduleGuide>(
      std::move(file), options.schedule, options.schedule_form, engine->workers(),
      engine->has_data() ? available_cores() : engine->workers());
  engine_ = std::move(engine);
  ready();
  // The guide writes to the TaskExtra. Tasks that have one are not plain, so the guide sees every task.
  source_.always_extra = true;
}

void Runtime::ready() {
  has_one_node_ = grid().nodes() == 1 && engine_->here().is_none();
  source_ = engine_->task_source();
}

/// Waits for all tasks. Reports a failed task that no wait has reported.
void Runtime::wait_at_end() noexcept {
  try {
    if (!engine_->is_broken()) guarded([this] { wait_for_all(); });
  } catch (const Cancelled&) {
    // The program asked for this.
  } catch (const Deadlock& deadlock) {
    if (!failure_reported_) detail::print_error(deadlock.what());
  } catch (const std::exception& error) {
    if (!failure_reported_)
      detail::print_error(std::string("a task failed and nobody waited for it: ") + error.what());
  } catch (...) {
    if (!failure_reported_) detail::print_error("a task failed and nobody waited for it");
  }
}

Runtime::~Runtime() {
  wait_at_end();
  try {
    if (guide_ != nullptr) engine_->use_schedule(guide_->use());
    guarded([this] { engine_->finish(); });
    if (guide_ != nullptr) end_guide();
    if (from_environment_) detail::announce_finished();
  } catch (const std::exception& error) {
    detail::print_error(error.what());
  }
  delete graph_log_.load(std::memory_order_relaxed);  // relaxed: no other threads are left
}

/// Reports how the run used the schedule file.
void Runtime::end_guide() {
  const ScheduleUse used = guide_->use();
  if (used.known_tasks + used.unknown_tasks == 0) return;
  if (const auto other = guide_->other_program()) guarded([&] { throw UsageError(*other); });
  detail::print_error(summary_of(used, guide_->name()));
}

Handle Runtime::handle(std::string name, std::uint64_t size_bytes, NodeId owner) {
  auto state = std::make_unique<HandleState>();
  attach(*state, std::move(name), size_bytes, owner);
  return Handle(std::move(state));
}

void Runtime::attach(HandleState& state, std::string name, std::uint64_t size_bytes, NodeId owner) {
  const unsigned nodes = grid().nodes();
  if (owner.value() >= nodes && owner != every_node) {
    refuse(UsageError((name.empty() ? "a handle" : name) + ": expected an owner from node 0 to " +
                      std::to_string(nodes - 1) + ", found node " + std::to_string(owner.value())));
  }
  state.id = engine_->new_handle_id();
  state.name = std::move(name);
  state.size_bytes = size_bytes;
  state.owner = owner;
  guarded([&] { engine_->add_handle(state); });
  state.engine = engine_.get();
}

void Runtime::detach(HandleState& state) noexcept {
  if (state.engine == nullptr) return;
  try {
    if (!state.engine->is_broken()) state.engine->wait(state, state.engine->submitted_version(state));
  } catch (const UsageError& error) {
    // Tasks would continue to use the destroyed handle.
    detail::print_error(state.label() +
                        " is destroyed inside a task while tasks still use it: " + error.what());
    std::terminate();
  } catch (const Deadlock& deadlock) {
    detail::print_error(deadlock.what());  // the waiting tasks are dropped, and nothing else reports them
  } catch (...) {
    // A failed task's exception stays in the engine, for a wait that can report it.
  }
  state.engine->remove_handle(state);
  state.engine = nullptr;
}

void Runtime::detach(detail::PendingTasks& graph) noexcept {
  wait_at_end();
  task_graphs_.remove(graph);
}

void Runtime::wait_for_all() {
  try {
    engine_->wait_all();
  } catch (...) {
    task_graphs_.clear_pending();
    throw;
  }
  if (task_graphs_.empty()) return;
  const std::size_t pending = task_graphs_.pending();
  if (engine_->sum_over_nodes(pending) == 0) return;
  const std::string text =
      pending > 0 ? task_graphs_.text() : "tasks of task graphs on other nodes can never run";
  task_graphs_.clear_pending();
  throw Deadlock(text);
}

void Runtime::wait() {
  if (engine_->running_task() != nullptr)
    throw UsageError("a task can't wait: submit a task that accesses what you wait for");
  failure_reported_ = false;  // the wait below throws earlier failures
  guarded([this] { wait_for_all(); });
}

void Runtime::wait_for(HandleState& state, std::optional<std::uint32_t> version) {
  if (engine_->running_task() != nullptr)
    throw UsageError("a task can't wait: submit a task that accesses what you wait for");
  try {
    guarded([&] {
      require_own(state);
      engine_->wait(state, version ? *version : engine_->submitted_version(state));
    });
  } catch (const UsageError&) {
    throw;
  } catch (...) {
    failure_reported_ = true;
    throw;
  }
}

void Runtime::refuse(const UsageError& error) const {
  guarded([&] { throw error; });
  throw error;
}

std::uint32_t Runtime::reserve_version(HandleState& state, AccessMode mode) {
  require_own(state);
  if (state.owner == every_node)
    refuse(UsageError(state.label() +
                      ": expected reserve on a handle of one node, found one that every node owns"));
  if (is_capturing())
    refuse(UsageError(state.label() + ": expected reserve outside a capture, found it inside one"));
  const std::uint32_t version = guarded([&] { return engine_->reserve(state, mode); });
  if (detail::GraphLog* const log = graph_log_.load(std::memory_order_acquire))  // pairs with log_graph
    log->add_reservation(state, mode, version);
  if (guide_ != nullptr) guide_->reserved(state, mode);
  return version;
}

void Runtime::rename_adds_of(HandleState& state, RenamingFunctions functions) {
  require_own(state);
  if (!has_data() || !engine_->holds(state.owner)) return;
  if (state.data == nullptr || state.size_bytes == 0 || state.parts != nullptr) {
    refuse(UsageError(state.label() + ": expected contents without parts for rename_adds, found " +
                      (state.parts != nullptr ? "parts" : "none")));
  }
  if (state.renaming != nullptr)
    refuse(UsageError(state.label() + ": expected one call of rename_adds, found a second"));
  if (engine_->submitted_version(state) != state.version())
    refuse(UsageError(state.label() +
                      ": expected rename_adds before any task accesses it, found tasks in flight"));
  state.renaming.reset(new detail::Renaming(state.size_bytes, std::move(functions)));
}

Runtime::Capture::Capture(Runtime& runtime) : runtime_(runtime) {
  std::thread::id nobody;
  // Acquire: pairs with the release that ends the previous capture, perhaps in another thread.
  if (!runtime.capturing_thread_.compare_exchange_strong(nobody, std::this_thread::get_id(),
                                                         std::memory_order_acquire))
    throw UsageError("expected one capture at a time, found a second");
  runtime.captured_ = std::make_unique<detail::PlanGraph>(*runtime.engine_);
  runtime.watchers_.fetch_add(1,
                              std::memory_order_relaxed);  // relaxed: only this thread's tasks go into a plan
}

Runtime::Capture::~Capture() {
  runtime_.watchers_.fetch_sub(1, std::memory_order_relaxed);
  runtime_.captured_.reset();
  runtime_.capturing_thread_.store(std::thread::id(), std::memory_order_release);
}

Plan Runtime::end_capture() {
  captured_->close();
  if (ranks_plans_) captured_->rank_by_work();
  return Plan(std::move(captured_));
}

bool Runtime::is_capturing() const {
  // Relaxed: a thread only finds its own id if it stored it there itself.
  return capturing_thread_.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

void Runtime::run(Plan& plan) {
  if (is_capturing()) refuse(UsageError("expected only tasks in a capture, found a run of another plan"));
  if (&plan.graph().engine != engine_.get())
    refuse(UsageError("expected a plan of this runtime, found another's"));
  if (guide_ != nullptr)
    guarded([&] {
      const std::string line = guide_->run(plan.graph());
      if (!line.empty()) detail::print_error(line);
    });
  detail::GraphLog* const log = graph_log_.load(std::memory_order_acquire);  // pairs with log_graph
  std::uint32_t logged = detail::GraphLog::none;
  if (log != nullptr) logged = log->add_run(plan.graph(), engine_->running_task());
  try {
    guarded([&] { engine_->run(plan); });
  } catch (...) {
    if (log != nullptr) log->retract(logged, plan.graph().nodes.size());
    throw;
  }
}

void Runtime::log_graph() {
  if (graph_log_.load(std::memory_order_acquire) != nullptr) return;  // pairs with the exchange below
  auto log = std::make_unique<detail::GraphLog>();
  detail::GraphLog* none = nullptr;
  // Release: pairs with the acquire loads of the log.
  if (!graph_log_.compare_exchange_strong(none, log.get(), std::memory_order_acq_rel)) return;
  static_cast<void>(log.release());
  // Relaxed: threads that do not synchronise with this one may submit some more tasks unlogged.
  watchers_.fetch_add(1, std::memory_order_relaxed);
}

void Runtime::write_dot(std::ostream& out, GraphKind kind) const {
  const detail::GraphLog* const log = graph_log_.load(std::memory_order_acquire);  // pairs with log_graph
  if (log == nullptr) refuse(UsageError("write_dot: expected an earlier call of log_graph, found none"));
  log->write_dot(out, kind);
}

}  // namespace gusset
