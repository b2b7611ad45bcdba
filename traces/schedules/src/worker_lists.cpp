#include "worker_lists.hpp"

namespace gusset::schedules {

TaskSchedule worker_lists(const traces::ScheduleProblem& problem, unsigned threads,
                          const std::vector<std::uint32_t>& order,
                          const std::vector<std::int64_t>& begin_ns) {
  TaskSchedule schedule{std::vector<std::uint32_t>(problem.size()), begin_ns,
                        std::vector<std::vector<std::uint32_t>>(threads), order};
  std::vector<std::int64_t> free_ns(threads);
  std::vector<std::uint32_t> local(threads);  // per worker: how many of the task's predecessors it ran
  for (const std::uint32_t task : order) {
    const auto predecessors = problem.predecessors.of(task);
    for (const std::uint32_t before : predecessors) ++local[schedule.worker[before]];
    std::uint32_t best = threads;
    for (std::uint32_t worker = 0; worker < threads; ++worker) {
      if (free_ns[worker] > begin_ns[task]) continue;
      if (best == threads || local[worker] > local[best]) best = worker;
    }
    for (const std::uint32_t before : predecessors) local[schedule.worker[before]] = 0;
    schedule.worker[task] = best;
    schedule.lists[best].push_back(task);
    free_ns[best] = begin_ns[task] + problem.duration_ns[task];
  }
  return schedule;
}

}  // namespace gusset::schedules
