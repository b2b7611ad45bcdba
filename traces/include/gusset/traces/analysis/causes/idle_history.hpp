#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/causes/idle.hpp"

namespace gusset::traces {

/// When each worker was idle, and why: the instants that IdleTime sums up, from the same sweep, so that a
/// picture of them and its figures agree. About 17 bytes per stretch. Immutable once `idle_time` has filled
/// it; thread-safe then.
class IdleHistory {
 public:
  /// A stretch of one worker's time that was not busy, for one cause. Cause and end share a word: times are
  /// below 2^60 (validate.hpp).
  class Stretch {
   public:
    Stretch(IdleCause cause, std::int64_t begin_ns, std::int64_t end_ns)
        : begin_ns_(begin_ns), end_and_cause_(end_ns << 3 | static_cast<std::int64_t>(cause)) {}
    std::int64_t begin_ns() const { return begin_ns_; }
    std::int64_t end_ns() const { return end_and_cause_ >> 3; }
    IdleCause cause() const { return static_cast<IdleCause>(end_and_cause_ & 7); }

   private:
    std::int64_t begin_ns_;
    std::int64_t end_and_cause_;
  };

  std::size_t workers() const { return rows_.size(); }
  /// In order of time; disjoint, none of them empty.
  std::span<const Stretch> stretches(WorkerId worker) const { return rows_[worker.value()].stretches; }

  /// What a worker's idle time before `time_ns` was made of. O(log n) in its stretches.
  IdleParts before(WorkerId worker, std::int64_t time_ns) const;
  /// The same in [begin_ns, end_ns).
  IdleParts parts(WorkerId worker, std::int64_t begin_ns, std::int64_t end_ns) const;

  /// To fill it: forgets everything.
  void start(std::size_t workers) { rows_.assign(workers, {}); }
  /// Stretches of one worker may come in any order.
  void add(WorkerId worker, Stretch stretch) { rows_[worker.value()].stretches.push_back(stretch); }
  /// After the last one.
  void finish();

 private:
  struct Row {
    std::vector<Stretch> stretches;
    std::vector<IdleParts> sums;  ///< of all stretches before each block of them
  };
  static constexpr std::size_t block = 64;

  std::vector<Row> rows_;
};

/// As idle_time, and tells when.
IdleTime idle_time(const Trace& trace, const TaskGraph& graph, IdleHistory& history);

}  // namespace gusset::traces
