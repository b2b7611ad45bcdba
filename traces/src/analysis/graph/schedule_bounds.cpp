#include "gusset/traces/analysis/graph/schedule_bounds.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "gusset/base/parallel.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t most_begins = 3000;      // how many begins of intervals are examined
constexpr int most_rounds = 40;                // each raises the bound
constexpr std::int64_t smallest_gain = 20000;  // a round that gains less than 1/20000 is the last

// With more tasks, finding the bound takes more than some 0.1 s.
constexpr std::size_t most_tasks_with_bound = 20'000;
constexpr std::size_t most_tasks_with_quick_intervals = 1000;

/// Where the work inside an interval begins (`slope` 1) or stops (-1) to grow with the interval's end, for
/// one task or Line.
struct Bend {
  std::int64_t at = 0;
  int slope = 0;
};

/// When tasks may run in a schedule of a given length.
class Windows {
 public:
  Windows(const ScheduleProblem& problem, unsigned threads)
      : problem_(problem),
        threads_(threads),
        head_ns_(upward_ranks(reversed(problem))),
        tail_ns_(upward_ranks(problem)) {
    for (std::size_t task = 0; task < problem.size(); ++task) {
      head_ns_[task] -= problem.duration_ns[task];
      tail_ns_[task] -= problem.duration_ns[task];
    }
    find_lines();
  }

  std::int64_t path_ns() const {
    std::int64_t longest_ns = 0;
    for (std::size_t task = 0; task < problem_.size(); ++task)
      longest_ns = std::max(longest_ns, head_ns_[task] + problem_.duration_ns[task] + tail_ns_[task]);
    return longest_ns;
  }

  std::int64_t group_ns() const {
    std::int64_t longest_ns = 0;
    for (std::size_t group = 0; group < problem_.groups.size(); ++group) {
      const auto members = problem_.groups.of(group);
      std::int64_t head_ns = head_ns_[members.front()];
      std::int64_t tail_ns = tail_ns_[members.front()];
      std::int64_t sum_ns = 0;
      for (const std::uint32_t task : members) {
        head_ns = std::min(head_ns, head_ns_[task]);
        tail_ns = std::min(tail_ns, tail_ns_[task]);
        sum_ns += problem_.duration_ns[task];
      }
      longest_ns = std::max(longest_ns, head_ns + sum_ns + tail_ns);
    }
    return longest_ns;
  }

  /// Where intervals may begin in a schedule of that length.
  std::vector<std::int64_t> begins(std::int64_t length_ns) const {
    std::vector<std::int64_t> moments;
    moments.reserve(problem_.size() * 3);
    for (std::size_t task = 0; task < problem_.size(); ++task) {
      const std::int64_t duration_ns = problem_.duration_ns[task];
      moments.push_back(head_ns_[task]);
      moments.push_back(head_ns_[task] + duration_ns);
      moments.push_back(length_ns - tail_ns_[task] - duration_ns);
    }
    std::ranges::sort(moments);
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    if (moments.size() <= most_begins) return moments;
    std::vector<std::int64_t> some;
    for (std::size_t i = 0; i < most_begins; ++i) some.push_back(moments[i * moments.size() / most_begins]);
    return some;
  }

