#include "lane_replay.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "gusset/traces/model/validate.hpp"
#include "storage/conversion_failure.hpp"

namespace gusset::ompt {

using traces::TaskId;
using traces::TaskWait;

void ReplayTables::start(Number task) {
  Item* const item = tasks.find(task);
  if (item == nullptr || item->is_started) return;
  item->is_started = true;
  const std::uint32_t id = item->task;
  const std::uint32_t first = item->first_access;
  if (first == Item::none) return;
  accesses.start(first, tasks.rows.get(id).submit_ns);
}

void ReplayTables::end(Number task, std::int64_t end_ns) {
  Item* const item = tasks.find(task);
  if (item == nullptr || item->is_ended) return;
  item->is_ended = true;
  const std::uint32_t first = item->first_access;
  const std::uint32_t id = item->task;
  const bool is_started = item->is_started;
  tasks.forget(task, *item);
  if (first == Item::none) return;
  if (!is_started) accesses.start(first, tasks.rows.get(id).submit_ns);
  accesses.end(first, end_ns);
}

void ReplayTables::end_body(Number task) {
  Item* const item = tasks.find(task);
  if (item == nullptr) return;
  if (item->has_groups) groups.erase(task.word());
  item->has_groups = false;
  if (item->first_handle != Item::none) accesses.end_scope(std::exchange(item->first_handle, Item::none));
}

LaneReplay::LaneReplay(Scratch& scratch, ReplayTables& tables, std::size_t thread, bool is_worker)
    : spans(scratch),
      waits(scratch),
      uses(scratch),
      tables_(tables),
      thread_(thread),
      lane_(static_cast<std::uint32_t>(thread + 1)),
      is_worker_(is_worker) {}

Number LaneReplay::take(const Event& event) {
  now_ns_ = static_cast<std::int64_t>(event.time_ns);
  if (ended_wait_) settle_wait(event.kind());
  if (open_.empty() && is_worker_) push({}, SpanList::Kind::wait);
  const Number first(event.first);
  switch (event.kind()) {
    case EventKind::initial_begin:
    case EventKind::region_begin:
    case EventKind::implicit_begin:
    case EventKind::create:
      return take_item(event);
    case EventKind::implicit_end:
      return_to(first);
      end_run(first);
      tables_.end_body(first);
      tables_.end(first, now_ns_);
      break;
    case EventKind::switched:
      switch_tasks(first, Number(event.second), static_cast<std::uint8_t>(event.detail));
      break;
    case EventKind::wait_begin:
      return_to(first);
      push_wait(event);
      break;
    case EventKind::wait_end:
      end_wait(first);
      break;
    case EventKind::thread_end:
      while (!open_.empty()) pop();
      break;
    case EventKind::group_begin:
      if (Item* const task = tables_.tasks.find(first)) task->has_groups = true;
      tables_.groups[event.first].push_back(now_ns_);
      break;
    case EventKind::lock_held:
      add_hold(event);
      break;
    case EventKind::processor:
      add_sample(event);
      break;
    default:
      break;
  }
  return {};
}

Number LaneReplay::take_item(const Event& event) {
  TaskTable& tasks = tables_.tasks;
  if (event.kind() == EventKind::initial_begin) {
    const Number task = tasks.add_initial(thread_, event);
    push(task, SpanList::Kind::run);
    return task;
  }
  if (event.kind() == EventKind::implicit_begin) {
    const Number part = tasks.add_part(thread_, event);
    push_part(part);
    return part;
  }
  if (event.kind() == EventKind::region_begin) {
    const Number region = tasks.add_region(thread_, event);
    return_to(Number(event.first));
    return region;
  }
  bool takes_place = false;
  const Number task = tasks.add_task(thread_, event, ended_wait_ ? &*ended_wait_ : nullptr, takes_place);
  if (takes_place) {
    ended_wait_.reset();
  } else if (ended_wait_) {
    settle_wait(EventKind::thread_end);
  }
  return_to(Number(event.first));
  if ((event.detail & is_taskwait) != 0) {
    push(task, SpanList::Kind::wait);
    open_.back().parent = Number(event.first);
  }
  return task;
}

/// A wait for predecessors that has ended becomes a task of length 0, unless a task follows that takes its
/// place. Some events may come between the two.
void LaneReplay::settle_wait(EventKind next) {
  if (next == EventKind::body || next == EventKind::processor || next == EventKind::create) return;
  const EndedWait wait = *std::exchange(ended_wait_, std::nullopt);
  spans.begin(wait.time_ns, tables_.tasks.id_of(wait.number), SpanList::Kind::run);
  tables_.end(wait.number, wait.time_ns);
}

void LaneReplay::push(Number task, SpanList::Kind kind) {
  Open open;
  open.task = task;
  open.is_run = kind == SpanList::Kind::run;
  open.begin_ns = now_ns_;
  open.latest_end_ns = open_.empty() ? std::numeric_limits<std::int64_t>::max() : open_.back().latest_end_ns;
  Item* const item = tables_.tasks.find(task);
  const TaskId id = item == nullptr || item->task == Item::none ? TaskId() : TaskId(item->task);
  if (kind == SpanList::Kind::run) {
    if (item != nullptr) {
      item->running_on = lane_;
    } else if (!task.is_none()) {
      unknown_.insert(task.word());
    }
  }
  open.span = spans.begin(now_ns_, id, kind);
  open_.push_back(open);
}

void LaneReplay::push_part(Number part) {
  push(part, SpanList::Kind::run);
  Item* const item = tables_.tasks.find(part);
  item->is_started = true;
  const std::uint32_t number = item->region;
  if (number == Item::none) return;
  open_parts_.push_back(open_.size() - 1);
  open_.back().part_of = number;
  const RegionRow region = tables_.tasks.regions.get(number);
  if (region.end_ns != traces::unknown_time)
    open_.back().latest_end_ns = std::min(open_.back().latest_end_ns, region.end_ns);
}

void LaneReplay::push_run(Number task) {
  tables_.start(task);
  push(task, SpanList::Kind::run);
}

void LaneReplay::push_wait(const Event& event) {
  WaitRow wait;
  bool is_known = tables_.has_times();
  switch (static_cast<WaitKind>(event.detail)) {
    case WaitKind::taskgroup: {
      wait.kind = TaskWait::Kind::taskgroup;
      const auto open = tables_.groups.find(event.first);
      if (open == tables_.groups.end()) break;
      wait.since_ns = open->second.back();
      open->second.pop_back();
      if (open->second.empty()) tables_.groups.erase(open);
      break;
    }
    case WaitKind::barrier:
    case WaitKind::reduction: {
      wait.kind = TaskWait::Kind::barrier;
      const Item* const region = tables_.tasks.find(Number(event.second));
      if (region != nullptr && region->kind == Item::Kind::region) {
        wait.object = region->region;
      } else if (const Item* const task = tables_.tasks.find(Number(event.first))) {
        wait.object = task->region;
      }
      is_known = is_known && wait.object != Item::none;
      break;
    }
    case WaitKind::lock:
      wait.kind = TaskWait::Kind::lock;
      if (is_known) wait.object = tables_.locks.number_of(event.second);
      break;
    default:
      break;
  }
  const bool is_plain = wait.kind == TaskWait::Kind::taskwait;
  if (is_known && !is_plain) waits.push_back(wait);
  push(Number(event.first), !is_known  ? SpanList::Kind::wait
                            : is_plain ? SpanList::Kind::taskwait
                                       : SpanList::Kind::known_wait);
}

void LaneReplay::pop() {
  const Open open = open_.back();
  open_.pop_back();
  if (open.is_run) {
    if (Item* const item = tables_.tasks.find(open.task); item != nullptr && item->running_on == lane_)
      item->running_on = 0;
    if (!unknown_.empty()) unknown_.erase(open.task.word());
    if (open.part_of != Item::none) {
      open_parts_.pop_back();
      --tables_.tasks.regions.edit(open.part_of).open_parts;
    }
  }
  const std::int64_t end_ns = std::max(open.begin_ns, std::min(now_ns_, open.latest_end_ns));
  spans.end(open.span, open.begin_ns, end_ns);
  tables_.total_ns += end_ns - open.begin_ns;
  if (tables_.total_ns > traces::max_total_time_ns)
    throw ConversionFailure({"spans", "a total length of at most 2^62 ns", "more"});
}

void LaneReplay::cut_part(std::uint32_t region, std::int64_t end_ns) {
  for (auto part = open_parts_.rbegin(); part != open_parts_.rend(); ++part) {
    if (open_[*part].part_of != region) continue;
    for (std::size_t i = *part; i < open_.size(); ++i)
      open_[i].latest_end_ns = std::min(open_[i].latest_end_ns, end_ns);
    return;
  }
}

bool LaneReplay::is_running(Number task) {
  if (!task.is_none() && innermost_run() == task) return true;  // so it is nearly always
  const Item* const item = tables_.tasks.find(task);
  return item == nullptr ? unknown_.contains(task.word()) : item->running_on == lane_;
}

Number LaneReplay::innermost_run() const {
  const auto run = std::find_if(open_.rbegin(), open_.rend(), [](const Open& open) { return open.is_run; });
  return run == open_.rend() ? Number() : run->task;
}

/// The innermost span ends although its end was not reported.
void LaneReplay::pop_missed() {
  const Open open = open_.back();
  pop();
  if (!open.is_run) return;
  ++tables_.losses.missing_ends;
  tables_.end_body(open.task);
  tables_.end(open.task, now_ns_);
}

/// Ends everything that runs within `task`, because `task` continues.
void LaneReplay::return_to(Number task) {
  if (!is_running(task)) {
    ++tables_.losses.unknown_tasks;
    return;
  }
  while (innermost_run() != task) pop_missed();
}

/// Returns the parent of the task that waited, if the wait is a task of its own.
Number LaneReplay::end_wait(Number task) {
  const auto wait = std::find_if(open_.rbegin(), open_.rend(),
                                 [task](const Open& open) { return !open.is_run && open.task == task; });
  if (wait == open_.rend() || task.is_none()) {
    ++tables_.losses.unknown_tasks;
    return {};
  }
  const Number parent = wait->parent;
  for (auto above = wait - open_.rbegin(); above > 0; --above) pop_missed();
  pop();
  return parent;
}

/// Ends the waits that are still open within the run, too.
void LaneReplay::end_run(Number task) {
  if (!is_running(task)) return;
  while (!open_.back().is_run || open_.back().task != task) pop();
  pop();
}

void LaneReplay::switch_tasks(Number before, Number next, std::uint8_t status) {
  if (status == status_early_fulfill) return;
  if (status == status_late_fulfill) return tables_.end(before, now_ns_);
  if (status == status_taskwait_complete) {
    const Number parent = end_wait(before);
    const Item* const wait = tables_.tasks.find(before);
    if (wait == nullptr || wait->kind != Item::Kind::taskwait || wait->is_ended) return;
    tables_.start(before);
    ended_wait_ = EndedWait{before, parent, now_ns_};
    return;
  }
  const bool has_ended = status == status_complete || status == status_cancel;
  const bool is_return = !next.is_none() && is_running(next);
  if (has_ended || status == status_detach || is_return) {
    if (is_running(before)) {
      return_to(before);
      end_run(before);
    }
  } else {
    return_to(before);
  }
  if (has_ended || status == status_detach) tables_.end_body(before);
  if (has_ended) tables_.end(before, now_ns_);
  if (is_return) {
    return_to(next);
  } else if (!next.is_none()) {
    push_run(next);
  }
}

void LaneReplay::add_hold(const Event& event) {
  if (!tables_.has_times()) return;
  const TaskId task = tables_.tasks.id_of(innermost_run());
  if (task.is_none()) return;
  const auto begin_ns =
      static_cast<std::int64_t>(std::min(event.second, static_cast<std::uint64_t>(now_ns_)));
  tables_.locks.add_hold(event.first, task, begin_ns, now_ns_);
}

void LaneReplay::add_sample(const Event& event) {
  if (event.detail == 1) {
    processors = static_cast<std::uint32_t>(event.first);
    affinity = event.second;
    return;
  }
  if (event.detail == 2) {
    delay_ = Delay{now_ns_, event.first, static_cast<std::uint32_t>(event.second)};
    return;
  }
  Sample after{now_ns_,
               event.first,
               static_cast<std::uint32_t>(event.second >> 32),
               static_cast<std::uint32_t>(event.second),
               0,
               {}};
  // A full chunk may have lost the sample that this delay belongs to.
  if (const auto delay = std::exchange(delay_, {}); delay && delay->time_ns == now_ns_) {
    if (delay->ns != unknown_delay) after.delay_ns = delay->ns;
    after.page_faults = delay->page_faults;
  }
  if (const auto before = std::exchange(sample_, after)) {
    const std::uint64_t used =
        after.processor_ns > before->processor_ns ? after.processor_ns - before->processor_ns : 0;
    std::int64_t delay_ns = traces::unknown_time;
    if (before->delay_ns && after.delay_ns && *before->delay_ns <= *after.delay_ns)
      delay_ns = static_cast<std::int64_t>(
          std::min(*after.delay_ns - *before->delay_ns, static_cast<std::uint64_t>(max_time_ns)));
    uses.push_back({traces::WorkerId(thread_), before->time_ns, after.time_ns,
                    static_cast<std::int64_t>(std::min(used, static_cast<std::uint64_t>(max_time_ns))),
                    after.waits - before->waits, after.preemptions - before->preemptions, delay_ns,
                    after.page_faults - before->page_faults});
  }
}

void LaneReplay::finish(std::int64_t end_ns) {
  if (ended_wait_) settle_wait(EventKind::thread_end);
  now_ns_ = std::max(now_ns_, end_ns);
  if (!open_.empty() && open_.back().is_run) last = tables_.tasks.id_of(open_.back().task);
  while (!open_.empty()) pop();
}

}  // namespace gusset::ompt
