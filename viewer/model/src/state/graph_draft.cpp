#include "gusset/viewer/model/state/graph_draft.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/utf8.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::viewer {
namespace {

using traces::Dependency;
using traces::TaskId;

constexpr const char* arrow = " → ";
constexpr std::size_t max_named = 6;  // tasks of a path in a message

using traces::ScenePoint;

constexpr double box_padding = 16.0;  // in units of the scene, like the lengths below
constexpr double box_height = 24.0;
constexpr double gap_beside = 18.0;
constexpr double gap_below = 20.0;
constexpr double least_gap = 4.0;

std::string type_in(const std::string& name) {
  return name.substr(0, name.find(' '));
}

// A name that is not taken. A name of one word gets the first free number; another name gets "(2)", "(3)", …
// if it is taken. The number is part of the name, and so does not change when the tasks are renumbered.
std::string free_name(const std::string& wanted, const std::set<std::string>& taken) {
  const bool is_one_word = wanted.find(' ') == std::string::npos;
  if (!is_one_word && !taken.contains(wanted)) return wanted;
  for (std::size_t number = is_one_word ? 1 : 2;; ++number) {
    const std::string text = std::to_string(number);
    std::string name = wanted + (is_one_word ? " " + text : " (" + text + ")");
    if (!taken.contains(name)) return name;
  }
}

double width_of(const GraphDraft::Task& task) {
  return box_padding + traces::GraphScene::character_width * static_cast<double>(character_count(task.name));
}

}  // namespace

GraphDraft GraphDraft::with_one_task() {
  GraphDraft draft;
  draft.add();
  return draft;
}

Result<GraphDraft> GraphDraft::of(const traces::Trace& trace) {
  const std::string where = "graph";
  if (trace.recorded.accesses && trace.handles.size() > 0)
    return Error{where, "tasks and dependencies only, to edit it", "accesses to data"};
  if (trace.tasks.size() > max_tasks)
    return Error{where, "at most " + count_text(max_tasks, "task") + ", to edit it",
                 count_text(trace.tasks.size())};
  GraphDraft draft;
  draft.types_ = trace.types;
  std::set<std::string> names;
  for (std::size_t i = 0; i < trace.tasks.size(); ++i) {
    const TaskId task(i);
    Task& next = draft.tasks_.emplace_back();
    next.name = free_name(traces::task_name(trace, task), names);
    names.insert(next.name);
    draft.note_type_of(next.name);
    if (trace.recorded.work && trace.tasks.work[i] > 0.0) next.duration_ms = trace.tasks.work[i];
  }
  for (const Dependency& edge : trace.dependencies) {
    if (const auto back = draft.path(edge.after, edge.before); !back.empty())
      return Error{where, "no cycle", draft.path_text(back) + arrow + draft.task(edge.after).name};
    if (std::ranges::count(draft.dependencies_, edge) == 0) draft.dependencies_.push_back(edge);
  }
  draft.renumber();
  return draft;
}

std::string GraphDraft::dependency_text(const Dependency& edge) const {
  return task(edge.before).name + arrow + task(edge.after).name;
}

TaskId GraphDraft::add() {
  std::string name = free_name("task", names());
  note_type_of(name);
  tasks_.push_back({std::move(name), 1.0, {}});
  return TaskId(tasks_.size() - 1);
}

std::set<std::string> GraphDraft::names() const {
  std::set<std::string> names;
  for (const Task& task : tasks_) names.insert(task.name);
  return names;
}

TaskId GraphDraft::add_at(ScenePoint wanted) {
  const std::vector<Task> others = tasks_;
  const TaskId added = add();
  Task& own = tasks_.back();
  const auto is_free = [&](ScenePoint at) {
    return std::ranges::none_of(others, [&](const Task& other) {
      return std::fabs(other.place->x - at.x) < (width_of(other) + width_of(own)) / 2 + least_gap &&
             std::fabs(other.place->y - at.y) < box_height + least_gap;
    });
  };
  own.place = wanted;
  if (is_free(wanted)) return added;
  double least = std::numeric_limits<double>::max();
  for (const Task& other : others) {  // the nearest free place is below, beside or above another box
    const double beside = (width_of(other) + width_of(own)) / 2 + gap_beside;
    const double below = box_height + gap_below;
    const ScenePoint near = *other.place;
    for (const ScenePoint at : {ScenePoint{wanted.x, near.y + below},
                                {near.x + beside, wanted.y},
                                {near.x - beside, wanted.y},
                                {wanted.x, near.y - below}}) {
      const double distance = std::hypot(at.x - wanted.x, at.y - wanted.y);
      if (distance >= least || !is_free(at)) continue;
      least = distance;
      own.place = at;
    }
  }
  return added;
}

void GraphDraft::place(const std::vector<ScenePoint>& middles) {
  for (std::size_t i = 0; i < tasks_.size(); ++i) tasks_[i].place = middles[i];
}

std::vector<ScenePoint> GraphDraft::places() const {
  std::vector<ScenePoint> places;
  for (const Task& task : tasks_) {
    if (!task.place) return {};
    places.push_back(*task.place);
  }
  return places;
}

GraphDraft GraphDraft::unplaced() const {
  GraphDraft draft = *this;
  for (Task& task : draft.tasks_) task.place.reset();
  return draft;
}