  /// By how much a schedule must be longer because of the intervals that begin at `begin_ns`: the work that
  /// cannot avoid the interval ÷ threads, minus the interval's length. 0 if no interval has too much.
  std::int64_t excess_ns(std::int64_t length_ns, std::int64_t begin_ns) const {
    std::vector<Bend> bends;
    bends.reserve(problem_.size() * 2);
    for (const Line& line : lines_) {
      const std::int64_t inside_ns = line.total_ns - line.most_before_ns(begin_ns);
      if (inside_ns <= 0) continue;
      const std::int64_t last_end_ns = length_ns - line.tail_ns;
      bends.push_back({std::max(begin_ns, last_end_ns - inside_ns), 1});
      bends.push_back({std::max(begin_ns, last_end_ns), -1});
    }
    for (std::size_t task = 0; task < problem_.size(); ++task) {
      if (is_in_line_[task]) continue;
      const std::int64_t duration_ns = problem_.duration_ns[task];
      const std::int64_t last_end_ns = length_ns - tail_ns_[task];
      const std::int64_t last_begin_ns = std::max(begin_ns, last_end_ns - duration_ns);
      // What remains in the interval if the task begins as early, and as late, as possible.
      const std::int64_t early_ns = head_ns_[task] + duration_ns - std::max(begin_ns, head_ns_[task]);
      const std::int64_t inside_ns = std::min(early_ns, last_end_ns - last_begin_ns);
      if (inside_ns <= 0) continue;
      bends.push_back({last_begin_ns, 1});
      bends.push_back({last_begin_ns + inside_ns, -1});
    }
    std::ranges::sort(bends, {}, &Bend::at);
    // The slope of the energy is the sum of the bends so far. The excess is largest at a bend with slope -1.
    std::int64_t energy_ns = 0;
    std::int64_t open = 0;
    std::int64_t at_ns = begin_ns;
    std::int64_t most_ns = 0;
    for (const Bend& bend : bends) {
      energy_ns += open * (bend.at - at_ns);
      at_ns = bend.at;
      open += bend.slope;
      if (bend.slope > 0) continue;
      const std::int64_t needed_ns = (energy_ns + threads_ - 1) / threads_;
      most_ns = std::max(most_ns, needed_ns - (at_ns - begin_ns));
    }
    return most_ns;
  }

 private:
  /// A group whose tasks are in no other group and have equal tails. It acts as a separate machine, which
  /// runs them one after the other.
  struct Line {
    struct Task {
      std::int64_t head_ns = 0;
      std::int64_t duration_ns = 0;
      auto operator<=>(const Task&) const = default;
    };
    std::vector<Task> tasks;  // ascending
    std::int64_t total_ns = 0;
    std::int64_t tail_ns = 0;

    /// How much of the tasks' work can be done by a moment, if each task begins as early as possible.
    std::int64_t most_before_ns(std::int64_t moment_ns) const {
      std::int64_t done_ns = 0;
      std::int64_t free_ns = 0;
      for (const Task& task : tasks) {
        const std::int64_t begin_ns = std::max(free_ns, task.head_ns);
        if (begin_ns >= moment_ns) break;
        done_ns += std::min(task.duration_ns, moment_ns - begin_ns);
        free_ns = begin_ns + task.duration_ns;
      }
      return done_ns;
    }
  };

  void find_lines() {
    is_in_line_.resize(problem_.size());
    for (std::size_t group = 0; group < problem_.groups.size(); ++group) {
      const auto members = problem_.groups.of(group);
      Line line;
      line.tail_ns = tail_ns_[members.front()];
      const bool is_line = std::ranges::all_of(members, [&](std::uint32_t task) {
        return problem_.groups_of.of(task).size() == 1 && tail_ns_[task] == line.tail_ns;
      });
      if (!is_line) continue;
      for (const std::uint32_t task : members) {
        is_in_line_[task] = true;
        line.tasks.push_back({head_ns_[task], problem_.duration_ns[task]});
        line.total_ns += problem_.duration_ns[task];
      }
      std::ranges::sort(line.tasks);
      lines_.push_back(std::move(line));
    }
  }

  const ScheduleProblem& problem_;
  std::int64_t threads_;
  std::vector<Line> lines_;
  std::vector<bool> is_in_line_;       // per task
  std::vector<std::int64_t> head_ns_;  // the longest path to each task
  std::vector<std::int64_t> tail_ns_;  // the longest path after each task
};

