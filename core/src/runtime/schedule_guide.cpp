#include "runtime/schedule_guide.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "plans/plan_graph.hpp"
#include "plans/plan_lanes.hpp"

namespace gusset::detail {

namespace {

constexpr const char* detail_name = "detail";  // as traces::task_detail

/// Whether a subtask's access is covered by an access of the task that submits it, or of its ancestors: see
/// make_subtask.
bool is_held(const TaskAccess& access, Task* submitter) {
  if (access.has_mark(TaskAccess::reserved)) return false;
  for (Task* ancestor = submitter; ancestor != nullptr; ancestor = ancestor->parent()) {
    const bool holds = std::any_of(ancestor->begin(), ancestor->end(), [&access](const TaskAccess& held) {
      return !held.is_covered() && &held.handle() == &access.handle() &&
             may_overlap(access.mode(), held.mode());
    });
    if (holds) return true;
  }
  return false;
}

std::string detail_of_next_task() {
  std::string text;
  Annotation::for_each([&text](const Annotation& each) {
    if (each.name() != detail_name) return;
    if (const auto* const value = std::get_if<std::string>(&each.value())) text = *value;
  });
  return text;
}

}  // namespace

std::size_t ScheduleGuide::HashKey::operator()(const ScheduledTaskKey& key) const {
  constexpr std::size_t odd = 0x9e3779b97f4a7c15u;
  const std::hash<std::string_view> hash;
  return (hash(key.type) * odd + hash(key.place)) * odd + key.version;
}

ScheduleGuide::ScheduleGuide(ScheduleFile file, std::string name, ScheduleForm form, unsigned workers,
                             unsigned processors)
    : file_(std::move(file)),
      name_(std::move(name)),
      form_(form),
      guided_workers_(std::min(workers, processors)) {
  const std::vector<std::vector<std::uint32_t>> ranks = begin_ranks(file_);
  for (std::uint32_t worker = 0; worker < file_.workers.size(); ++worker) {
    const std::vector<ScheduledTask>& list = file_.workers[worker];
    if (!list.empty() && worker >= workers) {
      throw ConfigurationError(name_, "a schedule for at most " + count_text(workers, "worker"),
                               "tasks of worker " + std::to_string(worker));
    }
    std::int64_t begin_ns = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      begin_ns = std::max(begin_ns, list[i].begin_ns);
      groups_[key_of(list[i])].entries.push_back({worker, ranks[worker][i], begin_ns, list[i].copy});
    }
    tasks_ += list.size();
  }
}

// ---- tasks

const ScheduleGuide::Entry* ScheduleGuide::find(const ScheduledTaskKey& key) {
  const ScheduledTaskKey known =
      file_.rule == MatchRule::written_version ? key : ScheduledTaskKey{key.type, {}, 0};
  const auto group = groups_.find(known);
  const Entry* found = nullptr;
  if (group != groups_.end()) {
    const std::uint32_t copy = group->second.seen++;
    const std::vector<Entry>& entries = group->second.entries;
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [copy](const Entry& each) { return each.copy == copy; });
    if (entry != entries.end()) found = &*entry;
  }
  ++(found == nullptr ? unknown_ : known_);
  return found;
}

std::uint32_t ScheduleGuide::next_version(const HandleState& handle, AccessMode mode) {
  return handles_[handle.id.value()].sequence.next(mode);
}

void ScheduleGuide::guide(Task& task, Task* submitter) {
  const std::lock_guard guard(mutex_);
  std::vector<std::pair<const TaskAccess*, std::uint32_t>> accesses;  // and their versions
  const HandleState* modified = nullptr;
  ScheduledTaskKey key{TaskType::name_of(task.type()), {}, 0};
  for (const TaskAccess& access : task) {
    if (access.is_covered() || is_held(access, submitter)) continue;
    const HandleState& handle = access.handle();
    const bool is_reserved = access.has_mark(TaskAccess::reserved);
    const std::uint32_t version = is_reserved ? access.version : next_version(handle, access.mode());
    if (!is_reserved) accesses.emplace_back(&access, version);
    if (modified != nullptr || !modifies(access.mode())) continue;
    modified = &handle;
    key.version = version;
  }
  const std::string detail = modified == nullptr ? detail_of_next_task() : std::string();
  key.place = modified == nullptr ? std::string_view(detail) : std::string_view(modified->name);
  const Entry* const entry = find(key);
  for (const auto& [access, version] : accesses) follow(task, access->handle(), version, entry);
  if (entry != nullptr) place(task, *entry);
}

void ScheduleGuide::reserved(const HandleState& handle, AccessMode mode) {
  const std::lock_guard guard(mutex_);
  next_version(handle, mode);
}

/// Checks the file's order against the tasks that this access waits for.
void ScheduleGuide::follow(const Task& task, const HandleState& handle, std::uint32_t version,
                           const Entry* entry) {
  Accesses& latest = handles_[handle.id.value()];
  if (version != latest.version) latest.previous = std::exchange(latest.current, nullptr);
  latest.version = version;
  if (entry == nullptr) return;
  if (const Entry* const before = latest.previous; before != nullptr) {
    const bool is_behind = before->worker == entry->worker && before->rank > entry->rank;
    if (is_behind || before->begin_ns > entry->begin_ns) {
      throw UsageError(name_ + ": expected an order that the dependences allow, found " + quoted_name(task) +
                       " on worker " + std::to_string(entry->worker) + " before a task of worker " +
                       std::to_string(before->worker) + " that it depends on through " + handle.label());
    }
  }
  const auto moment = [](const Entry& each) { return std::tuple(each.begin_ns, each.rank); };
  if (latest.current == nullptr || moment(*latest.current) < moment(*entry)) latest.current = entry;
}

