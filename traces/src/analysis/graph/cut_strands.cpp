#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "model/run_segments.hpp"
#include "strand_list.hpp"
#include "strand_marks.hpp"

namespace gusset::traces {
namespace {

constexpr std::uint32_t no_strand = StrandList::none;
constexpr std::size_t no_segment = RunSegments::none;

/// The tasks of a taskgroup, and the strand that continues after them.
struct TaskGroup {
  std::vector<TaskId> members;
  std::uint32_t after = no_strand;
};

/// One barrier of a region.
struct Barrier {
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> after;
  std::int64_t end_ns = std::numeric_limits<std::int64_t>::max();  ///< when the first thread continued
};

class Cutter {
 public:
  explicit Cutter(const Trace& trace)
      : trace_(trace),
        segments_(trace),
        order_(segments_by_task(segments_)),
        first_run_(trace.tasks.size(), no_segment),
        marks_(strand_marks(trace)),
        region_of_(trace.tasks.size(), JoinedTask::no_region),
        group_of_(trace.tasks.size(), no_strand),
        is_joined_(trace.tasks.size(), false),
        leaves_barrier_(trace.tasks.size(), false) {
    list_.first_of.assign(trace.tasks.size(), no_strand);
    list_.last_of.assign(trace.tasks.size(), no_strand);
  }

  StrandList cut() {
    index_tasks();
    auto segment = order_.begin();
    auto mark = marks_.begin();
    for (std::size_t t = 0; t < trace_.tasks.size(); ++t) {
      const TaskId task(t);
      const auto first_segment = segment;
      while (segment != order_.end() && segments_.all()[*segment].task == task) ++segment;
      const auto first_mark = mark;
      while (mark != marks_.end() && mark->task == task) ++mark;
      if (segment != first_segment) cut_task(task, {first_segment, segment}, {first_mark, mark});
    }
    for (const auto& [child, after] : joins_) {
      if (!leaves_late(child, after)) list_.add_edge(list_.last_of[child.value()], after);
    }
    for (const TaskGroup& group : groups_) {
      for (const TaskId member : group.members) list_.add_edge(list_.last_of[member.value()], group.after);
    }
    join_barriers();
    return std::move(list_);
  }

 private:
  void index_tasks() {
    for (const JoinedTask& joined : trace_.fork_join.joined) {
      is_joined_[joined.task.value()] = true;
      region_of_[joined.task.value()] = joined.region;
    }
    for (const std::size_t s : order_) {
      std::size_t& first = first_run_[segments_.all()[s].task.value()];
      if (first == no_segment) first = s;
    }
  }

  /// Parents come before their children, so the group and the region of `task` are known.
  void cut_task(TaskId task, std::span<const std::size_t> own, std::span<const StrandMark> marks) {
    begin_task(task);
    auto next = marks.begin();
    for (const std::size_t s : own) {
      const RunSegments::Segment& segment = segments_.all()[s];
      lane_ = segment.lane;
      now_ns_ = segment.begin_ns;
      for (; next != marks.end() && next->time_ns <= segment.end_ns; ++next)
        apply(*next, std::max(now_ns_, next->time_ns));
      if (now_ns_ < segment.end_ns || last_ == no_strand) add_strand(segment.end_ns);
    }
    for (; next != marks.end(); ++next) apply(*next, now_ns_);
    if (has_to_wait()) {
      now_ns_ = std::max(now_ns_, wait_end_ns_);
      add_strand(now_ns_);
    }
    list_.last_of[task.value()] = last_;
    leaves_barrier_[task.value()] = last_ != no_strand && last_ == left_barrier_;
  }

  /// Whether `child` is another thread's part of a region whose last strand only leaves the barrier at the
  /// region's end. The strand `after` continues after the same barrier, and so does not wait for that strand.
  bool leaves_late(TaskId child, std::uint32_t after) const {
    return leaves_barrier_[child.value()] && region_of_[child.value()] != JoinedTask::no_region &&
           list_.strands[list_.last_of[child.value()]].lane != list_.strands[after].lane;
  }

  void begin_task(TaskId task) {
    task_ = task;
    last_ = no_strand;
    left_barrier_ = no_strand;
    has_waited_ = false;
    barriers_passed_ = 0;
    wait_end_ns_ = std::numeric_limits<std::int64_t>::min();
    children_.clear();
    open_groups_.clear();
    held_.clear();
  }

  /// Whether the next strand waits for more than the one before it.
  bool has_to_wait() const {
    return !awaited_.empty() || awaited_group_ != no_strand || awaited_barrier_ != nullptr;
  }

