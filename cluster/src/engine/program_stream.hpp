#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"

namespace gusset::cluster {

/// What the program has done so far: the tasks that it has submitted, its waits, and the kinds of messages
/// that it has created (each task graph creates one). All nodes must do the same, so a running hash of these
/// events is equal on all nodes. Remembers the latest events. One thread at a time may add events. Other
/// threads may call event() under the same lock.
class ProgramStream {
 public:
  enum class EventKind : std::uint8_t { task, wait_all, wait, messages };
  struct Event {
    std::uint64_t hash = 0;  ///< of everything up to this event
    std::uint64_t task = 0;  ///< number of tasks before it
    std::uint32_t handle =
        no_handle;    ///< slot of the first handle that the task accesses, or of the awaited handle
    NodeId node;      ///< a task's place
    TaskTypeId type;  ///< a task's type, or the name of a kind of messages
    EventKind kind = EventKind::task;
  };
  static constexpr std::uint32_t no_handle = UINT32_MAX;
  static constexpr std::size_t remembered = 8192;

  explicit ProgramStream(unsigned nodes)
      : nodes_(nodes), events_log_(std::make_unique<std::array<Event, remembered>>()) {}

  /// Adds a task. Its accesses follow, then end().
  void begin_task(TaskTypeId type, NodeId node) {
    current_ = {hash_, tasks_, no_handle, node, type, EventKind::task};
    mix(hash_of(type) ^ node.value());
  }
  void access(std::uint32_t handle, AccessMode mode) {
    if (current_.handle == no_handle) current_.handle = handle;
    mix(std::uint64_t{handle} << 8 | static_cast<std::uint8_t>(mode));
  }
  void end_task() {
    ++tasks_;
    first_instance_ = instances_;
    instances_ += current_.node == every_node ? nodes_ : 1;
    add_event();
  }
  /// Adds a kind of messages; its name is that of a task type.
  void add_messages(TaskTypeId name);
  void wait_all() { add_wait(EventKind::wait_all, no_handle, 0); }
  void wait(std::uint32_t handle, std::uint32_t version) { add_wait(EventKind::wait, handle, version); }

  /// The number of tasks so far: the next task's number.
  std::uint64_t tasks() const { return tasks_; }
  /// The latest task's number if all instances are numbered: a task that runs everywhere has one instance per
  /// node. Its instance on node 0 has this number, the other nodes' instances have the next ones.
  std::uint64_t first_instance() const { return first_instance_; }
  /// The number of events so far.
  std::uint64_t events() const { return events_; }
  /// The hash of all events so far.
  std::uint64_t hash() const { return hash_; }
  /// The event of that index; none if it has not happened yet or is no longer remembered.
  std::optional<Event> event(std::uint64_t index) const;

 private:
  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9e3779b97f4a7c15u;
    hash_ ^= hash_ >> 29;
  }
  void add_event() {
    current_.hash = hash_;
    (*events_log_)[events_++ % remembered] = current_;
  }
  void add_wait(EventKind kind, std::uint32_t handle, std::uint32_t version);
  std::uint64_t hash_of(TaskTypeId type) {
    return type.value() < type_hashes_.size() ? type_hashes_[type.value()] : add_type(type);
  }
  std::uint64_t add_type(TaskTypeId type);

  const unsigned nodes_;
  std::uint64_t hash_ = 0;
  std::uint64_t tasks_ = 0;
  std::uint64_t instances_ = 0;
  std::uint64_t first_instance_ = 0;
  std::uint64_t events_ = 0;
  Event current_;
  std::unique_ptr<std::array<Event, remembered>> events_log_;
  std::vector<std::uint64_t> type_hashes_;  // of the names: processes may number their types differently
};

}  // namespace gusset::cluster
