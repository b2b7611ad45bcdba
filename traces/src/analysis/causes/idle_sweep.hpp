#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "analysis/time/worker_time.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "idle_ledger.hpp"

namespace gusset::traces {

/// Goes once through the time of a node and gives each idle instant of its workers to a cause, as IdleTime
/// states.
class IdleSweep {
 public:
  /// The idle stretches of this node's workers are entered in `ledger`.
  IdleSweep(std::int64_t makespan_ns, IdleLedger& ledger) : makespan_ns_(makespan_ns), ledger_(&ledger) {}

  void add_worker(WorkerId worker, const WorkerTime& time);
  /// Makes room for so many waits in each part; only for speed.
  void expect_waits(std::size_t count);
  /// Waits come in so many parts, each of which one thread may add to.
  static constexpr std::size_t parts = 2;
  /// A task of this node waited for `cause` in [begin_ns, end_ns); nothing where that is empty.
  void add_wait(std::size_t part, IdleCause cause, std::int64_t begin_ns, std::int64_t end_ns);
  /// The trace tells nothing of what tasks wait for.
  void set_unknown() { tells_nothing_ = true; }
  /// Call it once, after all else.
  void run();

 private:
  /// An idle worker, and since when for what.
  struct Idler {
    std::uint32_t worker = 0;  ///< into workers_
    IdleCause cause = IdleCause::no_work;
    std::int64_t since_ns = 0;
  };

  void sort_switches();
  void switch_worker(std::uint32_t worker, std::int64_t now_ns);
  void give_causes(std::int64_t now_ns);
  void close(const Idler& idler, std::int64_t now_ns);

  std::int64_t makespan_ns_;
  IdleLedger* ledger_;
  bool tells_nothing_ = false;
  std::vector<WorkerId> workers_;
  /// When a worker becomes idle, and when it no longer is, alternating: time and worker, packed.
  std::vector<std::uint64_t> switches_;
  std::vector<std::vector<std::int64_t>> switches_of_;  ///< per worker, until they are packed
  /// When one more or one fewer task waits for a cause: time, cause and direction, packed.
  std::array<std::vector<std::uint64_t>, parts> changes_;
  std::array<std::int64_t, idle_causes> waiting_{};  ///< tasks by cause
  std::vector<Idler> idlers_;                        ///< who has been idle for longest first
};

}  // namespace gusset::traces