  /// The awaited task that runs on this lane, but only after `time_ns`; none if there is none.
  TaskId awaited_after(std::int64_t time_ns) const {
    for (const TaskId child : awaited_) {
      const std::size_t first = first_run_[child.value()];
      if (!is_joined_[child.value()] || first == no_segment) continue;
      const RunSegments::Segment& run = segments_.all()[first];
      if (run.lane == lane_ && run.begin_ns >= time_ns) return child;
    }
    return {};
  }

  /// Adds the strand from the current position to `end_ns`.
  void add_strand(std::int64_t end_ns) {
    const std::int64_t begin_ns = now_ns_;
    const std::uint32_t strand = list_.add({begin_ns, end_ns, task_, lane_});
    if (last_ == no_strand) {
      list_.first_of[task_.value()] = strand;
      if (creator_.size() > task_.value()) list_.add_edge(creator_[task_.value()], strand);
    }
    list_.add_edge(last_, strand);
    for (const std::uint32_t lock : held_) list_.holds.push_back({strand, lock});
    // The runtime needs time between the creation of a joined task and its start: `strand` is that time, and
    // does not come after the join.
    const TaskId to_begin = begin_ns < end_ns ? awaited_after(end_ns) : TaskId();
    if (to_begin.is_none()) {
      join(strand, begin_ns);
    } else {
      creator_[to_begin.value()] = strand;
    }
    last_ = strand;
    now_ns_ = end_ns;
  }

  /// Makes `strand` wait for all that its task awaits.
  void join(std::uint32_t strand, std::int64_t begin_ns) {
    for (const TaskId child : awaited_) {
      joins_.emplace_back(child, strand);
      if (region_of_[child.value()] != JoinedTask::no_region && is_joined_[child.value()])
        after_region_.try_emplace(region_of_[child.value()], strand);
    }
    awaited_.clear();
    if (awaited_group_ != no_strand) groups_[awaited_group_].after = strand;
    awaited_group_ = no_strand;
    if (awaited_barrier_ != nullptr) {
      awaited_barrier_->after.push_back(strand);
      left_barrier_ = strand;
      awaited_barrier_->end_ns = std::min(awaited_barrier_->end_ns, std::max(barrier_end_ns_, begin_ns));
    }
    awaited_barrier_ = nullptr;
    has_waited_ = false;
  }

  void apply(const StrandMark& mark, std::int64_t time_ns) {
    const bool orders_others = mark.kind == StrandMark::Kind::wait ||
                               (mark.kind == StrandMark::Kind::create && !is_beside_awaited(mark.what));
    const bool is_after_wait =
        has_waited_ &&
        (orders_others || mark.kind == StrandMark::Kind::group_begin);  // so that their order is known later
    if (time_ns > now_ns_ || is_after_wait || (orders_others && (last_ == no_strand || has_to_wait())))
      add_strand(time_ns);
    const auto add_step = [&](Strands::Step::Kind kind) {
      list_.steps.push_back({kind, task_, last_, mark.what});
    };
    switch (mark.kind) {
      case StrandMark::Kind::create:
        add_step(Strands::Step::Kind::create);
        create(TaskId(mark.what));
        break;
      case StrandMark::Kind::wait:
        if (trace_.fork_join.waits[mark.what].kind != TaskWait::Kind::lock)
          add_step(Strands::Step::Kind::wait);
        wait(trace_.fork_join.waits[mark.what]);
        break;
      case StrandMark::Kind::group_begin:
        add_step(Strands::Step::Kind::group_begin);
        open_groups_.push_back(static_cast<std::uint32_t>(groups_.size()));
        groups_.emplace_back();
        break;
      case StrandMark::Kind::acquire:
        held_.push_back(mark.what);
        break;
      case StrandMark::Kind::release:
        if (const auto held = std::find(held_.begin(), held_.end(), mark.what); held != held_.end())
          held_.erase(held);
        break;
    }
  }

  /// The threads' parts of a region begin together, and the creator waits for all of them.
  bool is_beside_awaited(std::uint32_t child) const {
    return last_ != no_strand && is_joined_[child] && region_of_[child] != JoinedTask::no_region &&
           !awaited_.empty() && region_of_[awaited_.back().value()] == region_of_[child];
  }

  void create(TaskId child) {
    if (creator_.empty()) creator_.assign(trace_.tasks.size(), no_strand);
    creator_[child.value()] = last_;
    if (region_of_[child.value()] == JoinedTask::no_region) {
      region_of_[child.value()] = region_of_[task_.value()];
      group_of_[child.value()] = open_groups_.empty() ? group_of_[task_.value()] : open_groups_.back();
    }
    if (is_joined_[child.value()]) {
      awaited_.push_back(child);
      return;
    }
    children_.push_back(child);
    if (const std::uint32_t group = group_of_[child.value()]; group != no_strand)
      groups_[group].members.push_back(child);
  }

