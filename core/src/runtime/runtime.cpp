#include "gusset/core/runtime.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>
#include <vector>

#include "data/retired.hpp"
#include "engine/report.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/reserved.hpp"
#include "plans/graph_log.hpp"
#include "plans/plan_graph.hpp"
#include "runtime/merge_accesses.hpp"

namespace gusset {

namespace {

constexpr int bad_setting_status = 2;
constexpr int failure_status = 1;

std::string number(NodeId node) {
  return std::to_string(node.value());
}

bool needs_locks_now(Task& task) {
  return std::any_of(task.begin(), task.end(), [](const TaskAccess& access) {
    return !access.is_covered() && needs_lock(access.mode());
  });
}

/// The node of a task that is not placed: the owner of the first handle that it modifies, otherwise of its
/// first input.
class NaturalNode {
 public:
  void add(NodeId owner, bool is_modified) {
    NodeId& first = is_modified ? first_modified_ : first_input_;
    if (owner != every_node && first.is_none()) first = owner;
  }
  NodeId node() const {
    if (!first_modified_.is_none()) return first_modified_;
    return first_input_.is_none() ? NodeId(0) : first_input_;
  }

 private:
  NodeId first_modified_;
  NodeId first_input_;
};

NodeId natural_node(Task& task) {
  NaturalNode natural;
  for (const TaskAccess& access : task)
    natural.add(access.handle().owner, modifies(access.mode()) && !access.is_covered());
  return natural.node();
}

}  // namespace

template <class Action>
auto Runtime::guarded(Action&& action) const {
  try {
    return action();
  } catch (const std::exception& error) {
    const bool is_final = dynamic_cast<const SimulationError*>(&error) != nullptr ||
                          dynamic_cast<const UsageError*>(&error) != nullptr ||
                          dynamic_cast<const ConfigurationError*>(&error) != nullptr;
    // Inside a task, the task fails instead.
    if (!is_final || !from_environment_ || engine_->running_task() != nullptr) throw;
    detail::end_program(error.what(), failure_status);
  }
}

Runtime::Runtime() : from_environment_(true) {
  try {
    const Options options = Options::from_environment();
    engine_ = make_engine(options);
    ready();
    detail::announce_ready(options.engine);
  } catch (const std::exception& error) {
    detail::end_program(error.what(), bad_setting_status);
  }
}

Runtime::Runtime(const Options& options) : engine_(make_engine(options)) {
  ready();
}

Runtime::Runtime(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {
  ready();
}

void Runtime::ready() {
  has_one_node_ = grid().nodes() == 1 && engine_->here().is_none();
  source_ = engine_->task_source();
}

Runtime::~Runtime() {
  try {
    if (!engine_->is_broken()) guarded([this] { engine_->wait_all(); });
  } catch (const Cancelled&) {
    // The program asked for this.
  } catch (const std::exception& error) {
    if (!failure_reported_)
      detail::print_error(std::string("a task failed and nobody waited for it: ") + error.what());
  } catch (...) {
    if (!failure_reported_) detail::print_error("a task failed and nobody waited for it");
  }
  try {
    guarded([this] { engine_->finish(); });
    if (from_environment_) detail::announce_finished();
  } catch (const std::exception& error) {
    detail::print_error(error.what());
  }
  delete graph_log_.load(std::memory_order_relaxed);  // relaxed: no other threads are left
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
                      std::to_string(nodes - 1) + ", found node " + number(owner)));
  }
  state.id = HandleId(next_handle_.fetch_add(1, std::memory_order_relaxed));  // relaxed: only unique
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

