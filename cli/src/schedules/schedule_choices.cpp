#include "schedule_choices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/traces/schedules/play_schedule.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

using traces::ScheduleProblem;
using Durations = std::vector<std::int64_t>;
using GoesOn = std::function<bool(const std::string& name, std::size_t run, std::size_t runs)>;

constexpr std::size_t most_draws = 200;
constexpr std::size_t fewest_draws = 20;
constexpr std::size_t most_drawn_tasks = 200000;  // in all draws, because each draw is replayed three times
/// The time that a worker which follows a list needs for a task and its waits: in the middle of what
/// bench_core measures for Cholesky with empty tasks, 5.3 to 10.4 ns per task (docs/performance.md).
constexpr std::int64_t list_overhead_ns = 7;

std::size_t draws_for(const schedules::TaskDurations& durations) {
  if (!durations.vary()) return 0;
  return std::clamp(most_drawn_tasks / durations.exact_ns().size(), fewest_draws, most_draws);
}

/// Equal ranks get equal priorities; the longest path to the end gets the highest.
std::vector<std::int32_t> rank_priorities(const ScheduleProblem& problem) {
  const std::vector<std::int64_t> ranks = traces::upward_ranks(problem);
  std::vector<std::int64_t> levels = ranks;
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  std::vector<std::int32_t> priorities;
  for (const std::int64_t rank : ranks)
    priorities.push_back(static_cast<std::int32_t>(std::ranges::lower_bound(levels, rank) - levels.begin()));
  return priorities;
}

/// The earlier a task begins in the schedule, the higher its priority.
std::vector<std::int32_t> order_priorities(const schedules::TaskSchedule& schedule) {
  std::vector<std::int32_t> priorities(schedule.order.size());
  auto priority = static_cast<std::int32_t>(schedule.order.size());
  for (const std::uint32_t task : schedule.order) priorities[task] = priority--;
  return priorities;
}

std::vector<WorkerId> workers_of(const schedules::TaskSchedule& schedule) {
  return {schedule.worker.begin(), schedule.worker.end()};
}

/// Replays a trace with other durations.
class Replays {
 public:
  Replays(const traces::Trace& trace, simulator::ReplayInputs inputs, unsigned threads)
      : trace_(trace), inputs_(std::move(inputs)) {
    inputs_.threads = threads;
    inputs_.seeds = 1;
    inputs_.jobs = 1;
    inputs_.wants_trace = false;
  }

  void use(std::string policy, std::vector<std::int32_t> priorities, std::vector<WorkerId> workers = {}) {
    inputs_.policy = std::move(policy);
    inputs_.priorities = std::move(priorities);
    inputs_.workers = std::move(workers);
  }
  std::int64_t makespan_ns(const Durations& duration_ns, std::uint64_t seed) {
    inputs_.task_seconds.clear();
    for (const std::int64_t ns : duration_ns) inputs_.task_seconds.push_back(seconds(ns));
    inputs_.seed = seed;
    const simulator::SimulationStatistics found = required(simulator::replay(trace_, inputs_)).statistics;
    inputs_.overheads = found.overheads;  // measured by the first replay
    return std::llround(*found.makespan_s * 1e9);
  }
  double overhead_s() const { return inputs_.overheads.schedule_s; }

 private:
  const traces::Trace& trace_;
  simulator::ReplayInputs inputs_;
};

std::string overhead_assumption(double replayed_s, std::int64_t list_ns) {
  if (replayed_s == 0.0) return "the runtime takes no time between tasks";
  return "a worker takes " + duration_text(replayed_s) + " between two tasks, as in the trace, or " +
         duration_text_ns(list_ns) + " if it follows a list";
}

}  // namespace

void add_choices(schedules::ScheduleReport& report, const traces::Trace& trace,
                 const ScheduleProblem& problem, const schedules::TaskDurations& durations,
                 const simulator::ReplayInputs& inputs, const GoesOn& goes_on) {
  report.draws = draws_for(durations);
  report.rounding_ns = std::ranges::count(problem.duration_ns, 0);
  std::vector<Durations> runs;
  for (std::size_t draw = 0; draw < report.draws; ++draw)
    runs.push_back(durations.draw_ns(report.seed + draw));
  bool is_stopped = false;
  const auto must_stop = [&](const std::string& name, std::size_t run) {
    is_stopped = is_stopped || (goes_on && !goes_on(name, run, runs.size()));
    return is_stopped;
  };
  const auto add = [&](std::string name, std::string key, bool needs_schedule, const auto& makespan_ns) {
    if (must_stop(name, 0)) return;
    const std::int64_t exact_ns = makespan_ns(durations.exact_ns(), report.seed);
    std::vector<std::int64_t> drawn_ns;
    for (std::size_t draw = 0; draw < runs.size(); ++draw) {
      if (must_stop(name, draw)) return;
      drawn_ns.push_back(makespan_ns(runs[draw], report.seed + draw));
    }
    if (drawn_ns.empty()) drawn_ns.push_back(exact_ns);
    report.choices.push_back(
        schedules::choice_of(std::move(name), std::move(key), needs_schedule, exact_ns, std::move(drawn_ns)));
  };

  Replays replays(trace, inputs, report.threads());
  const auto replay_ns = [&](const Durations& run, std::uint64_t seed) {
    return replays.makespan_ns(run, seed);
  };
  replays.use(default_policy, {});
  add("default policy (locality)", "locality", false, replay_ns);
  replays.use("priority", rank_priorities(problem));
  add("longest path first (upward rank)", "rank_dynamic", false, replay_ns);

  replays.use(default_policy, order_priorities(report.found.schedule), workers_of(report.found.schedule));
  add("guided by the found schedule", "found_guided", true, replay_ns);

  const std::int64_t overhead_ns = replays.overhead_s() > 0.0 ? list_overhead_ns : 0;
  add("exactly the found schedule (strict)", "found_strict", true, [&](const Durations& run, std::uint64_t) {
    return schedules::strict_makespan_ns(problem, report.found.schedule, run, overhead_ns);
  });
  add("dealt in turn (round robin)", "round_robin", true, [&](const Durations& run, std::uint64_t) {
    return schedules::round_robin_makespan_ns(problem, report.threads(), run, overhead_ns);
  });
  if (is_stopped) {
    report.is_comparison_stopped = true;
    report.choices.clear();
    report.draws = 0;
    return;
  }
  report.assumptions.push_back(overhead_assumption(replays.overhead_s(), list_overhead_ns));
}

}  // namespace gusset::cli
