#include "thread_replay.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gusset::ompt {
namespace {

using traces::SpanKind;
using traces::TaskId;
using traces::TaskWait;

/// What a wait span waited for; `is_known` is false for other spans.
struct Awaited {
  bool is_known = false;
  TaskWait::Kind kind = TaskWait::Kind::taskwait;
  std::uint64_t object = 0;
  std::int64_t since_ns = 0;
};

struct Span {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  TaskId task;
  SpanKind kind = SpanKind::run;
  std::size_t depth = 0;
  Awaited awaited;
};

class Replay {
 public:
  Replay(const Recording& recording, std::size_t thread, const TaskList& tasks, ReplayLosses& losses)
      : recording_(recording), thread_(recording.threads[thread]), tasks_(tasks), losses_(losses) {
    next_ = Number(recording.first_thread + static_cast<std::uint32_t>(thread), 0);
  }

  ReplayedThread run() {
    for (const Event& event : thread_.events) take(event);
    if (!open_.empty() && open_.back().kind == SpanKind::run) result_.last = tasks_.id_of(open_.back().task);
    close_all(recording_.end_ns);
    std::sort(spans_.begin(), spans_.end(), [](const Span& a, const Span& b) {
      return std::tie(a.begin_ns, b.end_ns, a.depth) < std::tie(b.begin_ns, a.end_ns, b.depth);
    });
    for (const Span& span : spans_) {
      const Awaited& awaited = span.awaited;
      if (awaited.is_known)
        result_.waits.push_back({result_.spans.size(), awaited.kind, awaited.object, awaited.since_ns});
      result_.spans.push_back(span.begin_ns, span.end_ns, span.task, span.kind);
    }
    return std::move(result_);
  }

 private:
  /// A span that has not ended. `task` is the task that runs or waits.
  struct Open {
    Number task;
    SpanKind kind = SpanKind::run;
    std::int64_t begin_ns = 0;
    std::int64_t latest_end_ns = std::numeric_limits<std::int64_t>::max();
    Awaited awaited = {};
  };

  void take(const Event& event) {
    const auto now_ns = static_cast<std::int64_t>(event.time_ns);
    if (open_.empty() && thread_.is_worker) push({{}, SpanKind::wait, now_ns});
    const Number first(event.first);
    switch (event.kind()) {
      case EventKind::initial_begin:
        push({next_, SpanKind::run, now_ns});
        break;
      case EventKind::implicit_begin:
        push({next_, SpanKind::run, now_ns, end_of_region(first)});
        break;
      case EventKind::implicit_end:
        return_to(first, now_ns);
        pop_run(first, now_ns);
        break;
      case EventKind::create:
        return_to(first, now_ns);
        if ((event.detail & is_taskwait) != 0) push({next_, SpanKind::wait, now_ns});
        break;
      case EventKind::region_begin:
        return_to(first, now_ns);
        break;
      case EventKind::switched:
        switch_tasks(first, Number(event.second), static_cast<std::uint8_t>(event.detail), now_ns);
        break;
      case EventKind::wait_begin:
        return_to(first, now_ns);
        push({.task = first, .kind = SpanKind::wait, .begin_ns = now_ns, .awaited = awaited_by(event)});
        break;
      case EventKind::wait_end:
        end_wait(first, now_ns);
        break;
      case EventKind::thread_end:
        close_all(now_ns);
        break;
      case EventKind::group_begin:
        groups_[first.word()].push_back(now_ns);
        break;
      case EventKind::lock_held:
        add_hold(event.first, static_cast<std::int64_t>(event.second), now_ns);
        break;
      case EventKind::processor:
        add_sample(event, now_ns);
        break;
      case EventKind::region_end:
      case EventKind::dependence:
      case EventKind::body:
      case EventKind::lock_place:
      case EventKind::barrier_place:
      case EventKind::region_work:
      case EventKind::work_range:
      case EventKind::work_count:
      case EventKind::work_begin:
      case EventKind::work_chunks:
      case EventKind::work_end:
        break;
    }
    if (creates_item(event.kind())) next_ = Number(next_.word() + 1);
  }

  void add_sample(const Event& event, std::int64_t now_ns) {
    if (event.detail == 1) {
      result_.processors = static_cast<std::uint32_t>(event.first);
      result_.affinity = event.second;
    } else {
      result_.samples.push_back({now_ns, static_cast<std::int64_t>(event.first),
                                 static_cast<std::uint32_t>(event.second >> 32),
                                 static_cast<std::uint32_t>(event.second)});
    }
  }

  Awaited awaited_by(const Event& event) {
    Awaited awaited{.is_known = true, .object = event.second};
    switch (static_cast<WaitKind>(event.detail)) {
      case WaitKind::taskgroup: {
        awaited.kind = TaskWait::Kind::taskgroup;
        const auto open = groups_.find(event.first);
        if (open == groups_.end() || open->second.empty()) break;  // the task began the group elsewhere
        awaited.since_ns = open->second.back();
        open->second.pop_back();
        break;
      }
      case WaitKind::barrier: {
        awaited.kind = TaskWait::Kind::barrier;
        const Item* region = tasks_.find(Number(event.second));
        const Item* const task = tasks_.find(Number(event.first));
        if (region == nullptr && task != nullptr) region = tasks_.find(task->region);
        awaited.is_known = region != nullptr && region->kind == Item::Kind::region;
        awaited.object = awaited.is_known ? region->region_number : 0;
        break;
      }
      case WaitKind::lock:
        awaited.kind = TaskWait::Kind::lock;
        break;
      default:
        break;
    }
    return awaited;
  }