/// A bound that is raised until no interval demands more. If a schedule of length C has an interval whose
/// work does not fit by d, then no schedule is shorter than C + d: an interval longer by d has at least that
/// work in a schedule longer by d.
std::int64_t raised_ns(const Windows& windows, std::int64_t length_ns, std::size_t tasks, bool ends_only) {
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<std::int64_t> begins =
        ends_only ? std::vector<std::int64_t>{0} : windows.begins(length_ns);
    std::vector<std::int64_t> excess_ns(begins.size());
    parallel_for(begins.size(), std::uint64_t{begins.size()} * tasks,
                 [&](std::size_t i) { excess_ns[i] = windows.excess_ns(length_ns, begins[i]); });
    const std::int64_t gain_ns = *std::ranges::max_element(excess_ns);
    if (gain_ns <= 0) break;
    length_ns += gain_ns;
    if (gain_ns < length_ns / smallest_gain) break;
  }
  return length_ns;
}

/// All bounds but the one of steps. The energetic bound begins with the largest of the others.
ScheduleBounds bounds_without_steps(const ScheduleProblem& problem, unsigned threads, bool ends_only) {
  const Windows windows(problem, threads);
  const std::int64_t total_ns =
      std::accumulate(problem.duration_ns.begin(), problem.duration_ns.end(), std::int64_t{0});
  ScheduleBounds bounds;
  bounds.work_ns = (total_ns + threads - 1) / threads;
  bounds.path_ns = windows.path_ns();
  bounds.group_ns = windows.group_ns();
  const std::int64_t simple_ns = std::max({bounds.work_ns, bounds.path_ns, bounds.group_ns});
  bounds.energetic_ns = raised_ns(windows, simple_ns, problem.size(), ends_only);
  // Intervals at the end of the schedule are at the start of the reversed schedule.
  const ScheduleProblem back = reversed(problem);
  bounds.energetic_ns = raised_ns(Windows(back, threads), bounds.energetic_ns, problem.size(), ends_only);
  return bounds;
}

/// A problem's steps: all tasks of a step end before a turning point, and all tasks of the next step begin
/// after it. Turning points are tasks that each long task precedes or follows, and follow each other. Tasks
/// beside them are in no step: short ones, and long ones that may run beside nearly all of the work.
class Steps {
 public:
  explicit Steps(const ScheduleProblem& problem) : problem_(problem), is_long_(problem.size()) {
    const std::int64_t least_ns = least_long_ns(problem.duration_ns);
    for (std::size_t task = 0; task < problem.size(); ++task)
      is_long_[task] = problem.duration_ns[task] > 0 && problem.duration_ns[task] >= least_ns;
    find_turning_points();
    if (!points_.empty()) find_tasks();
  }

  /// How long the steps and the turning points take at least. 0 if there is only one step.
  std::int64_t bound_ns(unsigned threads) const {
    std::int64_t sum_ns = 0;
    for (const std::uint32_t point : points_) sum_ns += problem_.duration_ns[point];
    for (const std::vector<std::uint32_t>& tasks : tasks_) {
      if (!tasks.empty()) sum_ns += bounds_without_steps(part_of(tasks), threads, false).energetic_ns;
    }
    return sum_ns;
  }

 private:
  static constexpr double work_of_long_tasks = 0.98;
  static constexpr double most_beside = 0.9;  // of all work

  /// From which duration on tasks are long: these tasks take nearly all of the time.
  static std::int64_t least_long_ns(std::vector<std::int64_t> duration_ns) {
    std::ranges::sort(duration_ns, std::greater<>());
    const double total_ns =
        static_cast<double>(std::accumulate(duration_ns.begin(), duration_ns.end(), std::int64_t{0}));
    double sum_ns = 0.0;
    for (const std::int64_t each_ns : duration_ns) {
      sum_ns += static_cast<double>(each_ns);
      if (sum_ns >= work_of_long_tasks * total_ns) return each_ns;
    }
    return 0;
  }

