#pragma once
#include <cstdint>
#include <vector>

#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Tracks the memory that nodes use: the contents they own, and replicas. A replica uses memory from the
/// start of its message until all its listeners have ended and the node has accessed a newer version of its
/// handle. The contents of the program's own messages belong to the program, so they do not count.
class ReplicaMemory {
 public:
  ReplicaMemory(const TaskStream& stream, unsigned nodes) : stream_(stream), nodes_(nodes) {}

  /// Adds or removes owned contents.
  void add(std::uint32_t handle) {
    const TaskStream::StreamHandle& what = stream_.handles()[handle];
    if (what.whole == TaskStream::none && !what.is_event) grow(what.owner, what.size_bytes);
  }
  void remove(std::uint32_t handle) {
    const TaskStream::StreamHandle& what = stream_.handles()[handle];
    if (what.whole == TaskStream::none && !what.is_event) nodes_[what.owner.value()].bytes -= what.size_bytes;
  }
  /// Makes room for the stream's new transfers.
  void add_new_transfers() { replicas_.resize(stream_.transfers().size()); }

  void send(std::uint32_t transfer) {
    if (stream_.handles()[stream_.transfers()[transfer].handle].is_event) return;
    Replica& replica = replicas_[transfer];
    replica.exists = true;
    grow(stream_.transfers()[transfer].to, bytes_of(transfer));
  }
  void add_listener(std::uint32_t transfer) { ++replicas_[transfer].listeners; }
  /// Reports that one of the transfer's listeners begins.
  void access(std::uint32_t transfer) {
    for (std::uint32_t t = stream_.transfers()[transfer].older;
         t != TaskStream::none && !replicas_[t].is_superseded; t = stream_.transfers()[t].older) {
      replicas_[t].is_superseded = true;
      free_if_unused(t);
    }
  }
  /// Reports that one of the transfer's listeners has ended.
  void end_listener(std::uint32_t transfer) {
    --replicas_[transfer].listeners;
    free_if_unused(transfer);
  }

  /// A node holds copies of what a moved task accesses, until it has sent the result.
  void lend(NodeId node, std::uint64_t bytes) { grow(node, bytes); }
  void take_back(NodeId node, std::uint64_t bytes) { nodes_[node.value()].bytes -= bytes; }

  std::uint64_t peak_bytes(NodeId node) const { return nodes_[node.value()].peak; }

 private:
  struct Node {
    std::uint64_t bytes = 0;
    std::uint64_t peak = 0;
  };
  struct Replica {
    std::uint32_t listeners = 0;  // submitted but not ended
    bool exists = false;
    bool is_superseded = false;
  };

  std::uint64_t bytes_of(std::uint32_t transfer) const {
    return stream_.handles()[stream_.transfers()[transfer].handle].size_bytes;
  }
  void grow(NodeId node, std::uint64_t bytes) {
    Node& self = nodes_[node.value()];
    self.bytes += bytes;
    if (self.bytes > self.peak) self.peak = self.bytes;
  }
  void free_if_unused(std::uint32_t transfer) {
    Replica& replica = replicas_[transfer];
    if (!replica.exists || !replica.is_superseded || replica.listeners > 0) return;
    replica.exists = false;
    nodes_[stream_.transfers()[transfer].to.value()].bytes -= bytes_of(transfer);
  }

  const TaskStream& stream_;
  std::vector<Node> nodes_;
  std::vector<Replica> replicas_;
};

}  // namespace gusset::simulator
