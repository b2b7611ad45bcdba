#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "schedule.hpp"

namespace gusset::simulator {

/// What a program did besides submitting.
struct ProgramStep {
  Schedule::Extent extent;                   ///< that it had submitted by then
  std::optional<Schedule::Awaited> awaited;  ///< none: everything
  std::uint32_t removed = TaskStream::none;  ///< else a handle that it gave back, without waiting
};

/// How a simulation of one seed went.
struct Outcome {
  std::uint64_t seed = 1;
  std::int64_t makespan_ns = 0;
  std::uint64_t events = 0;
  std::vector<std::int64_t> busy_ns;             ///< of each node
  std::vector<std::uint64_t> peak_memory_bytes;  ///< of each node
};
Outcome outcome_of(const Schedule& schedule, const ScheduleOptions& options);

/// Does what a program did once more, from time 0 of the loop. Throws SimulationError.
std::unique_ptr<Schedule> play(const TaskStream& stream, const std::vector<ProgramStep>& steps,
                               const ScheduleOptions& options, CostModel& costs, EventLoop& loop,
                               const std::function<void(const Schedule&)>& after_event);

/// Of makespans, in ns; of an even number the mean of the two in the middle. At least one.
double median_makespan_ns(const std::vector<Outcome>& outcomes);
/// The outcome whose makespan is nearest to the median, the first among equals.
const Outcome& nearest_to_median(const std::vector<Outcome>& outcomes);

}  // namespace gusset::simulator