  /// How much work of long tasks precedes each task in the order.
  static std::vector<std::int64_t> work_before(const ScheduleProblem& problem,
                                               const std::vector<bool>& is_long) {
    std::vector<std::size_t> number(problem.size());
    std::vector<std::int64_t> long_ns;
    for (std::size_t task = 0; task < problem.size(); ++task) {
      number[task] = long_ns.size();
      if (is_long[task]) long_ns.push_back(problem.duration_ns[task]);
    }
    const std::size_t words = long_ns.size() / 64 + 1;
    std::vector<std::uint64_t> before(problem.size() * words);
    std::vector<std::int64_t> work_ns(problem.size());
    for (const std::uint32_t task : problem.order) {
      std::uint64_t* const own = &before[task * words];
      for (const std::uint32_t each : problem.predecessors.of(task)) {
        for (std::size_t i = 0; i < words; ++i) own[i] |= before[each * words + i];
        if (is_long[each]) own[number[each] / 64] |= std::uint64_t{1} << (number[each] % 64);
      }
      for (std::size_t i = 0; i < words; ++i) {
        for (std::uint64_t left = own[i]; left != 0; left &= left - 1)
          work_ns[task] += long_ns[i * 64 + static_cast<std::size_t>(std::countr_zero(left))];
      }
    }
    return work_ns;
  }

  /// The work of long tasks that neither precedes nor follows each task.
  std::vector<std::int64_t> work_beside() const {
    const auto long_ns = [&](std::size_t task) { return is_long_[task] ? problem_.duration_ns[task] : 0; };
    std::int64_t all_ns = 0;
    for (std::size_t task = 0; task < problem_.size(); ++task) all_ns += long_ns(task);
    const std::vector<std::int64_t> before_ns = work_before(problem_, is_long_);
    const std::vector<std::int64_t> after_ns = work_before(reversed(problem_), is_long_);
    std::vector<std::int64_t> beside_ns(problem_.size());
    for (std::size_t task = 0; task < problem_.size(); ++task)
      beside_ns[task] = all_ns - before_ns[task] - after_ns[task] - long_ns(task);
    return beside_ns;
  }

  /// A long task beside nearly all of the work would hide all steps.
  void leave_out_tasks_beside() {
    const std::vector<std::int64_t> beside_ns = work_beside();
    const auto total_ns = static_cast<double>(
        std::accumulate(problem_.duration_ns.begin(), problem_.duration_ns.end(), std::int64_t{0}));
    for (std::size_t task = 0; task < problem_.size(); ++task)
      is_long_[task] = is_long_[task] && static_cast<double>(beside_ns[task]) <= most_beside * total_ns;
  }

  void find_turning_points() {
    leave_out_tasks_beside();
    const std::vector<std::int64_t> beside_ns = work_beside();
    std::vector<std::size_t> passed(problem_.size());  // how many turning points there are up to each task
    for (const std::uint32_t task : problem_.order) {
      for (const std::uint32_t each : problem_.predecessors.of(task))
        passed[task] = std::max(passed[task], passed[each]);
      if (beside_ns[task] > 0 || passed[task] < points_.size()) continue;
      points_.push_back(task);
      passed[task] = points_.size();
    }
  }

  /// Puts each task that follows one turning point and precedes the next one into the step between them.
  void find_tasks() {
    std::vector<std::size_t> number(problem_.size(), points_.size());  // of turning points
    for (std::size_t i = 0; i < points_.size(); ++i) number[points_[i]] = i;
    const auto is_point = [&](std::uint32_t task) { return number[task] < points_.size(); };
    std::vector<std::size_t> first(problem_.size(), 0);  // the earliest step in which the task can be
    std::vector<std::size_t> last(problem_.size(), points_.size());
    for (const std::uint32_t task : problem_.order) {
      for (const std::uint32_t each : problem_.predecessors.of(task))
        first[task] = std::max(first[task], is_point(each) ? number[each] + 1 : first[each]);
    }
    for (std::size_t i = problem_.size(); i-- > 0;) {
      const std::uint32_t task = problem_.order[i];
      for (const std::uint32_t each : problem_.successors.of(task))
        last[task] = std::min(last[task], is_point(each) ? number[each] : last[each]);
    }
    tasks_.resize(points_.size() + 1);
    for (const std::uint32_t task : problem_.order) {
      if (!is_point(task) && first[task] == last[task]) tasks_[first[task]].push_back(task);
    }
  }