void Runtime::wait() {
  if (engine_->running_task() != nullptr)
    throw UsageError("a task can't wait: submit a task that accesses what you wait for");
  failure_reported_ = false;  // the wait below throws earlier failures
  guarded([this] { engine_->wait_all(); });
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

inline NodeId Runtime::admit(const TaskCall& call, Task& task) const {
  if (!call.is_sound()) [[unlikely]]
    refuse_call(call);
  const Engine* const engine = engine_.get();
  bool needs_locks = false;
  for (TaskAccess& access : task) {
    const HandleState& handle = access.handle();
    if (handle.engine != engine) [[unlikely]]
      refuse_handle(call, handle);
    needs_locks |= needs_lock(access.mode());
  }
  if (task.access_count() > 1)
    needs_locks &= !guarded([&] { return detail::merge_accesses(task); }) || needs_locks_now(task);
  if (needs_locks) task.set_needs_locks();
  NodeId node = call.node;
  if (!has_one_node_ || !node.is_none()) [[unlikely]]
    node = place(call, task);
  if (task.has_extra()) {
    TaskExtra& extra = task.extra();
    extra.work = call.work;
    extra.priority = call.priority;
    extra.affinity = call.affinity;
    const Task* const submitter = engine_->running_task();
    extra.is_detached = call.is_detached || (submitter != nullptr && submitter->is_everywhere());
    extra.node = node.is_none() ? NodeId(0) : node;
  }
  return node;
}

void Runtime::require_own(const HandleState& state) const {
  if (state.engine != engine_.get())
    refuse(UsageError(state.label() + ": expected a handle of this runtime, found another's"));
}

[[gnu::noinline]] void Runtime::refuse_call(const TaskCall& call) const {
  if (call.type.is_none()) refuse(UsageError("a task needs a type: make its call with a TaskType"));
  refuse(UsageError(TaskType::name_of(call.type) + ": expected work that is finite and not negative, found " +
                    std::to_string(call.work)));
}

[[gnu::noinline]] void Runtime::refuse_handle(const TaskCall& call, const HandleState& handle) const {
  refuse(UsageError(
      TaskType::name_of(call.type) + ": expected handles of this runtime, found " + handle.label() +
      (handle.engine == nullptr && detail::is_retired(handle) ? ", which is destroyed" : " of another")));
}

/// Returns a task's node. Throws UsageError.
[[gnu::noinline]] NodeId Runtime::place(const TaskCall& call, Task& task) const {
  const NodeId node = call.node.is_none() ? natural_node(task) : call.node;
  if (node == every_node) {
    require_everywhere(call, task);
    return node;
  }
  const unsigned nodes = grid().nodes();
  if (node.value() >= nodes) {
    refuse(UsageError(TaskType::name_of(call.type) + ": expected a node from 0 to " +
                      std::to_string(nodes - 1) + ", found node " + number(node)));
  }
  for (const TaskAccess& access : task) {
    const NodeId owner = access.handle().owner;
    if (!access.is_covered() && modifies(access.mode()) && owner != node && owner != every_node) {
      refuse(UsageError(TaskType::name_of(call.type) + " on node " + number(node) +
                        ": expected to modify only what that node owns, found " + access.handle().label() +
                        ", which node " + number(owner) + " owns"));
    }
  }
  return node;
}

void Runtime::require_everywhere(const TaskCall& call, Task& task) const {
  const std::string where = TaskType::name_of(call.type) + " everywhere: ";
  for (const TaskAccess& access : task) {
    const HandleState& handle = access.handle();
    if (handle.owner != every_node) {
      refuse(UsageError(where + "expected handles that every node owns, found " + handle.label() +
                        " of node " + number(handle.owner)));
    }
  }
  if (const Task* const submitter = engine_->running_task(); submitter && !submitter->is_everywhere()) {
    refuse(UsageError(where + "expected the program or a task everywhere to submit it, found task " +
                      quoted_name(*submitter)));
  }
  if (is_capturing()) refuse(UsageError(where + "expected only tasks of one node in a plan, found this one"));
}

Runtime::Offer Runtime::offer_uses(const TaskCall& call, std::span<const Use> uses) {
  // Relaxed: see log_graph. Logged tasks are built on every node.
  if (watchers_.load(std::memory_order_relaxed) != 0 || !call.is_sound()) return Offer::none;
  NaturalNode natural;
  for (const Use& use : uses) {
    if (use.handle->engine != engine_.get()) return Offer::none;
    for (const Use& earlier : uses) {
      if (&earlier == &use) break;
      if (earlier.handle == use.handle) return Offer::none;
    }
    const NodeId owner = use.handle->owner;
    const bool is_modified = modifies(use.mode);
    natural.add(owner, is_modified);
    if (is_modified && owner != every_node && owner != (call.node.is_none() ? natural.node() : call.node))
      return Offer::none;
  }
  const NodeId node = call.node.is_none() ? natural.node() : call.node;
  if (node == every_node || node.value() >= grid().nodes()) return Offer::none;
  return guarded([&] { return engine_->pass_by(call, node, uses); }) ? Offer::passed : Offer::kept;
}

/// Offers an admitted task to the engine. If it belongs to another node, destroys it and returns true.
bool Runtime::passes_by(const TaskCall& call, NodeId node, Task& task) {
  if (engine_->here().is_none()) return false;
  std::vector<Use> uses;
  uses.reserve(task.access_count());
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const bool is_reserved = access.has_mark(TaskAccess::reserved);
    uses.push_back({&access.handle(), access.mode(), is_reserved, is_reserved ? access.version : 0});
  }
  if (!guarded([&] { return engine_->pass_by(call, node, uses); })) return false;
  task.destroy();
  engine_->give_back(task);
  return true;
}

void Runtime::hand_over(const TaskCall& call, Task& task, bool is_kept) {
  detail::GraphLog* log = nullptr;
  std::uint32_t logged = detail::GraphLog::none;
  try {
    const NodeId node = admit(call, task);
    if (is_capturing() && call.type != detail::released_type().id()) [[unlikely]] {
      for (const TaskAccess& access : task) {
        if (access.has_mark(TaskAccess::reserved))
          refuse(UsageError(TaskType::name_of(call.type) +
                            ": expected no reserved accesses in a plan, found one of " +
                            access.handle().label()));
      }
      captured_->append(task);
      return;
    }
    log = graph_log_.load(std::memory_order_acquire);  // pairs with log_graph
    if (log != nullptr) [[unlikely]]
      logged =
          log->add(task, task.has_extra() && task.extra().is_detached ? nullptr : engine_->running_task());
    if (!has_one_node_ && !is_kept && passes_by(call, node, task)) return;
    guarded([&] { engine_->submit(task); });
  } catch (...) {
    if (log != nullptr) log->retract(logged, 1);
    task.destroy();
    engine_->give_back(task);
    throw;
  }
}

/// Call this in the handler of an exception that the engine threw for a task.
void Runtime::refused(Task& task) const {
  task.destroy();
  engine_->give_back(task);
  guarded([] { throw; });
  std::abort();  // never reached: guarded rethrows
}

}  // namespace gusset
