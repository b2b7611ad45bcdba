#pragma once
#include <atomic>
#include <cstdint>

namespace gusset::cluster {

/// How far a node's program has come, in steps that all nodes count alike: each task that it submits, and the
/// beginning of each wait. Lets a message wait until the program of its destination has made what the message
/// uses: all that the sender's program had made when the message was sent.
class ProgramPosition {
 public:
  // Called by one thread at a time, the program's or a task everywhere's.

  /// The program has submitted a task.
  void step() { set(position_.load(std::memory_order_relaxed) + 1, false); }
  /// The program begins to wait: until the wait ends, it makes nothing.
  void begin_wait() { set(position_.load(std::memory_order_relaxed) + 1, true); }
  void end_wait() { set(position_.load(std::memory_order_relaxed), false); }

  // Called by any thread.

  /// The position at which another node's program has made everything that this node's program has made by
  /// now. This program may have made something since its latest step; another program has made the same once
  /// it reaches the next step.
  std::uint64_t required() const { return required_.load(std::memory_order_seq_cst); }
  bool has_reached(std::uint64_t required) const {
    return position_.load(std::memory_order_seq_cst) >= required;
  }

 private:
  void set(std::uint64_t position, bool waits) {
    required_.store(position + (waits ? 0 : 1), std::memory_order_seq_cst);
    position_.store(position, std::memory_order_seq_cst);  // pairs with has_reached()
  }

  std::atomic<std::uint64_t> position_{0};
  std::atomic<std::uint64_t> required_{1};
};

}  // namespace gusset::cluster