void ScheduleGuide::place(Task& task, const Entry& entry) const {
  TaskExtra& extra = task.extra();
  if (extra.affinity.kind == Affinity::Kind::bound) return;  // the program needs that worker
  extra.affinity = {Affinity::Kind::guided, entry.worker % guided_workers_};
  extra.priority = static_cast<std::int32_t>(tasks_ - entry.rank);
}

// ---- plans

std::string ScheduleGuide::run(PlanGraph& plan) {
  const std::lock_guard guard(mutex_);
  const std::vector<std::uint32_t> versions = next_versions(plan);
  if (std::exchange(plan.has_met_guide, true)) return {};
  std::vector<const Entry*> places;
  auto version = versions.begin();
  for (const PlanGraph::Node& node : plan.nodes) {
    ScheduledTaskKey key{TaskType::name_of(node.task->type()), {}, 0};
    bool has_place = false;
    for (const TaskAccess& access : *node.task) {
      if (access.is_covered()) continue;
      if (!has_place && modifies(access.mode())) {
        has_place = true;
        key.place = access.handle().name;
        key.version = *version;
      }
      ++version;
    }
    places.push_back(find(key));
  }
  if (plan.lanes != nullptr) return {};  // the program's own schedule
  const bool wants_lanes = form_ != ScheduleForm::guided;
  const std::string obstacle = wants_lanes ? obstacle_to_lanes(plan, places) : std::string();
  if (wants_lanes && obstacle.empty()) {
    set_lanes(plan, places);
    return {};
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != nullptr) place(*plan.nodes[i].task, *places[i]);
  }
  if (!wants_lanes) return {};
  return name_ + ": a plan of " + count_text(places.size(), "task") +
         " runs guided, not strictly: expected " + obstacle;
}

/// The versions that the accesses of the plan's next run wait for, in order. Engines without data submit the
/// tasks one by one; others register a run as a whole.
std::vector<std::uint32_t> ScheduleGuide::next_versions(const PlanGraph& plan) {
  std::vector<std::uint32_t> versions;
  versions.reserve(plan.accesses.size());
  if (!plan.engine.has_data()) {
    for (const PlanGraph::Node& node : plan.nodes) {
      for (const TaskAccess& access : *node.task) {
        if (!access.is_covered()) versions.push_back(next_version(access.handle(), access.mode()));
      }
    }
    return versions;
  }
  std::vector<std::uint32_t> first;
  for (const PlanGraph::Use& use : plan.uses) {
    const AccessMode mode = use.modifies ? AccessMode::write : AccessMode::read;
    first.push_back(next_of_plan(handles_[use.handle->id.value()].sequence, mode, use.accesses));
  }
  for (const PlanGraph::PlannedAccess& access : plan.accesses)
    versions.push_back(first[access.use] + access.version);
  return versions;
}

/// What a static schedule needs and does not find; empty: nothing.
std::string ScheduleGuide::obstacle_to_lanes(const PlanGraph& plan,
                                             const std::vector<const Entry*>& places) const {
  const auto unknown = static_cast<std::size_t>(std::count(places.begin(), places.end(), nullptr));
  if (unknown > 0)
    return "all its tasks in the file, found " + std::to_string(places.size() - unknown) + " of them";
  if (!plan.engine.has_data()) return {};
  std::vector<bool> is_busy(file_.workers.size());
  for (const Entry* const each : places) is_busy[each->worker] = true;
  const auto busy = static_cast<unsigned>(std::count(is_busy.begin(), is_busy.end(), true));
  if (busy <= available_cores()) return {};
  return count_text(busy, "processor") + " for " + count_text(busy, "worker") + ", found " +
         std::to_string(available_cores());
}

void ScheduleGuide::set_lanes(PlanGraph& plan, const std::vector<const Entry*>& places) const {
  std::vector<std::uint32_t> order(places.size());
  for (std::uint32_t task = 0; task < order.size(); ++task) order[task] = task;
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return places[a]->rank < places[b]->rank; });
  StaticSchedule schedule(file_.workers.size());
  for (const std::uint32_t task : order) schedule[places[task]->worker].push_back(task);
  while (schedule.back().empty()) schedule.pop_back();
  try {
    plan.set_lanes(schedule, form_ == ScheduleForm::flags ? StaticForm::flags : StaticForm::counters);
  } catch (const UsageError& error) {
    throw UsageError(name_ + ": " + error.what());
  }
}

// ---- what was used

ScheduleUse ScheduleGuide::use() const {
  const std::lock_guard guard(mutex_);
  return {known_, unknown_, tasks_ - known_};
}

std::optional<std::string> ScheduleGuide::other_program() const {
  const ScheduleUse used = use();
  if (used.known_tasks > 0 || used.unknown_tasks == 0) return std::nullopt;
  return name_ + ": expected a schedule of this program, found " +
         (file_.program.empty() ? "tasks that it does not have" : "one of " + double_quoted(file_.program));
}

}  // namespace gusset::detail
