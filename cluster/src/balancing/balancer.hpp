#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <span>

#include "balancing/departures.hpp"
#include "balancing/guests.hpp"
#include "balancing/kept_tasks.hpp"
#include "balancing/move_messages.hpp"
#include "gusset/core/data_pool.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// Decides which tasks of this node run on others, and asks others for work (gusset::Balance).
///
/// A node asks one other at a time. The node asked leaves the question open for a while: each time one of its
/// workers is about to run a task that may migrate, the task leaves instead, until enough have left.
class Balancer {
 public:
  /// Requires that the balance is on and that there are other nodes. Throws ConfigurationError if the balance
  /// lists a node that does not exist.
  Balancer(Balance balance, std::uint64_t seed, NodeEngine& engine, core_tracing::PartRecorder* recorder,
           Messenger& messenger, DataPool& pool);

  // Called by the program.

  /// Whether a task may run on another node than its own. Call it before the task accesses replicas.
  static bool may_move(Task& task);
  /// Whether this node must keep another node's task with that number, because it may move here.
  bool keeps(std::uint64_t number) const;
  void keep(Task& task, std::uint64_t number, Shapes shapes);
  /// Forgets the kept tasks. Requires that all tasks so far have ended.
  void forget_kept() { kept_.clear(); }
  /// Whether all moved tasks have ended: this node's on other nodes, and other nodes' on this one.
  bool is_still() const { return !departures_.any() && !guests_.any(); }
  /// Whether a task that has moved here waits for the program to submit it.
  bool awaits_program() const { return guests_.awaits_program(); }
  /// Whether no question of this node is open. Stays true after forget_kept() until the program submits more.
  bool has_answer() const { return !is_open_.load(std::memory_order_seq_cst); }
  /// What the moves of this node's tasks have cost. Call it when everything has ended.
  const MoveCounts& counts() const { return departures_.counts(); }

  // Called by any thread.

  bool takes_away(Task& task);
  /// Notes the duration of a task that may migrate and has run here.
  void ran_here(std::int64_t duration_ns);
  /// Ends everything that waits for other nodes, with this failure, because the run is broken.
  void abandon(const std::exception_ptr& failure);

  // Called in polls.

  void polled(Transport& transport, bool is_idle);
  void received(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);

  /// How many messages were sent and received: node 0 detects deadlocks by these numbers. Called by any
  /// thread.
  std::uint64_t sent() const { return departures_.sent() + guests_.sent(); }
  std::uint64_t received() const { return departures_.received() + guests_.received(); }

 private:
  struct Question {
    unsigned from = 0;
    std::size_t most = 0;   // tasks that may leave
    std::size_t given = 0;  // tasks that have left
    std::size_t stays = 0;  // ready tasks that stay here
    KeptTasks::Range kept;  // tasks kept at the node that asks
    std::int64_t deadline_ns = 0;
  };

  bool gives_away(Task& task);
  Load load() const;
  void close_if_over(std::int64_t now);
  void ask(Transport& transport);
  void asked(Transport& transport, unsigned from, const Header& header);
  void close_own();

  const Balance balance_;
  const NodeId here_;
  const unsigned nodes_;
  NodeEngine& engine_;
  Messenger& messenger_;
  MoveKeys keys_;
  Departures departures_;
  KeptTasks kept_;
  Guests guests_;

  detail::SpinLock lock_;
  std::deque<Question> questions_;              // lock_: other nodes' questions, in order of arrival
  std::atomic<std::size_t> open_questions_{0};  // a hint
  std::atomic<std::uint64_t> own_tasks_{0};     // tasks that may migrate and have run here
  std::atomic<std::int64_t> own_tasks_ns_{0};
  std::atomic<bool> is_abandoned_{false};
  std::atomic<bool> is_open_{false};  // this node has an open question

  // In polls.
  WorkSearch search_;
  std::int64_t next_question_ns_ = 0;
  std::uint64_t came_ = 0;               // tasks that have come since this node asked
  std::optional<std::uint64_t> answer_;  // how many tasks will come; none: not known yet
};

}  // namespace gusset::cluster
