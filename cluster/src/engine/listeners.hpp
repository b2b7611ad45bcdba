#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "counts/counts.hpp"
#include "engine/handle_table.hpp"
#include "engine/listener.hpp"
#include "engine/program_stream.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"

namespace gusset::cluster {

/// Sends versions of this node's handles to the nodes whose tasks access them. Sends each version as soon as
/// it is reached: once to each node or, with a BroadcastTree, to some of the nodes, which send it on. When
/// the version has been sent, the accesses of all tasks that asked for it until then have ended.
class Listeners {
 public:
  Listeners(NodeEngine& engine, core_tracing::PartRecorder* recorder, Messenger& messenger,
            HandleTable& handles, Counts& counts, const BroadcastTree& broadcast)
      : engine_(engine),
        recorder_(recorder),
        messenger_(messenger),
        handles_(handles),
        counts_(counts),
        broadcast_(broadcast) {}

  /// Registers the access of a task of another node to a handle of this node. Called in the order of the
  /// program.
  void add(const Use& use, NodeId node, const ProgramStream& program);
  /// Sends the version of a replica to another node, when it has come. The replica stays until then. Called
  /// by the program.
  void forward(HandleState& replica, NodeId node, const ProgramStream& program);
  /// The program has obtained the address of the contents of the handle or of a part: from now on, add()
  /// looks for writes outside of tasks to versions that were sent.
  void view(HandleState& handle);
  /// The first handle of which another node has other contents than this node, because the program has
  /// written to it outside of tasks. Called by the program.
  struct Stale {
    const HandleState* handle = nullptr;
    unsigned node = 0;
  };
  const Stale& stale() const { return stale_; }
  /// Tells the other nodes' programs when a handle has reached a version.
  void add_notices(HandleState& handle, std::uint32_t version, const ProgramStream& program);
  /// A node asks for the long contents that it was offered.
  void wanted(Transport& transport, std::uint64_t reference, std::uint32_t key);
  /// Forgets the listeners of a handle, which has no accesses any more.
  void forget(HandleEntry& entry);
  /// Counts all listeners as complete: the engine has dropped those that have not sent (NodeEngine::abandon).
  void abandon() { pending_.store(0, std::memory_order_seq_cst); }

  /// The number of listeners that are not complete.
  std::uint64_t pending() const { return pending_.load(std::memory_order_seq_cst); }
  /// The number of messages sent. Called in polls, or when nothing is pending.
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }

 private:
  friend class Listener;

  Listener& make(HandleState& handle, std::uint32_t version, unsigned to, const ProgramStream& program);
  void give_back(Listener& listener);
  void watch(Listener& listener);
  void send(Transport& transport, Listener& listener);
  void complete(Listener& listener);
  void look_for_writes(const Listener& listener);

  NodeEngine& engine_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  Messenger& messenger_;
  HandleTable& handles_;
  Counts& counts_;
  const BroadcastTree& broadcast_;
  std::atomic<std::uint64_t> pending_{0};
  std::atomic<std::uint64_t> sent_{0};
  Stale stale_;

  detail::SpinLock lock_;
  std::deque<Listener> all_;
  std::vector<Listener*> free_;
};

}  // namespace gusset::cluster
