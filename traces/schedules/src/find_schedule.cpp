#include "gusset/traces/schedules/find_schedule.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "list_evaluator.hpp"
#include "worker_lists.hpp"

namespace gusset::schedules {
namespace {

using Clock = std::chrono::steady_clock;

/// What a schedule is made from.
struct Plan {
  std::vector<double> priorities;
  FreeWorker free_worker = FreeWorker::never_waits;
};

constexpr double first_temperature = 0.01;  // relative to the makespan
constexpr double cooling = 1e-3;            // the last temperature ÷ the first
constexpr int most_justifications = 4;      // in a row
constexpr std::uint64_t steps_between_justifications = 200;
constexpr std::uint64_t most_stale_steps = 20000;  // without a better schedule, before a return to the best
constexpr std::uint64_t steps_between_changes = 100;  // of what free workers do

class Search {
 public:
  Search(const traces::ScheduleProblem& problem, unsigned threads, const SearchOptions& options)
      : problem_(problem),
        back_problem_(traces::reversed(problem)),
        threads_(threads),
        options_(options),
        forward_(problem, threads),
        backward_(back_problem_, threads),
        random_(options.seed) {}

  FoundSchedule run() {
    begin_ = Clock::now();
    found_.bounds = traces::schedule_bounds(problem_, threads_);
    begin_ = Clock::now();
    begin_with_ranks();
    if (problem_.size() > 0) anneal();
    forward_.makespan_ns(best_.priorities, best_.free_worker);
    found_.schedule = worker_lists(problem_, threads_, forward_.order(), forward_.begin_ns());
    return std::move(found_);
  }

 private:
  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  /// How much of the search is done, 0…1.
  double share() const {
    const double share = options_.evaluations
                             ? static_cast<double>(found_.evaluations) /
                                   static_cast<double>(std::max<std::uint64_t>(1, *options_.evaluations))
                             : elapsed_s() / std::max(1e-9, options_.seconds);
    return std::min(1.0, share);
  }
  bool is_over() {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed))
      found_.is_interrupted = true;
    return found_.is_interrupted || found_.is_optimal() || share() >= 1.0;
  }
  void report() {
    if (!options_.progress || elapsed_s() < next_report_s_) return;
    next_report_s_ = elapsed_s() + 0.1;
    options_.progress({share(), found_.found_ns, found_.bounds.best_ns()});
  }

  std::int64_t evaluate(const Plan& plan) {
    ++found_.evaluations;
    return forward_.makespan_ns(plan.priorities, plan.free_worker);
  }
  void keep(const Plan& plan, std::int64_t makespan_ns) {
    best_ = plan;
    found_.found_ns = makespan_ns;
    found_.found_after_s = elapsed_s();
  }

  void begin_with_ranks() {
    const std::vector<std::int64_t> ranks = traces::upward_ranks(problem_);
    Plan plan{{ranks.begin(), ranks.end()}};
    found_.first_ns = evaluate(plan);
    keep(plan, found_.first_ns);
    if (is_over()) return;
    const std::int64_t justified_ns = justify(plan, found_.first_ns);
    if (justified_ns < found_.found_ns) keep(plan, justified_ns);
  }

  /// Replaces priorities by those of the schedule that results from moving all tasks to the end, then to the
  /// start. Repeats that while the schedule gets shorter. Returns its makespan.
  std::int64_t justify(Plan& plan, std::int64_t makespan_ns) {
    forward_.makespan_ns(plan.priorities, plan.free_worker);
    Plan moved{std::vector<double>(problem_.size()), plan.free_worker};
    for (int i = 0; i < most_justifications; ++i) {
      std::ranges::copy(forward_.end_ns(), moved.priorities.begin());
      ++found_.evaluations;
      backward_.makespan_ns(moved.priorities, moved.free_worker);
      std::ranges::copy(backward_.end_ns(), moved.priorities.begin());
      const std::int64_t moved_ns = evaluate(moved);
      if (moved_ns >= makespan_ns) break;
      makespan_ns = moved_ns;
      plan.priorities = moved.priorities;
    }
    return makespan_ns;
  }

  /// Priorities from the number of tasks down to 1, in this order.
  static std::vector<double> descending(const std::vector<std::uint32_t>& order) {
    std::vector<double> priorities(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      priorities[order[i]] = static_cast<double>(order.size() - i);
    return priorities;
  }

  /// The same order of tasks with priorities from 1 to the number of tasks.
  Plan numbered(const Plan& plan) const {
    std::vector<std::uint32_t> order(problem_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return plan.priorities[a] > plan.priorities[b]; });
    return {descending(order), plan.free_worker};
  }

  // The standard library's distributions differ among implementations; these do not.
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  /// Moves up to three tasks, mostly among tasks of similar priority.
  void disturb(std::vector<double>& priorities) {
    const auto tasks = static_cast<double>(problem_.size());
    for (std::size_t moves = 1 + below(3); moves > 0; --moves) {
      const double span = 1.0 + (uniform() < 0.7 ? tasks / 20.0 : tasks / 3.0);
      priorities[below(problem_.size())] += (2.0 * uniform() - 1.0) * span;
    }
  }

  /// Lets the workers wait from now on, at first in the same schedule; or never again.
  void change(Plan& plan) {
    if (plan.free_worker == FreeWorker::may_wait) {
      plan.free_worker = FreeWorker::never_waits;
    } else {
      forward_.makespan_ns(plan.priorities, plan.free_worker);
      plan = {descending(forward_.order()), FreeWorker::may_wait};
    }
  }

  void anneal() {
    Plan current = numbered(best_);
    Plan next = current;
    std::int64_t current_ns = found_.found_ns;
    const double hottest = first_temperature * static_cast<double>(current_ns);
    std::uint64_t stale = 0;
    for (std::uint64_t step = 1; !is_over(); ++step) {
      const double temperature = hottest * std::pow(cooling, share());
      next = current;
      const bool changes = step % steps_between_changes == 0;
      if (changes) change(next);
      disturb(next.priorities);
      std::int64_t next_ns = evaluate(next);
      if (step % steps_between_justifications == 0) next_ns = justify(next, next_ns);
      if (next_ns < found_.found_ns) {
        keep(next, next_ns);
        stale = 0;
      }
      if (next_ns <= current_ns || changes ||
          uniform() < std::exp(static_cast<double>(current_ns - next_ns) / temperature)) {
        // Justified priorities are times; others are numbers already.
        current = step % steps_between_justifications == 0 ? numbered(next) : std::move(next);
        current_ns = next_ns;
      }
      if (++stale > most_stale_steps) {
        current = numbered(best_);
        current_ns = found_.found_ns;
        stale = 0;
      }
      report();
    }
  }

  const traces::ScheduleProblem& problem_;
  const traces::ScheduleProblem back_problem_;
  const unsigned threads_;
  const SearchOptions& options_;
  ListEvaluator forward_;
  ListEvaluator backward_;
  std::mt19937_64 random_;
  Clock::time_point begin_;
  double next_report_s_ = 0.0;
  Plan best_;
  FoundSchedule found_;
};

}  // namespace

FoundSchedule find_schedule(const traces::ScheduleProblem& problem, unsigned threads,
                            const SearchOptions& options) {
  return Search(problem, threads, options).run();
}

}  // namespace gusset::schedules