  void add_hold(std::uint64_t lock, std::int64_t begin_ns, std::int64_t end_ns) {
    const auto run = std::find_if(open_.rbegin(), open_.rend(),
                                  [](const Open& open) { return open.kind == SpanKind::run; });
    const TaskId task = run == open_.rend() ? TaskId() : tasks_.id_of(run->task);
    if (!task.is_none()) result_.holds.push_back({lock, task, std::min(begin_ns, end_ns), end_ns});
  }

  void switch_tasks(Number before, Number next, std::uint8_t status, std::int64_t now_ns) {
    if (status == status_early_fulfill || status == status_late_fulfill) return;
    if (status == status_taskwait_complete) {
      end_wait(before, now_ns);
      const Item* wait = tasks_.find(before);
      if (wait == nullptr || !wait->shown_as.is_none()) return;
      spans_.push_back({now_ns, now_ns, wait->id, SpanKind::run, open_.size(), {}});
      return;
    }
    const bool has_ended = status == status_complete || status == status_cancel || status == status_detach;
    const bool is_return = !next.is_none() && is_running(next);
    if (has_ended || is_return) {
      if (is_running(before)) {
        return_to(before, now_ns);
        pop_run(before, now_ns);
      }
    } else {
      return_to(before, now_ns);
    }
    if (is_return) {
      return_to(next, now_ns);
    } else if (!next.is_none()) {
      push({next, SpanKind::run, now_ns});
    }
  }

  bool is_running(Number task) const { return running_.contains(task.word()); }

  /// Ends everything that runs within `task`, because `task` continues.
  void return_to(Number task, std::int64_t now_ns) {
    if (!is_running(task)) {
      ++losses_.unknown_tasks;
      return;
    }
    const auto innermost_run = [this] {
      return std::find_if(open_.rbegin(), open_.rend(),
                          [](const Open& open) { return open.kind == SpanKind::run; });
    };
    while (innermost_run()->task != task) {
      if (open_.back().kind == SpanKind::run) ++losses_.missing_ends;
      pop(now_ns);
    }
  }

  void end_wait(Number task, std::int64_t now_ns) {
    const auto wait = std::find_if(open_.rbegin(), open_.rend(), [task](const Open& open) {
      return open.kind == SpanKind::wait && open.task == task;
    });
    if (wait == open_.rend() || task.is_none()) {
      ++losses_.unknown_tasks;
      return;
    }
    for (auto above = wait - open_.rbegin(); above > 0; --above) {
      if (open_.back().kind == SpanKind::run) ++losses_.missing_ends;
      pop(now_ns);
    }
    pop(now_ns);
  }

  void pop_run(Number task, std::int64_t now_ns) {
    if (!is_running(task)) return;
    // Ends the waits that are still open within it.
    while (open_.back().kind != SpanKind::run || open_.back().task != task) pop(now_ns);
    pop(now_ns);
  }

  void close_all(std::int64_t now_ns) {
    while (!open_.empty()) pop(now_ns);
  }

  void push(Open open) {
    if (!open_.empty()) open.latest_end_ns = std::min(open.latest_end_ns, open_.back().latest_end_ns);
    if (open.kind == SpanKind::run) running_.insert(open.task.word());
    open_.push_back(open);
  }

  void pop(std::int64_t now_ns) {
    const Open open = open_.back();
    open_.pop_back();
    if (open.kind == SpanKind::run) running_.erase(open.task.word());
    const std::int64_t end_ns = std::max(open.begin_ns, std::min(now_ns, open.latest_end_ns));
    spans_.push_back({open.begin_ns, end_ns, tasks_.id_of(open.task), open.kind, open_.size(), open.awaited});
  }

  std::int64_t end_of_region(Number region) const {
    const Item* item = tasks_.find(region);
    return item == nullptr || item->end_ns == traces::unknown_time ? std::numeric_limits<std::int64_t>::max()
                                                                   : item->end_ns;
  }

  const Recording& recording_;
  const ThreadEvents& thread_;
  const TaskList& tasks_;
  ReplayLosses& losses_;
  Number next_;
  std::vector<Open> open_;
  std::unordered_set<std::uint64_t> running_;  ///< tasks of the open runs; they may nest deeply
  std::vector<Span> spans_;
  std::unordered_map<std::uint64_t, std::vector<std::int64_t>> groups_;  ///< per task: begins of open groups
  ReplayedThread result_;
};

}  // namespace

ReplayedThread replay_thread(const Recording& recording, std::size_t thread, const TaskList& tasks,
                             ReplayLosses& losses) {
  return Replay(recording, thread, tasks, losses).run();
}

}  // namespace gusset::ompt
