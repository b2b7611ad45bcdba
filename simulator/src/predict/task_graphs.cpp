// Task graphs and messages: functions `then` of tasks and functions of messages run here, in the order in
// which they become possible without regard to time, and append tasks and messages to the stream.
#include <algorithm>
#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/message_kind.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"
#include "simulation_engine.hpp"
#include "submitting.hpp"
#include "user_functions.hpp"

namespace gusset::simulator {
namespace {

/// Marks the function as the one that the calling thread is in.
class Scope {
 public:
  explicit Scope(Following& now) : outer_(std::exchange(following, &now)) {}
  ~Scope() { following = outer_; }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Following* outer_;
};

std::string node_text(NodeId node) {
  return "node " + std::to_string(node.value());
}

}  // namespace

NodeId SimulationEngine::place() const {
  if (following != nullptr && following->engine == this) return following->node;
  if (submitting.engine != this || submitting.task->is_everywhere()) return {};
  return submitting.node;
}

/// The function of this engine that the calling thread is in; null: the program, or a task everywhere. Throws
/// in a split: its messages would have to wait for the task that splits, but that task's accesses are already
/// known.
Following* SimulationEngine::current() const {
  if (following != nullptr && following->engine == this)
    return following->node.is_none() ? nullptr : following;
  if (submitting.engine == this && !submitting.task->is_everywhere()) {
    throw UsageError("simulate: task " + quoted_name(*submitting.task) +
                     ": expected messages and fulfilments in functions `then`, found one in `split`");
  }
  return nullptr;
}

EventId SimulationEngine::event() {
  const std::lock_guard guard(mutex_);
  Following* const now = current();
  if (now == nullptr || !schedule_) return {};
  if (now->event == TaskStream::none) {
    now->event = stream_.add_event(TaskType::name_of(now->task->type()), now->node);
    handles_.push_back(nullptr);
  }
  return EventId(now->event);
}

void SimulationEngine::begins_after(std::span<const EventId> events) {
  if (following == nullptr || following->engine != this) return;
  for (const EventId each : events) following->inputs.push_back(each.value());
}

void SimulationEngine::submit_own(Task& task) {
  const std::lock_guard guard(mutex_);
  static_cast<void>(current());  // throws in a split
  queue_task(task, TaskStream::none);
}

/// A function `then`, or a function of a message, submits a task that other nodes don't know.
void SimulationEngine::submit_after(Task& task) {
  const Following& now = *following;
  const auto refuse = [&](const std::string& expected, const std::string& found) {
    throw UsageError("simulate: task " + quoted_name(task) + ": expected " + expected + ", found " + found);
  };
  const NodeId node = task.extra().node;
  if (task.is_everywhere()) refuse("a task of one node in a function `then`", "a task everywhere");
  if (!task.extra().is_detached) refuse("a detached task in a function `then`", "a subtask");
  if (node != now.node) refuse(node_text(now.node) + ", whose function `then` submits it", node_text(node));
  for (const TaskAccess& access : task) {
    const HandleState& handle = access.handle();
    if (access.is_covered() || handle.owner == node || handle.owner == every_node) continue;
    refuse("data of " + node_text(node) + ", whose function `then` submits it",
           handle.label() + " of " + node_text(handle.owner));
  }
  const EventId after = event();
  queue_task(task, after.is_none() ? TaskStream::none : after.value());
}

void SimulationEngine::queue_task(Task& task, std::uint32_t after) {
  OwnTask own{&task, after, {}};
  if (predictor_ && predictor_->wants_trace()) {
    Annotation::for_each([&](const Annotation& each) {
      own.annotations.push_back({each.name(), each.value()});
    });
  }
  possible_.emplace_back(std::move(own));
}

void SimulationEngine::send(MessageKind& kind, OutgoingMessage message) {
  const std::lock_guard guard(mutex_);
  Following* const now = current();
  if (now == nullptr)
    throw UsageError(kind.name() + ": expected a task or a message to send this, found neither");
  const std::uint32_t after = now->task == nullptr ? now->event : TaskStream::none;
  const std::uint32_t sent = stream_.add_message(kind.name(), message.argument_bytes + message.content_bytes,
                                                 now->node, message.to, after);
  handles_.push_back(nullptr);
  if (now->task != nullptr) now->messages.push_back(sent);
  if (message.arrived)
    possible_.emplace_back(MessageFunction{&kind, std::move(message.arrived), message.to, sent});
  if (message.sent) possible_.emplace_back(MessageFunction{&kind, std::move(message.sent), now->node, sent});
}

/// Calls the task's function `then`, if it has one.
void SimulationEngine::follow(Task& task, Following& now) {
  if (task.task_class().then == nullptr) return;
  const Scope scope(now);
  call_of_task([&] { return TaskType::name_of(task.type()); }, [&] { task.task_class().then(task); });
}

/// Like follow, but the next wait throws the failure.
void SimulationEngine::follow_or_fail(Task& task, Following& now) {
  try {
    follow(task, now);
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
}

/// Adds a task's events to accesses_.
void SimulationEngine::add_events(Following& now) {
  std::sort(now.inputs.begin(), now.inputs.end());
  now.inputs.erase(std::unique(now.inputs.begin(), now.inputs.end()), now.inputs.end());
  for (const std::uint32_t event : now.inputs)
    accesses_.push_back({event, stream_.version_of(event, now.node), TaskStream::none, AccessMode::read});
  if (now.event != TaskStream::none) accesses_.push_back({now.event, 0, TaskStream::none, AccessMode::write});
  for (const std::uint32_t message : now.messages)
    accesses_.push_back({message, 0, TaskStream::none, AccessMode::write});
}

/// Appends all tasks and messages that the program has made possible so far, and those that they make
/// possible.
void SimulationEngine::unroll() {
  if (failure_) return drop_possible();
  try {
    for (;;) {
      run_everywhere();
      if (possible_.empty()) break;
      const Possible next = std::move(possible_.front());
      possible_.pop_front();
      std::visit([this](const auto& what) { unroll(what); }, next);
    }
  } catch (...) {
    failure_ = std::current_exception();
    drop_possible();
    throw;
  }
  count();
}

void SimulationEngine::unroll(const OwnTask& own) {
  Task& task = *own.task;
  Following now{this, &task, task.extra().node, TaskStream::none, {}, {}};
  if (own.after != TaskStream::none) now.inputs.push_back(own.after);
  try {
    follow(task, now);
    const auto number = static_cast<std::uint32_t>(stream_.tasks().size());
    add_task(task, now, true);
    for (const auto& [name, value] : own.annotations) stream_.annotate(number, name, value);
  } catch (...) {
    release(task);
    throw;
  }
  release(task);
}

void SimulationEngine::unroll(const MessageFunction& message) {
  Following now{this, nullptr, message.node, message.event, {}, {}};
  const Scope scope(now);
  call_of_task([&] { return message.kind->name(); }, message.call);
}

void SimulationEngine::drop_possible() {
  for (const Possible& each : std::exchange(possible_, {})) {
    if (const OwnTask* const own = std::get_if<OwnTask>(&each)) release(*own->task);
  }
}

}  // namespace gusset::simulator
