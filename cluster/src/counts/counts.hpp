#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

namespace gusset::cluster {

/// Messages from this node to another.
struct SentMessages {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const SentMessages&, const SentMessages&) = default;
};

/// What one node has done, counted as the simulator counts it (docs/statistics.md).
struct Counts {
  std::uint64_t tasks = 0;                 ///< the program's tasks on this node
  std::atomic<std::uint64_t> children{0};  ///< subtasks of these tasks, counted when a task submits them
  double work = 0.0;                       ///< declared by the program's tasks that don't split
  std::atomic<double> children_work{0.0};  ///< declared by subtasks that don't split
  std::uint64_t blocks_owned = 0;
  std::uint64_t bytes_owned = 0;
  std::uint64_t listeners = 0;
  std::vector<SentMessages> sent;  ///< by receiver
  std::atomic<std::uint64_t> messages_received{0};
  std::atomic<std::uint64_t> bytes_received{0};
  /// The part of bytes_received that came in active messages, whose memory belongs to the program.
  std::atomic<std::uint64_t> bytes_received_by_program{0};
};

}  // namespace gusset::cluster
