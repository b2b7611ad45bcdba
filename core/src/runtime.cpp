#include "gusset/core/runtime.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <unordered_map>

#include "report.hpp"

namespace gusset {

namespace {

constexpr int bad_setting_status = 2;
constexpr int failure_status = 1;
constexpr std::size_t few_accesses = 16;

std::string number(NodeId node) {
  return std::to_string(node.value());
}

std::string label(const detail::HandleState& state) {
  return state.name.empty() ? "handle " + std::to_string(state.id.value()) : state.name;
}

/// Keeps the access at `count`, or merges it into the one at `same`; returns how many there are then.
std::size_t keep_or_merge(std::span<detail::RequestedAccess> accesses, std::size_t count, std::size_t same,
                          const detail::RequestedAccess& access) {
  if (same == count) {
    accesses[count] = access;
    return count + 1;
  }
  accesses[same].mode = combine(accesses[same].mode, access.mode);
  return count;
}

/// Merges accesses to one handle in place, in order of first appearance; returns how many there are.
std::size_t merge_few(std::span<detail::RequestedAccess> accesses) {
  std::size_t count = 0;
  for (const detail::RequestedAccess access : accesses) {
    std::size_t same = 0;
    while (same < count && accesses[same].handle != access.handle) ++same;
    count = keep_or_merge(accesses, count, same, access);
  }
  return count;
}

/// The same, where comparing all with all would be slow.
std::size_t merge_many(std::span<detail::RequestedAccess> accesses) {
  std::unordered_map<detail::HandleState*, std::size_t> seen;
  std::size_t count = 0;
  for (const detail::RequestedAccess access : accesses) {
    count = keep_or_merge(accesses, count, seen.try_emplace(access.handle, count).first->second, access);
  }
  return count;
}

/// The node of a task that is not placed: where it modifies, else where its first input is.
NodeId natural_node(std::span<const detail::RequestedAccess> accesses) {
  const auto modified = std::find_if(accesses.begin(), accesses.end(),
                                     [](const auto& access) { return modifies(access.mode); });
  if (modified != accesses.end()) return modified->handle->owner;
  return accesses.empty() ? NodeId(0) : accesses.front().handle->owner;
}

}  // namespace

template <class Action>
auto Runtime::guarded(Action&& action) const {
  if (!from_environment_ || engine_->in_task()) return action();  // inside a task it is the task that fails
  try {
    return action();
  } catch (const SimulationError& error) {
    detail::end_program(error.what(), failure_status);
  } catch (const UsageError& error) {
    detail::end_program(error.what(), failure_status);
  } catch (const ConfigurationError& error) {
    detail::end_program(error.what(), failure_status);
  }
}

Runtime::Runtime() : from_environment_(true) {
  try {
    const Options options = Options::from_environment();
    engine_ = make_engine(options);
    detail::announce_ready(options.engine);
  } catch (const std::exception& error) {
    detail::end_program(error.what(), bad_setting_status);
  }
}

Runtime::Runtime(const Options& options) : engine_(make_engine(options)) {}

Runtime::Runtime(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

Runtime::~Runtime() {
  try {
    guarded([this] { engine_->wait_all(); });
  } catch (const std::exception& error) {
    if (!failure_reported_)
      detail::print_error(std::string("a task failed and nobody waited for it: ") + error.what());
  } catch (...) {
    if (!failure_reported_) detail::print_error("a task failed and nobody waited for it");
  }
  try {
    guarded([this] { engine_->finish(); });
  } catch (const std::exception& error) {
    detail::print_error(error.what());
  }
}

Handle Runtime::handle(std::string name, std::uint64_t size_bytes, NodeId owner) {
  auto state = std::make_unique<detail::HandleState>();
  attach(*state, std::move(name), size_bytes, owner);
  return Handle(std::move(state));
}

void Runtime::attach(detail::HandleState& state, std::string name, std::uint64_t size_bytes, NodeId owner) {
  const unsigned nodes = grid().nodes();
  if (owner.value() >= nodes) {
    refuse(UsageError(name + ": expected an owner from node 0 to " + std::to_string(nodes - 1) +
                      ", found node " + number(owner)));
  }
  state.id = HandleId(next_handle_.fetch_add(1, std::memory_order_relaxed));  // relaxed: only unique
  state.name = std::move(name);
  state.size_bytes = size_bytes;
  state.owner = owner;
  guarded([&] { engine_->add_handle(state); });
  state.engine = engine_.get();
}

void Runtime::detach(detail::HandleState& state) noexcept {
  if (state.engine == nullptr) return;
  try {
    state.engine->wait(state);
  } catch (const UsageError& error) {
    if (state.engine->in_task()) {
      // Tasks would go on using what is gone.
      detail::print_error(
          label(state) + " is destroyed inside a task while tasks that use it are not done: " + error.what());
      std::terminate();
    }
  } catch (...) {
    // A failed task's exception stays with the engine, for a wait that can report it.
  }
  state.engine->remove_handle(state);
  state.engine = nullptr;
}

void Runtime::wait() {
  if (engine_->in_task())
    throw UsageError("a task can't wait: submit a task that accesses what you wait for");
  try {
    guarded([this] { engine_->wait_all(); });
  } catch (...) {
    failure_reported_ = true;
    throw;
  }
}

void Runtime::wait_for(detail::HandleState& state) {
  if (engine_->in_task())
    throw UsageError("a task can't wait: submit a task that accesses what you wait for");
  try {
    guarded([&] {
      if (state.engine != engine_.get())
        throw UsageError(label(state) + ": expected a handle of this runtime, found another's");
      engine_->wait(state);
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

std::size_t Runtime::admit(TaskCall& call, std::span<detail::RequestedAccess> accesses) const {
  if (call.type.is_none()) refuse(UsageError("a task needs a type: make its call by a TaskType"));
  const auto type = [&] { return TaskType::name_of(call.type); };
  if (!std::isfinite(call.work) || call.work < 0) {
    refuse(UsageError(type() + ": expected work that is finite and not negative, found " +
                      std::to_string(call.work)));
  }
  for (const detail::RequestedAccess& access : accesses) {
    if (access.handle->engine != engine_.get()) {
      refuse(UsageError(type() + ": expected handles of this runtime, found " + label(*access.handle) +
                        " of another"));
    }
  }
  const std::size_t count = accesses.size() <= few_accesses ? merge_few(accesses) : merge_many(accesses);
  accesses = accesses.first(count);
  if (call.node.is_none()) call.node = natural_node(accesses);
  const unsigned nodes = grid().nodes();
  if (call.node.value() >= nodes) {
    refuse(UsageError(type() + ": expected a node from 0 to " + std::to_string(nodes - 1) + ", found node " +
                      number(call.node)));
  }
  for (const detail::RequestedAccess& access : accesses) {
    if (modifies(access.mode) && access.handle->owner != call.node) {
      refuse(UsageError(type() + " on node " + number(call.node) +
                        ": expected to modify only what that node owns, found " + label(*access.handle) +
                        ", which node " + number(access.handle->owner) + " owns"));
    }
  }
  return count;
}

void Runtime::hand_over(Task& task) {
  guarded([&] { engine_->submit(task); });
}

}  // namespace gusset