void GraphDraft::remove(TaskId task) {
  if (tasks_.size() < 2) return;
  tasks_.erase(tasks_.begin() + static_cast<std::ptrdiff_t>(task.value()));
  std::erase_if(dependencies_,
                [&](const Dependency& edge) { return edge.before == task || edge.after == task; });
  for (Dependency& edge : dependencies_) {
    for (TaskId* end : {&edge.before, &edge.after}) {
      if (end->value() > task.value()) *end = TaskId(end->value() - 1);
    }
  }
}

void GraphDraft::note_type_of(const std::string& name) {
  const std::string type = type_in(name);
  if (std::ranges::find(types_, type) == types_.end()) types_.push_back(type);
}

void GraphDraft::rename(TaskId task, const std::string& wanted) {
  std::set<std::string> others = names();
  others.erase(tasks_[task.value()].name);
  std::string name = free_name(wanted, others);
  note_type_of(name);
  tasks_[task.value()].name = std::move(name);
}

void GraphDraft::set_duration(TaskId task, double duration_ms) {
  tasks_[task.value()].duration_ms = duration_ms;
}

std::optional<std::string> GraphDraft::connect(TaskId before, TaskId after) {
  const std::string edge = dependency_text({before, after});
  if (before == after) return edge + ": a task cannot wait for itself";
  if (const auto back = path(after, before); !back.empty())
    return edge + " would make a cycle: " + path_text(back) + arrow + task(after).name;
  if (const auto existing = path(before, after); !existing.empty()) {
    return task(after).name + " already waits for " + task(before).name +
           (existing.size() > 2 ? ": " + path_text(existing) : "");
  }
  dependencies_.push_back({before, after});
  if (before > after) renumber();
  return std::nullopt;
}

void GraphDraft::renumber() {
  std::vector<std::vector<TaskId>> next(tasks_.size());
  std::vector<std::size_t> awaited(tasks_.size(), 0);
  for (const Dependency& edge : dependencies_) {
    next[edge.before.value()].push_back(edge.after);
    ++awaited[edge.after.value()];
  }
  std::set<TaskId> possible;
  for (std::size_t task = 0; task < tasks_.size(); ++task) {
    if (awaited[task] == 0) possible.emplace(task);
  }
  std::vector<Task> tasks;
  std::vector<TaskId> number(tasks_.size());  // per task: its new one
  while (!possible.empty()) {
    const TaskId task = *possible.begin();
    possible.erase(possible.begin());
    number[task.value()] = TaskId(tasks.size());
    tasks.push_back(std::move(tasks_[task.value()]));
    for (const TaskId successor : next[task.value()]) {
      if (--awaited[successor.value()] == 0) possible.insert(successor);
    }
  }
  tasks_ = std::move(tasks);
  for (Dependency& edge : dependencies_) edge = {number[edge.before.value()], number[edge.after.value()]};
}

void GraphDraft::disconnect(const Dependency& edge) {
  std::erase(dependencies_, edge);
}

std::vector<TaskId> GraphDraft::path(TaskId from, TaskId to) const {
  std::vector<std::vector<TaskId>> next(tasks_.size());
  for (const Dependency& edge : dependencies_) next[edge.before.value()].push_back(edge.after);
  std::vector<TaskId> came_from(tasks_.size());
  std::deque<TaskId> waiting{from};
  came_from[from.value()] = from;
  while (!waiting.empty() && came_from[to.value()].is_none()) {
    const TaskId task = waiting.front();
    waiting.pop_front();
    for (const TaskId successor : next[task.value()]) {
      if (!came_from[successor.value()].is_none()) continue;
      came_from[successor.value()] = task;
      waiting.push_back(successor);
    }
  }
  if (came_from[to.value()].is_none()) return {};
  std::vector<TaskId> found{to};
  while (found.back() != from) found.push_back(came_from[found.back().value()]);
  std::ranges::reverse(found);
  return found;
}

std::string GraphDraft::path_text(const std::vector<TaskId>& path) const {
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool is_left_out = path.size() > max_named && i >= max_named / 2 && i + max_named / 2 < path.size();
    if (is_left_out && i > max_named / 2) continue;
    text += (text.empty() ? "" : arrow) + (is_left_out ? "…" : task(path[i]).name);
  }
  return text;
}

traces::Trace GraphDraft::trace() const {
  traces::Trace trace;
  trace.metadata.origin = traces::Origin::imported;
  trace.recorded.work = true;
  trace.recorded.dependencies = true;
  trace.types = types_;
  traces::Attribute details{traces::task_detail, {}, std::vector<std::string>()};
  auto& values = std::get<std::vector<std::string>>(details.values);
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const std::string& name = tasks_[i].name;
    const std::size_t blank = name.find(' ');
    trace.tasks.type.emplace_back(std::ranges::find(types_, type_in(name)) - types_.begin());
    trace.tasks.work.push_back(tasks_[i].duration_ms);
    if (blank == std::string::npos) continue;
    details.tasks.emplace_back(i);
    values.push_back(name.substr(blank + 1));
  }
  if (!details.tasks.empty()) trace.attributes.push_back(std::move(details));
  trace.dependencies = dependencies_;
  return trace;
}

}  // namespace gusset::viewer
