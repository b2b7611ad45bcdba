#include "task_list.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::ompt {

TaskList::TaskList(const Recording& recording) : first_thread_(recording.first_thread) {
  made_.resize(recording.threads.size());
  dependences_.resize(recording.threads.size());
  for (std::size_t thread = 0; thread < recording.threads.size(); ++thread)
    read(thread, recording.threads[thread].events);
  for (const auto& [number, time_ns] : ends_) {
    if (Made* made = find(number)) made->end_ns = time_ns;
  }
  find_taskloops();
  number_tasks();
}

Made* TaskList::find(Number number) {
  return const_cast<Made*>(static_cast<const TaskList&>(*this).find(number));
}

const Made* TaskList::find(Number number) const {
  // Nothing is known about items of the process that this process was forked from.
  if (number.is_none() || number.thread() < first_thread_) return nullptr;
  const std::size_t thread = number.thread() - first_thread_;
  if (thread >= made_.size()) return nullptr;
  const std::vector<Made>& made = made_[thread];
  return number.count() < made.size() ? &made[number.count()] : nullptr;
}

traces::TaskId TaskList::id_of(Number number) const {
  const Made* made = find(number);
  if (made != nullptr && !made->stands_for.is_none()) made = find(made->stands_for);
  return made == nullptr ? traces::TaskId() : made->id;
}

void TaskList::read(std::size_t thread, const std::vector<Event>& events) {
  std::vector<Made>& made = made_[thread];
  Number waited;  // the taskwait that has just ended; an undeferred task that follows at once takes its place
  for (const Event& event : events) {
    const auto time_ns = static_cast<std::int64_t>(event.time_ns);
    if (event.kind() == EventKind::body) bodies_[event.first] = event.second;
    const bool is_fulfilled = event.kind() == EventKind::switched && event.detail == status_late_fulfill;
    if (event.kind() == EventKind::region_end || is_fulfilled)
      ends_.emplace_back(Number(event.first), time_ns);
    if (event.kind() == EventKind::dependence && !made.empty()) {
      // The runtime reports dependences right after the task itself.
      if (Made& task = made.back(); task.number == Number(event.second)) {
        dependences_[thread].push_back({event.first, static_cast<std::uint8_t>(event.detail)});
        ++task.dependences;
      }
    }
    if (makes_something(event.kind())) {
      Made next;
      next.number = Number(first_thread_ + static_cast<std::uint32_t>(thread), made.size());
      next.created_ns = time_ns;
      next.address = event.second;
      next.first_dependence = dependences_[thread].size();
      switch (event.kind()) {
        case EventKind::initial_begin:
          next.kind = Made::Kind::initial;
          break;
        case EventKind::region_begin:
          next.kind = Made::Kind::region;
          next.parent = Number(event.first);
          has_work_ = true;
          break;
        case EventKind::implicit_begin:
          next.kind = Made::Kind::implicit;
          next.region = Number(event.first);
          break;
        default:
          has_work_ = true;
          next.parent = Number(event.first);
          next.undeferred = (event.detail & undeferred) != 0;
          next.of_runtime = (event.detail & of_runtime) != 0;
          next.of_taskloop = (event.detail & of_taskloop) != 0;
          if ((event.detail & is_taskwait) != 0) next.kind = Made::Kind::taskwait;
          if (Made* wait = find(waited); wait != nullptr && next.undeferred && wait->parent == next.parent &&
                                         (event.detail & has_dependences) == 0) {
            wait->stands_for = next.number;
            next.address = wait->address;
            next.created_ns = wait->created_ns;
            next.first_dependence = wait->first_dependence;
            next.dependences = wait->dependences;
          }
      }
      made.push_back(next);
    }
    if (event.kind() == EventKind::body) continue;  // may come between a wait and its task
    waited = {};
    if (event.kind() != EventKind::switched) continue;
    const Made* before = find(Number(event.first));
    if (before != nullptr && before->kind == Made::Kind::taskwait) waited = before->number;
  }
}

/// The runtime splits a taskloop with many tasks into tasks of its own, and other threads then create some of
/// the tasks. Those belong to the loop that their parent started last.
void TaskList::find_taskloops() {
  std::vector<Made*> tasks;
  for (std::vector<Made>& made : made_) {
    for (Made& task : made) {
      if (task.of_runtime || task.of_taskloop) tasks.push_back(&task);
    }
  }
  const auto order = [](const Made* task) { return std::tuple(task->created_ns, !task->of_taskloop); };
  std::sort(tasks.begin(), tasks.end(), [&](const Made* a, const Made* b) { return order(a) < order(b); });
  std::unordered_map<std::uint64_t, std::uint64_t> begun;  // address by parent
  for (Made* task : tasks) {
    if (task->of_taskloop) begun[task->parent.word()] = task->address;
    if (const auto loop = begun.find(task->parent.word()); loop != begun.end()) task->address = loop->second;
  }
}

/// Visits each task once, whatever the nesting depth.
void TaskList::find_depth(Made& task) {
  std::vector<Made*> path;
  Made* up = &task;
  for (; up != nullptr && up->depth == 0; up = find(up->parent)) path.push_back(up);
  std::uint32_t depth = up == nullptr ? 0 : up->depth;
  for (; !path.empty(); path.pop_back()) path.back()->depth = ++depth;
}

void TaskList::number_tasks() {
  std::vector<Made*> tasks;
  for (std::vector<Made>& made : made_) {
    for (Made& one : made) {
      if (one.kind == Made::Kind::region || !one.stands_for.is_none()) continue;
      if (one.kind == Made::Kind::implicit) {
        if (const Made* region = find(one.region)) {
          one.parent = region->parent;
          one.address = region->address;
          one.created_ns = std::min(one.created_ns, region->created_ns);
        }
      }
      tasks.push_back(&one);
    }
  }
  // A parent's timestamp is never later than its children's, but may be equal; then the depth decides.
  for (Made* task : tasks) find_depth(*task);
  std::sort(tasks.begin(), tasks.end(), [](const Made* a, const Made* b) {
    return std::tie(a->created_ns, a->depth, a->number) < std::tie(b->created_ns, b->depth, b->number);
  });
  tasks_.reserve(tasks.size());
  for (Made* task : tasks) {
    task->id = traces::TaskId(tasks_.size());
    tasks_.push_back(task->number);
  }
}

}  // namespace gusset::ompt
