#include "plans/plan_lanes.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"
#include "plans/plan_graph.hpp"

namespace gusset {

StaticSchedule round_robin(std::size_t tasks, unsigned workers) {
  StaticSchedule schedule(workers);
  for (std::size_t task = 0; task < tasks; ++task)
    schedule[task % workers].push_back(static_cast<std::uint32_t>(task));
  return schedule;
}

namespace detail {

namespace {

/// Finds a joint order of all lanes' tasks, and from it what each task must wait for.
class LaneBuilder {
 public:
  LaneBuilder(const PlanGraph& graph, const StaticSchedule& schedule)
      : graph_(graph), schedule_(schedule), places_(graph.nodes.size()), predecessors_(graph.nodes.size()) {
    place_tasks();
    for (std::uint32_t task = 0; task < size(); ++task) {
      for (const std::uint32_t next : graph_.nodes[task].successors) predecessors_[next].push_back(task);
    }
    find_groups();
  }

  /// The tasks that each task depends on; after build() also the task before it in each of its groups.
  const std::vector<std::vector<std::uint32_t>>& dependencies() const { return predecessors_; }

  /// Calls step(lane, task, waits) for each task, in an order that respects all dependencies.
  template <class AddStep>
  void build(AddStep&& step) {
    const std::size_t lanes = schedule_.size();
    clocks_.assign(size() * lanes, 0);
    std::vector<std::size_t> next(lanes, 0);
    std::vector<std::uint64_t> free_at(lanes, 0);
    for (std::size_t placed = 0; placed < size(); ++placed) {
      const std::size_t lane = earliest_lane(next, free_at);
      const std::uint32_t task = schedule_[lane][next[lane]];
      free_at[lane] = start_of(task, free_at[lane]) + 1;
      places_[task].end = free_at[lane];
      ++next[lane];
      follow_groups(task);
      step(lane, task, waits_of(task));
    }
  }

 private:
  using Wait = PlanLanes::Wait;
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Place {
    std::uint32_t lane = none;
    std::uint32_t step = 0;  // from 1
    std::uint64_t end = 0;   // if each task took one unit of time; 0: not reached yet
  };

  std::uint32_t size() const { return static_cast<std::uint32_t>(graph_.nodes.size()); }
  std::string text_of(std::uint32_t task) const {
    return "task " + std::to_string(task) + " " + quoted_name(*graph_.nodes[task].task);
  }

  void place_tasks() {
    for (std::uint32_t lane = 0; lane < schedule_.size(); ++lane) {
      std::uint32_t step = 0;
      for (const std::uint32_t task : schedule_[lane]) {
        if (task >= size()) {
          throw UsageError("a plan's schedule: expected tasks below " + std::to_string(size()) +
                           ", found task " + std::to_string(task));
        }
        if (places_[task].lane != none)
          throw UsageError("a plan's schedule: expected each task once, found " + text_of(task) + " twice");
        places_[task] = {lane, ++step, 0};
      }
    }
    for (std::uint32_t task = 0; task < size(); ++task) {
      if (places_[task].lane == none)
        throw UsageError("a plan's schedule: expected each task once, found no " + text_of(task));
    }
  }

  /// Finds the groups of tasks that exclude each other. In the joint order, each task of a group waits for
  /// the one before it.
  void find_groups() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;  // by handle and version
    auto planned = graph_.accesses.begin();
    groups_of_.resize(size());
    for (std::uint32_t task = 0; task < size(); ++task) {
      for (const TaskAccess& access : *graph_.nodes[task].task) {
        if (access.is_covered()) continue;
        if (needs_lock(access.mode())) {
          const auto number = static_cast<std::uint32_t>(numbers.size());
          groups_of_[task].push_back(
              numbers.try_emplace({planned->use, planned->version}, number).first->second);
        }
        ++planned;
      }
    }
    last_of_group_.assign(numbers.size(), none);
  }

  void follow_groups(std::uint32_t task) {
    for (const std::uint32_t group : groups_of_[task]) {
      const std::uint32_t last = std::exchange(last_of_group_[group], task);
      if (last != none) predecessors_[task].push_back(last);
    }
  }

  bool may_start(std::uint32_t task) const {
    return std::all_of(predecessors_[task].begin(), predecessors_[task].end(),
                       [this](std::uint32_t before) { return places_[before].end != 0; });
  }
  std::uint64_t start_of(std::uint32_t task, std::uint64_t free_at) const {
    for (const std::uint32_t before : predecessors_[task]) free_at = std::max(free_at, places_[before].end);
    return free_at;
  }

  std::size_t earliest_lane(const std::vector<std::size_t>& next,
                            const std::vector<std::uint64_t>& free_at) const {
    std::size_t best = schedule_.size();
    std::uint64_t best_start = 0;
    for (std::size_t lane = 0; lane < schedule_.size(); ++lane) {
      if (next[lane] == schedule_[lane].size()) continue;
      const std::uint32_t task = schedule_[lane][next[lane]];
      if (!may_start(task)) continue;
      const std::uint64_t start = start_of(task, free_at[lane]);
      if (best < schedule_.size() && start >= best_start) continue;
      best = lane;
      best_start = start;
    }
    if (best == schedule_.size()) refuse_cycle(next);
    return best;
  }

