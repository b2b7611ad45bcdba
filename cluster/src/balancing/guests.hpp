#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "balancing/kept_tasks.hpp"
#include "balancing/move_messages.hpp"
#include "data/replica.hpp"
#include "gusset/core/data_pool.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// Other nodes' tasks that have moved to this node. Each accesses its own replicas, so that this node's
/// handles and tasks know nothing of it.
class Guests {
 public:
  Guests(NodeEngine& engine, core_tracing::PartRecorder* recorder, Messenger& messenger, DataPool& pool,
         MoveKeys& keys, KeptTasks& kept)
      : engine_(engine), recorder_(recorder), messenger_(messenger), pool_(pool), keys_(keys), kept_(kept) {}
  /// Requires that the engine has ended.
  ~Guests();

  // Called by any thread.

  /// Call it when this task is kept, if it had moved here before the program submitted it.
  void keeps(std::uint64_t number);
  /// Whether the engine executes this task for a moved task.
  static bool is_guest(const Task& task);
  /// Whether a moved task waits for this node's program to submit it.
  bool awaits_program() const { return waits_.load(std::memory_order_relaxed); }
  /// Whether moved tasks are here. Sequentially consistent.
  bool any() const { return here_.load(std::memory_order_seq_cst) > 0; }

  // Called in polls.

  /// Takes a message of the kind `moved`. This node's program may submit the task later.
  void received(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);
  /// Ends all tasks that wait for contents, with this failure. No results are sent from now on.
  void abandon(const std::exception_ptr& failure);

  /// The number of tasks whose contents have not come yet.
  std::size_t coming() const { return coming_; }
  /// Called by any thread: how many messages of the kind `moved` have come, and how many results were sent.
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }

 private:
  struct Guest;
  struct Content;
  struct Wrapper;

  void start_waiting(std::uint64_t number);
  void start(Guest& guest);
  void redirect(Guest& guest);
  void submit(Guest& guest);
  void send_result(Transport& transport, Guest& guest);
  void record_return(Content& content);
  void step(Guest& guest);
  void forget(Guest& guest);

  NodeEngine& engine_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  Messenger& messenger_;
  DataPool& pool_;
  MoveKeys& keys_;
  KeptTasks& kept_;
  std::atomic<std::uint64_t> here_{0};
  std::atomic<bool> waits_{false};  // waiting_ is not empty; relaxed: a hint
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> received_{0};

  // In polls.
  std::unordered_set<Guest*> guests_;
  std::unordered_map<std::uint64_t, Guest*> waiting_;  // until the program submits their tasks; by number
  std::size_t coming_ = 0;
  bool is_abandoned_ = false;
};

}  // namespace gusset::cluster
