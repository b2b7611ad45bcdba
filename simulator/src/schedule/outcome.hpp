#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "schedule.hpp"

namespace gusset::simulator {

/// A program's wait or removal of a handle.
struct ProgramStep {
  Schedule::Extent extent;                   ///< what the program had submitted by then
  std::optional<Schedule::Awaited> awaited;  ///< none: waits for everything
  std::uint32_t removed = TaskStream::none;  ///< a handle that it released without waiting; none: a wait
};

/// The result of simulating one seed.
struct Outcome {
  std::uint64_t seed = 1;
  std::int64_t makespan_ns = 0;
  std::uint64_t events = 0;
  std::vector<std::int64_t> busy_ns;                            ///< per node
  std::vector<std::uint64_t> peak_memory_bytes;                 ///< per node
  std::vector<std::optional<MigrationStatistics>> migration{};  ///< per node
  std::optional<CacheMisses> misses{};                          ///< none: the costs follow no caches
};
/// `costs` are those that the schedule has run with.
Outcome outcome_of(const Schedule& schedule, const ScheduleOptions& options, const CostModel& costs);

/// Repeats a program's steps from time 0 of the loop. Calls `on_progress` now and then. Throws
/// SimulationError.
std::unique_ptr<Schedule> run_steps(const TaskStream& stream, const std::vector<ProgramStep>& steps,
                                    const ScheduleOptions& options, CostModel& costs, EventLoop& loop,
                                    const std::function<void(const Schedule&)>& on_progress);

/// Returns the median of one or more makespans in ns; the mean of the middle two if their number is even.
double median_makespan_ns(const std::vector<Outcome>& outcomes);
/// Returns the outcome whose makespan is nearest to the median, the first among equals.
const Outcome& nearest_to_median(const std::vector<Outcome>& outcomes);

}  // namespace gusset::simulator