  void wait(const TaskWait& wait) {
    const SpanColumns& spans = trace_.lanes[wait.span.lane.value()].spans;
    const std::int64_t end_ns = spans.end_ns[wait.span.index];
    wait_end_ns_ = std::max(wait_end_ns_, end_ns);
    has_waited_ = wait.kind != TaskWait::Kind::lock;
    if (!held_.empty() && has_waited_) ++list_.waits_in_holds;
    switch (wait.kind) {
      case TaskWait::Kind::taskwait:
        awaited_.insert(awaited_.end(), children_.begin(), children_.end());
        children_.clear();
        break;
      case TaskWait::Kind::taskgroup:
        if (open_groups_.empty()) break;
        awaited_group_ = open_groups_.back();
        open_groups_.pop_back();
        break;
      case TaskWait::Kind::barrier: {
        Barrier& barrier = barrier_of(wait.object, barriers_passed_++);
        barrier.before.push_back(last_);
        barrier_end_ns_ = end_ns;
        awaited_barrier_ = &barrier;
        break;
      }
      case TaskWait::Kind::lock:
        break;
    }
  }

  Barrier& barrier_of(std::uint32_t region, std::size_t number) {
    std::deque<Barrier>& of_region = barriers_[region];
    while (of_region.size() <= number) of_region.emplace_back();
    return of_region[number];
  }

  /// The first barrier of a region that ends after `submit_ns`; null if there is none.
  Barrier* barrier_after(std::uint32_t region, std::int64_t submit_ns) {
    const auto found = barriers_.find(region);
    if (found == barriers_.end()) return nullptr;
    const auto barrier = std::ranges::find_if(
        found->second, [submit_ns](const Barrier& each) { return submit_ns < each.end_ns; });
    return barrier == found->second.end() ? nullptr : &*barrier;
  }

  /// A barrier also waits for the tasks that were created in the region before any thread continued. The end
  /// of a region waits for all its tasks: with one thread, the runtime reports no barrier there.
  void join_barriers() {
    for (std::size_t task = 0; trace_.recorded.submit && task < trace_.tasks.size(); ++task) {
      if (is_joined_[task] || trace_.tasks.submit_ns[task] == unknown_time ||
          list_.last_of[task] == no_strand)
        continue;
      if (Barrier* const barrier = barrier_after(region_of_[task], trace_.tasks.submit_ns[task])) {
        barrier->before.push_back(list_.last_of[task]);
      } else if (const auto after = after_region_.find(region_of_[task]); after != after_region_.end()) {
        list_.add_edge(list_.last_of[task], after->second);
      }
    }
    for (const auto& [region, barriers] : barriers_) {
      for (const Barrier& barrier : barriers) list_.join(barrier.before, barrier.after);
    }
  }

  const Trace& trace_;
  const RunSegments segments_;
  const std::vector<std::size_t> order_;  ///< segments by task and time
  std::vector<std::size_t> first_run_;    ///< per task: its first segment, or no_segment
  const std::vector<StrandMark> marks_;   ///< likewise
  std::vector<std::uint32_t> region_of_;  ///< per task
  std::vector<std::uint32_t> group_of_;   ///< per task: the taskgroup that it belongs to, or no_strand
  std::vector<bool> is_joined_;           ///< per task: its creator continues only after its end
  std::vector<bool> leaves_barrier_;      ///< per task: its last strand directly follows a barrier
  std::vector<std::uint32_t> creator_;    ///< per task: the strand that created it
  std::vector<std::pair<TaskId, std::uint32_t>> joins_;  ///< a task, and the strand that waits for its end
  std::vector<TaskGroup> groups_;
  std::map<std::uint32_t, std::deque<Barrier>> barriers_;  ///< per region; deques keep references valid
  std::map<std::uint32_t, std::uint32_t> after_region_;    ///< per region: the creator's next strand
  StrandList list_;

  // The state of the task that is being cut.
  TaskId task_;
  LaneId lane_;
  std::uint32_t last_ = no_strand;
  std::uint32_t left_barrier_ = no_strand;  ///< the first strand after the last barrier
  std::int64_t now_ns_ = 0;
  std::int64_t wait_end_ns_ = 0;
  bool has_waited_ = false;  ///< since the last strand, for tasks or threads
  std::size_t barriers_passed_ = 0;
  std::vector<TaskId> children_;            ///< created since the last taskwait
  std::vector<std::uint32_t> open_groups_;  ///< the innermost last
  std::vector<std::uint32_t> held_;         ///< locks
  std::vector<TaskId> awaited_;             ///< tasks that the next strand waits for
  std::uint32_t awaited_group_ = no_strand;
  Barrier* awaited_barrier_ = nullptr;
  std::int64_t barrier_end_ns_ = 0;  ///< of the awaited barrier's wait
};

}  // namespace

StrandList cut_into_strands(const Trace& trace) {
  return Cutter(trace).cut();
}

}  // namespace gusset::traces
