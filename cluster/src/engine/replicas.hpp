#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "counts/counts.hpp"
#include "data/replica.hpp"
#include "engine/handle_table.hpp"
#include "gusset/core/data_pool.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// The contents of other nodes' handles that this node's tasks read. Messages may come before the program has
/// submitted the first reader: short ones are kept, long ones stay at their sender.
class Replicas final : private Replica::Owner {
 public:
  Replicas(NodeEngine& engine, core_tracing::PartRecorder* recorder, Messenger& messenger,
           HandleTable& handles, Counts& counts, DataPool& pool)
      : engine_(engine),
        recorder_(recorder),
        messenger_(messenger),
        handles_(handles),
        counts_(counts),
        pool_(pool) {}
  /// Requires that the engine has ended.
  ~Replicas();

  // Called by the program, in order.

  /// What a task accesses instead of that version of a handle. Call submitted() once the task is submitted.
  HandleState& access(HandleState& handle, std::uint32_t version, TaskTypeId reader, std::uint64_t number);
  void submitted();
  /// The program has passed a task that modifies the handle.
  void passed(HandleEntry& entry) {
    if (entry.replica != nullptr) retire(entry);
  }
  /// Whether all readers of the handle on this node have ended.
  static bool are_idle(const HandleEntry& entry);
  /// Forgets the replicas of a handle, which are idle.
  void forget(HandleEntry& entry);
  /// Frees replicas whose last readers have ended.
  void collect();

  // Called in polls.

  /// A message of the kinds data, offer and failed.
  void received(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);

  // Called by any thread.

  /// The number of messages received.
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }
  /// Names up to that many versions that have not come: "task 17 'gemm' waits for version 3 of A(0,1) from
  /// node 0".
  std::vector<std::string> missing(std::size_t most);
  /// Lets all tasks that wait for messages end without running, because of this failure.
  void abandon(const std::exception_ptr& failure);

 private:
  struct Message {
    unsigned from = 0;
    Header header;
    std::vector<std::byte> body;
    std::int64_t begin = 0;  ///< when it came, for a recording
  };
  struct Receive final : Operation {
    Replicas* replicas = nullptr;
    Replica* replica = nullptr;
    Message offer;
    void completed() override;
  };
  static constexpr unsigned max_receives = 48;

  void expect(Replica& replica);
  void count(const Replica& replica);
  void record(const Replica& replica);
  void retire(HandleEntry& entry);
  void retire(Replica& replica);
  void ended(Replica& replica) override;
  void destroy(Replica& replica);
  /// Gives a message that needs no transport to its replica.
  void deliver(Replica& replica, const Header& header, std::span<const std::byte> body);
  void want(Transport& transport, Replica& replica, Message offer);
  void start(Transport& transport, std::unique_ptr<Receive> receive);

  NodeEngine& engine_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  Messenger& messenger_;
  HandleTable& handles_;
  Counts& counts_;
  DataPool& pool_;
  std::vector<Replica*> leftovers_;  // older than the handle's newest; used by the program's thread
  std::atomic<std::uint64_t> received_{0};

  detail::SpinLock lock_;
  std::unordered_multimap<std::uint64_t, Replica*> awaited_;
  std::unordered_multimap<std::uint64_t, Message> early_;
  std::vector<Replica*> ended_;

  unsigned receives_ = 0;  // used in polls, like the next member
  std::deque<std::unique_ptr<Receive>> waiting_;
};

}  // namespace gusset::cluster
