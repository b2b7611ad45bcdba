#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "balancing/move_messages.hpp"
#include "data/replica.hpp"
#include "gusset/core/data_pool.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// Other nodes' tasks on this node: those that it keeps because they may move here, and those that have. A
/// moved task accesses replicas of its own, so that this node's handles and tasks know nothing of it.
class Guests {
 public:
  /// The shapes of what a task accesses, in the order of its accesses without covered ones. They outlive the
  /// handles.
  using Shapes = std::vector<std::shared_ptr<const Replica>>;

  Guests(NodeEngine& engine, core_tracing::PartRecorder* recorder, Messenger& messenger, DataPool& pool,
         MoveKeys& keys)
      : engine_(engine), recorder_(recorder), messenger_(messenger), pool_(pool), keys_(keys) {}
  /// The engine has ended.
  ~Guests();

  // Called by the program.

  /// Takes ownership of another node's task. Destroys the oldest kept tasks if there are too many, unless
  /// they are promised.
  void keep(Task& task, std::uint64_t number, Shapes shapes, std::size_t most);
  /// Destroys the kept tasks, none of which will move here any more.
  void forget_kept();

  // Called by any thread.

  /// The numbers of the oldest and the latest kept task; the latest is below the oldest if there is none.
  struct Range {
    std::uint64_t oldest = 1;
    std::uint64_t latest = 0;
    bool is_empty() const { return latest < oldest; }
  };
  /// Promises to keep all of these tasks until `false` is promised.
  Range promise(bool keeps_all);
  /// Whether it is a moved task that runs.
  static bool is_guest(const Task& task);
  /// Whether moved tasks are here. Sequentially consistent.
  bool any() const { return here_.load(std::memory_order_seq_cst) > 0; }

  // Called in polls.

  /// A message of the kind `moved`. Its task may come later, when this node's program submits it.
  void received(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);
  /// Ends all tasks that wait for contents, with this failure. No results are sent from now on.
  void abandon(const std::exception_ptr& failure);

  // Called in polls, or when no task is here.

  /// The number of tasks whose contents have not come yet.
  std::size_t coming() const { return coming_; }
  /// The number of messages `moved` received, and of results sent.
  std::uint64_t received() const { return received_; }
  std::uint64_t sent() const { return sent_; }

 private:
  struct Kept {
    Task* task = nullptr;
    Shapes shapes;
  };
  struct Guest;
  struct Content;
  struct Wrapper;

  void start(Guest& guest);
  void redirect(Guest& guest);
  void submit(Guest& guest);
  void send_result(Transport& transport, Guest& guest);
  void record_return(Content& content);
  void step(Guest& guest);
  void release(Task& task);
  void drop_kept(std::size_t most, bool is_forced);

  NodeEngine& engine_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  Messenger& messenger_;
  DataPool& pool_;
  MoveKeys& keys_;
  std::atomic<std::uint64_t> here_{0};

  detail::SpinLock lock_;
  bool keeps_all_ = false;
  std::map<std::uint64_t, Kept> kept_;                 // by number
  std::unordered_map<std::uint64_t, Guest*> waiting_;  // for their tasks

  // In polls.
  std::unordered_set<Guest*> guests_;
  std::size_t coming_ = 0;
  bool is_abandoned_ = false;
  std::uint64_t received_ = 0;
  std::uint64_t sent_ = 0;
};

}  // namespace gusset::cluster
