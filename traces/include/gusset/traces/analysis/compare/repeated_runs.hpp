#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/compare/ratio_interval.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

enum class RunQuantity {
  makespan,
  busy,  ///< time in tasks, summed over workers
  idle   ///< workers × makespan − busy
};
inline constexpr std::size_t run_quantities = 3;

/// "makespan", "busy" or "idle": the names in documents and in conditions.
std::string_view quantity_name(RunQuantity quantity);

/// The times of one run.
struct RunTimes {
  struct Type {
    std::uint64_t tasks = 0;  ///< above 0
    std::int64_t busy_ns = 0;
    std::int64_t mean_ns() const { return busy_ns / static_cast<std::int64_t>(tasks); }
    friend bool operator==(const Type&, const Type&) = default;
  };

  std::string file;
  std::array<std::int64_t, run_quantities> ns = {};  ///< by RunQuantity
  std::uint64_t workers = 0;
  bool is_incomplete = false;              ///< part of the run is missing from its trace
  std::map<std::string, Type> types = {};  ///< by name
  std::string program = {};                ///< its name; empty if unknown
  std::string command = {};                ///< the command line; empty if unknown

  std::int64_t of(RunQuantity quantity) const { return ns[static_cast<std::size_t>(quantity)]; }
  friend bool operator==(const RunTimes&, const RunTimes&) = default;
};
/// `frame` is the trace, or the part of it without spans and tasks (SpanSource::frame).
RunTimes run_times(const std::string& file, const Trace& frame, const Statistics& statistics);

/// One duration in two groups of runs.
struct DurationChange {
  std::string name;
  std::int64_t median_a_ns = 0;  ///< defined as in Distribution
  std::int64_t median_b_ns = 0;
  std::optional<RatioEstimate> estimate;  ///< the ratio B ÷ A; nothing if the duration is 0 in some run
  friend bool operator==(const DurationChange&, const DurationChange&) = default;
};

/// Repeated runs of A and of B.
struct RepeatedRuns {
  std::vector<RunTimes> a;
  std::vector<RunTimes> b;
  std::array<DurationChange, run_quantities> quantities;  ///< by RunQuantity
  /// The mean time of a task, for each type that ran in every run; by busy time in A, descending. Ties by
  /// name.
  std::vector<DurationChange> types;

  const DurationChange& of(RunQuantity quantity) const {
    return quantities[static_cast<std::size_t>(quantity)];
  }
};
/// How many times as fast runs on that many threads were as runs on one thread, by their durations in ns.
/// Neither group is empty or larger than `max_runs`.
MeasuredSpeedup measured_speedup(unsigned threads, std::span<const std::int64_t> runs_ns,
                                 std::span<const std::int64_t> one_thread_ns);

/// Compares two groups, which each have 1 to `max_runs` runs.
RepeatedRuns compare_runs(std::vector<RunTimes> a, std::vector<RunTimes> b);

}  // namespace gusset::traces
