#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// A thread needs up to about this long to fetch a chunk that other threads also want.
inline constexpr double chunk_fetch_ns = 1000.0;
/// If a chunk, including the time to fetch it, is shorter than this, fetching it may take longer than its
/// work.
inline constexpr double longest_fine_chunk_ns = 2.0 * chunk_fetch_ns;

/// All executions of one worksharing construct. Times are in ns, and leave out the time in which threads had
/// no processor (see Preemptions).
struct LoopStatistics {
  WorkConstruct construct;
  TypeId region;  ///< the type of the threads' parts of the region in which the construct first ran
  std::uint64_t executions = 0;
  std::uint64_t iterations = unknown_iterations;  ///< of all executions; unknown if one of them is
  std::uint64_t chunks = 0;  ///< number of chunks that threads asked for; 0 if they did not ask
  std::int64_t busy_ns = 0;  ///< the threads' time in the construct
  std::vector<std::int64_t> busy_by_worker_ns;

  // The members below count only executions that end at a barrier of all threads of the team in which no task
  // ran.
  std::uint64_t awaited = 0;    ///< the number of these executions
  std::int64_t elapsed_ns = 0;  ///< from their first start to their last end
  /// Sum over threads of the time from the thread's end to the end of the last thread that had work. It is
  /// limited to how much less work these threads had than the thread with most work, because the last thread
  /// may merely have begun late.
  std::int64_t lost_ns = 0;
  std::int64_t longest_lost_ns = 0;  ///< likewise, in the execution with most of it
  /// How much sooner these executions would end if all threads ended together: the most that another schedule
  /// can save.
  std::int64_t even_gain_ns = 0;
  /// How much sooner these executions would end if each thread that has finished a chunk took the next
  /// recorded one, in the order in which chunks began. Nothing if chunks were not recorded, or iterations
  /// wait for each other.
  std::optional<std::int64_t> dynamic_gain_ns;
  /// Likewise, with the last chunk first.
  std::optional<std::int64_t> reversed_gain_ns;

  /// The share of the threads' time in the construct that they spend waiting at its end.
  double lost_share() const {
    const auto whole = static_cast<double>(busy_ns) + static_cast<double>(lost_ns);
    return whole > 0.0 ? static_cast<double>(lost_ns) / whole : 0.0;
  }
  /// The threads' time per chunk, including the time to fetch it. Unknown if they asked for none.
  std::optional<double> mean_chunk_ns() const {
    if (chunks == 0) return std::nullopt;
    return static_cast<double>(busy_ns) / static_cast<double>(chunks);
  }
  /// Whether threads take chunks from a common store so often that fetching them may take most of the time:
  /// at least half of the time of a chunk shorter than longest_fine_chunk_ns may be fetching.
  bool has_fine_chunks() const {
    return construct.kind == WorkConstruct::Kind::loop &&
           construct.schedule != WorkConstruct::Schedule::fixed && chunks > 0 &&
           *mean_chunk_ns() < longest_fine_chunk_ns;
  }
};

struct Loops {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<LoopStatistics> loops;  ///< by lost time, descending; ties in order of place
  /// For each of the trace's task waits: the index in `loops` of the construct that ends at this barrier, or
  /// `none`.
  std::vector<std::uint32_t> ended_at;
};

/// What the loops, sections and singles of a fork-join program cost. Constructs at one place with one
/// schedule count as one. n log n in the rows.
Loops loops_of(const Trace& trace);
/// Uses the given task times, which must belong to `trace`.
Loops loops_of(const Trace& trace, const TaskTimes& times);

}  // namespace gusset::traces
