#include "outcome.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gusset::simulator {

namespace {

CacheMisses added(CacheMisses sum, const TaskMisses& more) {
  return sum += more.bytes;
}

}  // namespace

Outcome outcome_of(const Schedule& schedule, const ScheduleOptions& options, const CostModel& costs) {
  Outcome outcome{options.seed, schedule.makespan_ns(), schedule.events(), {}, {}, {}, {}};
  if (const std::vector<TaskMisses>* const misses = costs.misses())
    outcome.misses = std::accumulate(misses->begin(), misses->end(), CacheMisses(), added);
  for (unsigned n = 0; n < options.nodes; ++n) {
    outcome.busy_ns.push_back(schedule.busy_ns(NodeId(n)));
    outcome.peak_memory_bytes.push_back(schedule.peak_memory_bytes(NodeId(n)));
    outcome.migration.push_back(schedule.migration(NodeId(n)));
  }
  return outcome;
}

std::unique_ptr<Schedule> run_steps(const TaskStream& stream, const std::vector<ProgramStep>& steps,
                                    const ScheduleOptions& options, CostModel& costs, EventLoop& loop,
                                    const std::function<void(const Schedule&)>& on_progress) {
  loop.restart();
  costs.restart();
  auto schedule = std::make_unique<Schedule>(stream, options, costs, loop);
  const std::function<void()> report = [&] { on_progress(*schedule); };
  for (const ProgramStep& step : steps) {
    if (step.removed != TaskStream::none) {
      schedule->remove(step.removed);
    } else {
      schedule->wait(step.extent, step.awaited, report);
    }
  }
  return schedule;
}

double median_makespan_ns(const std::vector<Outcome>& outcomes) {
  std::vector<std::int64_t> makespans;
  for (const Outcome& outcome : outcomes) makespans.push_back(outcome.makespan_ns);
  std::sort(makespans.begin(), makespans.end());
  const std::size_t middle = makespans.size() / 2;
  const auto upper = static_cast<double>(makespans[middle]);
  return makespans.size() % 2 == 1 ? upper : (static_cast<double>(makespans[middle - 1]) + upper) / 2.0;
}

const Outcome& nearest_to_median(const std::vector<Outcome>& outcomes) {
  const double median = median_makespan_ns(outcomes);
  const auto distance = [median](const Outcome& outcome) {
    return std::abs(static_cast<double>(outcome.makespan_ns) - median);
  };
  return *std::min_element(outcomes.begin(), outcomes.end(),
                           [&](const Outcome& a, const Outcome& b) { return distance(a) < distance(b); });
}

}  // namespace gusset::simulator