  [[noreturn]] void refuse_cycle(const std::vector<std::size_t>& next) const {
    for (std::size_t lane = 0; lane < schedule_.size(); ++lane) {
      if (next[lane] == schedule_[lane].size()) continue;
      const std::uint32_t task = schedule_[lane][next[lane]];
      const auto missing = std::find_if(predecessors_[task].begin(), predecessors_[task].end(),
                                        [this](std::uint32_t before) { return places_[before].end == 0; });
      throw UsageError("a plan's schedule: expected an order that the dependencies allow, found " +
                       text_of(task) + " on worker " + std::to_string(lane) + " waiting for " +
                       text_of(*missing) + ", which can then never run");
    }
    throw UsageError("a plan's schedule: expected an order that the dependencies allow, found a cycle");
  }

  std::uint32_t* clock_of(std::uint32_t task) { return clocks_.data() + task * schedule_.size(); }

  /// Finds what a task must wait for, and sets its clock: how many steps of each lane have ended once the
  /// task has ended.
  std::vector<Wait> waits_of(std::uint32_t task) {
    const std::size_t lanes = schedule_.size();
    const Place& place = places_[task];
    std::uint32_t* const clock = clock_of(task);
    if (place.step > 1) std::copy_n(clock_of(schedule_[place.lane][place.step - 2]), lanes, clock);
    const auto& before = predecessors_[task];
    std::vector<Wait> waits;
    for (const std::uint32_t each : before) {
      const Place& other = places_[each];
      if (other.lane == place.lane || clock[other.lane] >= other.step) continue;
      const bool is_implied = std::any_of(before.begin(), before.end(), [&](std::uint32_t another) {
        return another != each && clock_of(another)[other.lane] >= other.step;
      });
      if (!is_implied) waits.push_back({other.lane, other.step});
    }
    for (const std::uint32_t each : before) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        clock[lane] = std::max(clock[lane], clock_of(each)[lane]);
    }
    clock[place.lane] = place.step;
    return waits;
  }

  const PlanGraph& graph_;
  const StaticSchedule& schedule_;
  std::vector<Place> places_;                             // by task
  std::vector<std::vector<std::uint32_t>> predecessors_;  // by task
  std::vector<std::vector<std::uint32_t>> groups_of_;     // by task
  std::vector<std::uint32_t> last_of_group_;
  std::vector<std::uint32_t> clocks_;  // by task and lane
};

}  // namespace

PlanLanes::PlanLanes(const PlanGraph& graph, const StaticSchedule& schedule, StaticForm form)
    : form_(form), count_(schedule.size()), lanes_(std::make_unique<Lane[]>(schedule.size())) {
  LaneBuilder builder(graph, schedule);
  predecessors = builder.dependencies();
  end_ticks.resize(graph.nodes.size());
  builder.build([&](std::size_t at, std::uint32_t task, const std::vector<Wait>& waits) {
    Lane& lane = lanes_[at];
    lane.steps.push_back({graph.nodes[task].task, static_cast<std::uint32_t>(lane.waits.size()),
                          static_cast<std::uint32_t>(waits.size())});
    lane.waits.insert(lane.waits.end(), waits.begin(), waits.end());
  });
  for (std::size_t lane = 0; lane < count_; ++lane) lanes_[lane].seen.assign(count_, 0);
  if (form == StaticForm::flags) add_flags(schedule, builder.dependencies());
}

/// Makes each step await the flags of its task's predecessors.
void PlanLanes::add_flags(const StaticSchedule& schedule,
                          const std::vector<std::vector<std::uint32_t>>& before) {
  std::vector<const Flag*> flags(before.size());
  for (std::size_t at = 0; at < count_; ++at) {
    Lane& lane = lanes_[at];
    lane.waits.clear();
    lane.flags = std::make_unique<Flag[]>(lane.steps.size());
    lane.next.resize(lane.steps.size());
    for (std::size_t step = 0; step < lane.steps.size(); ++step)
      flags[schedule[at][step]] = &lane.flags[step];
  }
  for (std::size_t at = 0; at < count_; ++at) {
    Lane& lane = lanes_[at];
    for (std::size_t step = 0; step < lane.steps.size(); ++step) {
      const std::vector<std::uint32_t>& awaited = before[schedule[at][step]];
      lane.steps[step].first_wait = static_cast<std::uint32_t>(lane.awaited.size());
      lane.steps[step].waits = static_cast<std::uint32_t>(awaited.size());
      for (const std::uint32_t task : awaited) lane.awaited.push_back(flags[task]);
    }
  }
}

std::size_t PlanLanes::waits() const {
  std::size_t sum = 0;
  for (std::size_t lane = 0; lane < count_; ++lane)
    sum += lanes_[lane].waits.size() + lanes_[lane].awaited.size();
  return sum;
}

}  // namespace detail

}  // namespace gusset