  /// The problem of these tasks alone.
  ScheduleProblem part_of(const std::vector<std::uint32_t>& tasks) const {
    std::map<std::uint32_t, std::uint32_t> number;
    std::vector<std::int64_t> duration_ns;
    for (const std::uint32_t task : tasks) {
      number.emplace(task, static_cast<std::uint32_t>(duration_ns.size()));
      duration_ns.push_back(problem_.duration_ns[task]);
    }
    std::vector<GraphEdge> edges;
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;  // by group
    for (const auto& [task, own] : number) {
      for (const std::uint32_t before : problem_.predecessors.of(task)) {
        if (const auto found = number.find(before); found != number.end())
          edges.push_back({found->second, own});
      }
      for (const std::uint32_t group : problem_.groups_of.of(task)) members[group].push_back(own);
    }
    std::vector<std::vector<std::uint32_t>> groups;
    for (const auto& [group, own] : members) groups.push_back(own);
    return *make_problem(std::move(duration_ns), std::move(edges), groups);
  }

  const ScheduleProblem& problem_;
  std::vector<bool> is_long_;                      // per task
  std::vector<std::uint32_t> points_;              // in order
  std::vector<std::vector<std::uint32_t>> tasks_;  // per step
};

}  // namespace

std::string_view ScheduleBounds::name() const {
  if (work_ns == best_ns()) return "work";
  if (path_ns == best_ns()) return "critical path";
  if (group_ns == best_ns()) return "exclusion";
  return energetic_ns == best_ns() ? "energetic bound" : "steps";
}

std::string_view intervals_name(ScheduleBounds::Intervals intervals) {
  switch (intervals) {
    case ScheduleBounds::Intervals::all:
      return "all";
    case ScheduleBounds::Intervals::some:
      return "some";
    case ScheduleBounds::Intervals::ends:
      break;
  }
  return "ends";
}

ScheduleBounds schedule_bounds(const ScheduleProblem& problem, unsigned threads,
                               std::size_t most_tasks_with_intervals) {
  if (problem.size() == 0) return {};
  const bool ends_only = problem.size() > most_tasks_with_intervals;
  ScheduleBounds bounds = bounds_without_steps(problem, threads, ends_only);
  bounds.intervals = ends_only                          ? ScheduleBounds::Intervals::ends
                     : problem.size() * 3 > most_begins ? ScheduleBounds::Intervals::some
                                                        : ScheduleBounds::Intervals::all;
  if (!ends_only) bounds.steps_ns = Steps(problem).bound_ns(threads);
  return bounds;
}

std::int64_t schedule_bound_ns(const Trace& trace, const TaskGraph& graph,
                               std::span<const std::int64_t> duration_ns, unsigned threads) {
  const Strands* const strands = graph.strands();
  if (threads == 0 || trace.nodes.size() > 1) return 0;
  if ((strands != nullptr ? strands->size() : trace.tasks.size()) > most_tasks_with_bound) return 0;
  const auto problem =
      strands != nullptr
          ? problem_of(strands->trace(), strands->graph(), strands->durations_ns(duration_ns), "")
          : problem_of(trace, graph, {duration_ns.begin(), duration_ns.end()}, "");
  if (!problem) return 0;
  return std::max(schedule_bounds(*problem, threads, most_tasks_with_quick_intervals).best_ns(),
                  indivisible_bound_ns(problem->duration_ns, threads));
}

}  // namespace gusset::traces
