#include "task_list.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::ompt {

TaskList::TaskList(const Recording& recording) : first_thread_(recording.first_thread) {
  items_.resize(recording.threads.size());
  dependences_.resize(recording.threads.size());
  for (std::size_t thread = 0; thread < recording.threads.size(); ++thread)
    read(thread, recording.threads[thread].events);
  for (const auto& [number, time_ns] : ends_) {
    if (Item* item = find(number)) item->end_ns = time_ns;
  }
  find_taskloops();
  number_tasks();
  find_lone_threads();
}

const Item* TaskList::find(Number number) const {
  // Nothing is known about items of the process that this process was forked from.
  if (number.is_none() || number.thread() < first_thread_) return nullptr;
  const std::size_t thread = number.thread() - first_thread_;
  if (thread >= items_.size()) return nullptr;
  const std::vector<Item>& items = items_[thread];
  return number.count() < items.size() ? &items[number.count()] : nullptr;
}

traces::TaskId TaskList::id_of(Number number) const {
  const Item* item = find(number);
  if (item != nullptr && !item->shown_as.is_none()) item = find(item->shown_as);
  return item == nullptr ? traces::TaskId() : item->id;
}

void TaskList::read(std::size_t thread, const std::vector<Event>& events) {
  std::vector<Item>& items = items_[thread];
  Number waited;  // the taskwait that has just ended; an undeferred task that follows at once takes its place
  for (const Event& event : events) {
    const auto time_ns = static_cast<std::int64_t>(event.time_ns);
    if (event.kind() == EventKind::body) bodies_[event.first] = event.second;
    const bool is_fulfilled = event.kind() == EventKind::switched && event.detail == status_late_fulfill;
    if (event.kind() == EventKind::region_end || is_fulfilled)
      ends_.emplace_back(Number(event.first), time_ns);
    if (event.kind() == EventKind::dependence && !items.empty()) {
      // The runtime reports dependences right after the task itself.
      if (Item& task = items.back(); task.number == Number(event.second)) {
        dependences_[thread].push_back({event.first, static_cast<std::uint8_t>(event.detail)});
        ++task.dependences;
      }
    }
    if (creates_item(event.kind())) {
      Item next;
      next.number = Number(first_thread_ + static_cast<std::uint32_t>(thread), items.size());
      next.created_ns = time_ns;
      next.address = event.second;
      next.first_dependence = dependences_[thread].size();
      switch (event.kind()) {
        case EventKind::initial_begin:
          next.kind = Item::Kind::initial;
          break;
        case EventKind::region_begin:
          next.kind = Item::Kind::region;
          next.region_number = regions_++;
          next.parent = Number(event.first);
          has_work_ = true;
          break;
        case EventKind::implicit_begin:
          next.kind = Item::Kind::implicit;
          next.region = Number(event.first);
          break;
        default:
          has_work_ = true;
          next.parent = Number(event.first);
          next.undeferred = (event.detail & undeferred) != 0;
          next.by_program = (event.detail & by_program) != 0;
          next.of_runtime = (event.detail & of_runtime) != 0;
          next.of_taskloop = (event.detail & of_taskloop) != 0;
          if ((event.detail & is_taskwait) != 0) next.kind = Item::Kind::taskwait;
          if (Item* wait = find(waited); wait != nullptr && next.undeferred && wait->parent == next.parent &&
                                         (event.detail & has_dependences) == 0) {
            wait->shown_as = next.number;
            next.address = wait->address;
            next.created_ns = wait->created_ns;
            next.first_dependence = wait->first_dependence;
            next.dependences = wait->dependences;
          }
      }
      items.push_back(next);
    }
    if (event.kind() == EventKind::body) continue;  // may come between a wait and its task
    waited = {};
    if (event.kind() != EventKind::switched) continue;
    const Item* before = find(Number(event.first));
    if (before != nullptr && before->kind == Item::Kind::taskwait) waited = before->number;
  }
}

/// The runtime splits a taskloop with many tasks into tasks of its own, and other threads then create some of
/// the tasks. Those belong to the loop that their parent started last.
void TaskList::find_taskloops() {
  std::vector<Item*> tasks;
  for (std::vector<Item>& items : items_) {
    for (Item& task : items) {
      if (task.of_runtime || task.of_taskloop) tasks.push_back(&task);
    }
  }
  const auto order = [](const Item* task) { return std::tuple(task->created_ns, !task->of_taskloop); };
  std::sort(tasks.begin(), tasks.end(), [&](const Item* a, const Item* b) { return order(a) < order(b); });
  std::unordered_map<std::uint64_t, std::uint64_t> begun;  // address by parent
  for (Item* task : tasks) {
    if (task->of_taskloop) begun[task->parent.word()] = task->address;
    if (const auto loop = begun.find(task->parent.word()); loop != begun.end()) task->address = loop->second;
  }
}

/// Visits each task once, whatever the nesting depth.
void TaskList::find_depth(Item& task) {
  std::vector<Item*> path;
  Item* up = &task;
  for (; up != nullptr && up->depth == 0; up = find(up->parent)) path.push_back(up);
  std::uint32_t depth = up == nullptr ? 0 : up->depth;
  for (; !path.empty(); path.pop_back()) path.back()->depth = ++depth;
}

void TaskList::number_tasks() {
  std::vector<Item*> tasks;
  for (std::vector<Item>& items : items_) {
    for (Item& one : items) {
      if (one.kind == Item::Kind::region || !one.shown_as.is_none()) continue;
      if (one.kind == Item::Kind::implicit) {
        if (const Item* region = find(one.region)) {
          one.parent = region->parent;
          one.address = region->address;
          one.created_ns = std::min(one.created_ns, region->created_ns);
        }
      }
      tasks.push_back(&one);
    }
  }
  // A parent's timestamp is never later than its children's, but may be equal; then the depth decides.
  for (Item* task : tasks) find_depth(*task);
  std::sort(tasks.begin(), tasks.end(), [](const Item* a, const Item* b) {
    return std::tie(a->created_ns, a->depth, a->number) < std::tie(b->created_ns, b->depth, b->number);
  });
  tasks_.reserve(tasks.size());
  for (Item* task : tasks) {
    task->id = traces::TaskId(tasks_.size());
    tasks_.push_back(task->number);
  }
}

/// In a region of one thread, the runtime defers no task. On several threads it would, unless the program
/// says otherwise, which only g++'s calls tell. Tasks follow their parents.
void TaskList::find_lone_threads() {
  std::vector<std::uint32_t> threads(regions_, 0);
  for (const Number number : tasks_) {
    Item& task = *find(number);
    if (task.kind == Item::Kind::implicit) {
      if (const Item* const region = find(task.region)) ++threads[region->region_number];
    } else if (const Item* const parent = find(task.parent)) {
      task.region = parent->region;
    }
  }
  for (const Number number : tasks_) {
    Item& task = *find(number);
    const Item* const region = find(task.region);
    if (task.undeferred && region != nullptr)
      task.undeferred = task.by_program || threads[region->region_number] > 1;
  }
}

}  // namespace gusset::ompt
