#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <unordered_set>

#include "balancing/move_messages.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// What moves have cost, counted at the tasks' home: the node that the program placed them on.
struct MoveCounts {
  std::uint64_t tasks = 0;
  std::uint64_t messages = 0;  ///< two per task, one per handle whose contents are sent
  std::uint64_t bytes = 0;     ///< of contents
};

/// The tasks of this node that other nodes run. Each keeps its accesses here until its result has come.
class Departures {
 public:
  Departures(NodeEngine& engine, core_tracing::PartRecorder* recorder, Messenger& messenger, MoveKeys& keys)
      : engine_(engine), recorder_(recorder), messenger_(messenger), keys_(keys) {}
  ~Departures();

  /// Sends a task that the engine has given away. Thread-safe.
  void start(Task& task, NodeId to);
  /// How many tasks are under way. Sequentially consistent.
  std::uint64_t under_way() const { return under_way_.load(std::memory_order_seq_cst); }
  bool any() const { return under_way() > 0; }

  // Called in polls.

  void received(Transport& transport, const Header& header, std::span<const std::byte> body);
  /// Ends all tasks with this failure, those under way and later ones: no results will come.
  void abandon(const std::exception_ptr& failure);
  /// Half of the time that a task spends under way, neither here nor on its receiver, on average.
  double transfer_s() const { return transfer_.seconds(); }

  /// Call it when nothing is under way.
  const MoveCounts& counts() const { return counts_; }
  /// Called by any thread: the numbers of `moved` messages sent and of results received.
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }

 private:
  struct Departure;
  struct Content;

  void send(Transport& transport, Departure& departure);
  Operation* begin_content(Departure& departure, const core_tracing::PartRecorder::MessageEnd& end,
                           std::uint32_t key);
  void record(const core_tracing::PartRecorder::MessageEnd& end, bool is_sending);
  void step(Departure& departure);
  void end(Departure& departure);

  NodeEngine& engine_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  Messenger& messenger_;
  MoveKeys& keys_;
  std::atomic<std::uint64_t> under_way_{0};
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> received_{0};

  // In polls.
  std::unordered_set<Departure*> sent_tasks_;
  std::exception_ptr abandoned_;  // null: not abandoned
  MoveCounts counts_;
  TransferTime transfer_;
};

}  // namespace gusset::cluster
