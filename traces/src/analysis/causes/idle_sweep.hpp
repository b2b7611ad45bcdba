#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "analysis/time/worker_time.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "idle_ledger.hpp"

namespace gusset::traces {

/// Sweeps once through the time of a node and assigns a cause to each idle instant of its workers; see
/// IdleTime.
class IdleSweep {
 public:
  /// Records the idle stretches of this node's workers in `ledger`.
  IdleSweep(std::int64_t makespan_ns, IdleLedger& ledger) : makespan_ns_(makespan_ns), ledger_(&ledger) {}

  /// `time` must outlive the call of `run`.
  void add_worker(WorkerId worker, const WorkerTime& time);
  /// Reserves memory for `count` waits in each part. Affects only speed.
  void expect_waits(std::size_t count);
  /// Number of parts that hold the waits. One thread at a time may add to a part.
  static constexpr std::size_t parts = 2;
  /// A task of this node waited for `cause` in [begin_ns, end_ns). Ignores empty intervals.
  void add_wait(std::size_t part, IdleCause cause, std::int64_t begin_ns, std::int64_t end_ns);
  /// Marks all idle time as unknown, because the trace does not say what tasks wait for.
  void set_unknown() { all_unknown_ = true; }
  /// Runs the sweep. Call it once, last.
  void run();

 private:
  /// An idle worker, with its cause and the start of its current stretch.
  struct IdleWorker {
    std::uint32_t worker = 0;  ///< index into workers_
    IdleCause cause = IdleCause::no_work;
    std::int64_t since_ns = 0;
  };

  /// Finds, one after the other, the times at which a worker becomes idle and stops being idle.
  class Switches {
   public:
    Switches(const std::vector<WorkerTime::Stretch>& stretches, std::int64_t makespan_ns)
        : stretches_(&stretches), makespan_ns_(makespan_ns) {
      find_gap();
    }
    /// The next of these times; the makespan if there are no more.
    std::int64_t next_ns() const { return is_idle_ ? gap_end_ns_ : gap_begin_ns_; }
    void pop();

   private:
    void find_gap();

    const std::vector<WorkerTime::Stretch>* stretches_;
    std::int64_t makespan_ns_;
    std::size_t next_ = 0;  // index of the next stretch
    std::int64_t gap_begin_ns_ = 0;
    std::int64_t gap_end_ns_ = 0;
    bool is_idle_ = false;
  };
  /// A worker's next switch.
  struct Switch {
    std::int64_t time_ns = 0;
    std::uint32_t worker = 0;  ///< index into workers_
    bool is_before(const Switch& other) const {
      return time_ns != other.time_ns ? time_ns < other.time_ns : worker < other.worker;
    }
  };

  void pop_switch();
  void switch_worker(std::uint32_t worker, std::int64_t now_ns);
  void assign_causes(std::int64_t now_ns);
  void close(const IdleWorker& idle, std::int64_t now_ns);

  std::int64_t makespan_ns_;
  IdleLedger* ledger_;
  bool all_unknown_ = false;
  std::vector<WorkerId> workers_;
  std::vector<Switches> switches_of_;  ///< one entry per worker
  std::vector<Switch> switches_;       ///< a heap of the workers' next switches; the earliest is on top
  /// The times at which the number of tasks that wait for a cause changes by one; time, cause and direction
  /// packed.
  std::array<std::vector<std::uint64_t>, parts> changes_;
  std::array<std::int64_t, idle_causes> waiting_{};  ///< number of tasks for each cause
  std::vector<IdleWorker> idle_workers_;             ///< longest idle time first
};

}  // namespace gusset::traces
