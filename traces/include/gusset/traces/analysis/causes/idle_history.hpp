#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/causes/idle.hpp"

namespace gusset::traces {

/// A task on node `to` lacked only messages in [begin_ns, end_ns); `from` sent the last of them.
struct MessageWait {
  NodeId from;
  NodeId to;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
};

/// When each worker was idle, and why. The sweep that sums up IdleTime also fills the history, so pictures
/// and figures agree. Takes about 17 bytes per stretch. Immutable and thread-safe once `idle_time` has filled
/// it.
class IdleHistory {
 public:
  /// An idle interval of one worker, with one cause. Each time shares a word with half of the cause, because
  /// times are at most 2^60 (validate.hpp).
  class Stretch {
   public:
    Stretch(IdleCause cause, std::int64_t begin_ns, std::int64_t end_ns)
        : begin_(begin_ns << 2 | static_cast<std::int64_t>(cause) >> 2),
          end_(end_ns << 2 | (static_cast<std::int64_t>(cause) & 3)) {}
    std::int64_t begin_ns() const { return begin_ >> 2; }
    std::int64_t end_ns() const { return end_ >> 2; }
    IdleCause cause() const { return static_cast<IdleCause>((begin_ & 3) << 2 | (end_ & 3)); }

   private:
    std::int64_t begin_;
    std::int64_t end_;
  };

  std::size_t workers() const { return rows_.size(); }
  /// In order of time; disjoint, none empty.
  std::span<const Stretch> stretches(WorkerId worker) const { return rows_[worker.value()].stretches; }

  /// A worker's idle time before `time_ns`, by cause. O(log n) in the worker's stretches.
  IdleParts before(WorkerId worker, std::int64_t time_ns) const;
  /// A worker's idle time in [begin_ns, end_ns), by cause.
  IdleParts parts(WorkerId worker, std::int64_t begin_ns, std::int64_t end_ns) const;

  /// What tasks waited for while they lacked only messages, in no particular order.
  const std::vector<MessageWait>& message_waits() const { return message_waits_; }

  /// Clears the history and prepares it for filling.
  void start(std::size_t workers) {
    rows_.assign(workers, {});
    message_waits_.clear();
  }
  void add(const MessageWait& wait) { message_waits_.push_back(wait); }
  /// Adds a stretch. The stretches of one worker may come in any order.
  void add(WorkerId worker, Stretch stretch) { rows_[worker.value()].stretches.push_back(stretch); }
  /// Completes the history. Call it after the last `add`.
  void finish();

 private:
  struct Row {
    std::vector<Stretch> stretches;
    std::vector<IdleParts> sums;  ///< for each block of stretches: the sum of all stretches before it
  };
  static constexpr std::size_t block = 64;

  std::vector<Row> rows_;
  std::vector<MessageWait> message_waits_;
};

/// Computes the idle time and fills `history`.
IdleTime idle_time(const Trace& trace, const TaskGraph& graph, IdleHistory& history);

/// The idle time in [begin_ns, end_ns), which must lie within the trace: the sums by worker and by node, and
/// which causes the trace can distinguish. Finds neither the longest stretches nor the times in spans.
IdleTime idle_time_in(const Trace& trace, const TaskGraph& graph, std::int64_t begin_ns, std::int64_t end_ns);

}  // namespace gusset::traces
