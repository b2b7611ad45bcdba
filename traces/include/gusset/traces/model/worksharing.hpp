#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces {

/// A worksharing construct in the source of a fork-join program: its iterations are shared among the threads
/// of a team.
struct WorkConstruct {
  enum class Kind : std::uint8_t {
    loop,
    sections,
    single,
    inferred,  ///< what the threads ran between two barriers without a recorded construct, such as a loop
               ///< that the compiler divided itself; `place` is the second barrier
  };
  enum class Schedule : std::uint8_t {
    unknown,
    fixed,  ///< schedule(static)
    dynamic,
    guided,
    runtime,    ///< the schedule that OMP_SCHEDULE or omp_set_schedule gives
    automatic,  ///< schedule(auto)
  };
  std::string place;  ///< "lu.c:41"
  Kind kind = Kind::loop;
  Schedule schedule = Schedule::unknown;
  std::uint64_t chunk = 0;  ///< of the schedule; 0 if none is given, or unknown
  bool ordered = false;     ///< iterations may wait for each other
  friend bool operator==(const WorkConstruct&, const WorkConstruct&) = default;
};

/// A number of iterations that was not recorded.
inline constexpr std::uint64_t unknown_iterations = std::numeric_limits<std::uint64_t>::max();

/// One execution of a construct by a team of threads.
struct WorkExecution {
  static constexpr std::uint32_t no_region = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t construct = 0;                    ///< an index into the constructs
  std::uint32_t region = no_region;               ///< the number of the team's region
  std::uint64_t iterations = unknown_iterations;  ///< of all threads; for sections: their number
  std::int64_t first = 0;                         ///< value of the loop's variable in the first iteration
  std::int64_t step = 0;                          ///< its change per iteration; 0: both are unknown
  friend bool operator==(const WorkExecution&, const WorkExecution&) = default;
};

/// What one thread did in one execution, in the interval [begin_ns, end_ns).
struct WorkShare {
  std::uint32_t execution = 0;  ///< an index into the executions
  TaskId task;                  ///< the thread's part of the region
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::uint64_t iterations = unknown_iterations;
  std::uint64_t chunks = 0;  ///< the number of pieces that the thread asked for; 0 if it did not ask
  friend bool operator==(const WorkShare&, const WorkShare&) = default;
};

/// Consecutive chunks of a share. They begin when the share's previous chunks end, or else with the share.
struct WorkChunks {
  std::uint32_t execution = 0;  ///< the share's execution
  TaskId task;                  ///< the share's task
  std::int64_t end_ns = 0;
  std::uint64_t iterations = 0;
  std::uint64_t chunks = 0;
  friend bool operator==(const WorkChunks&, const WorkChunks&) = default;
};

/// The loops, sections and singles of a fork-join program. Short chunks are summed, so the tables grow with
/// time. The rows of shares and chunks are in any order.
struct Worksharing {
  std::vector<WorkConstruct> constructs;
  std::vector<WorkExecution> executions;
  std::vector<WorkShare> shares;
  std::vector<WorkChunks> chunks;
  /// Whether iterations of any loop may wait for each other.
  bool has_ordered_loops() const { return std::ranges::any_of(constructs, &WorkConstruct::ordered); }
  friend bool operator==(const Worksharing&, const Worksharing&) = default;
};

}  // namespace gusset::traces
