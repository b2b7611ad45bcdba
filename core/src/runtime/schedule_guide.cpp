#include "runtime/schedule_guide.hpp"

#include <algorithm>
#include <memory>
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

ScheduleGuide::ScheduleGuide(ScheduleFile file, std::string name, ScheduleForm form, unsigned workers,
                             unsigned processors)
    : file_(std::move(file)),
      name_(std::move(name)),
      form_(form),
      guided_workers_(std::min(workers, processors)),
      index_(file_) {
  for (std::uint32_t worker = 0; worker < file_.workers.size(); ++worker) {
    const std::size_t tasks = file_.workers[worker].size();
    if (tasks > 0 && worker >= workers) {
      throw ConfigurationError(name_, "a schedule for at most " + count_text(workers, "worker"),
                               "tasks of worker " + std::to_string(worker));
    }
    tasks_ += tasks;
  }
}

ScheduleGuide::Guard::Guard(const ScheduleGuide& guide) : guide_(guide) {
  const bool is_favoured = std::this_thread::get_id() == guide.first_thread_;
  is_alone_ = is_favoured && guide.alone_.enter();
  if (is_alone_) return;
  if (!is_favoured) guide.alone_.revoke();
  guide.mutex_.lock();
}

ScheduleGuide::Guard::~Guard() {
  is_alone_ ? guide_.alone_.leave() : guide_.mutex_.unlock();
}

// ---- tasks

const ScheduleEntry* ScheduleGuide::find(TaskTypeId type, ScheduleIndex::Place& place,
                                         std::uint32_t version) {
  const Entry* const found = index_.next(type, place, version);
  ++(found == nullptr ? unknown_ : known_);
  return found;
}

void ScheduleGuide::make_room(std::size_t id) {
  handles_.resize(std::max(id + 1, 2 * handles_.size()));
}

ScheduleIndex::Place& ScheduleGuide::place_of(const HandleState& handle) {
  KnownHandle& each = known(handle);
  if (!each.has_place) {
    each.place = index_.place_of(handle.name);
    each.has_place = true;
  }
  return each.place;
}

std::uint32_t ScheduleGuide::next_version(const HandleState& handle, AccessMode mode) {
  return known(handle).sequence.next(mode);
}

void ScheduleGuide::guide(Task& task, Task* submitter) {
  const Guard guard(*this);
  accesses_.clear();
  const HandleState* modified = nullptr;
  std::uint32_t modified_version = 0;
  for (const TaskAccess& access : task) {
    if (access.is_covered() || (submitter != nullptr && is_held(access, submitter))) continue;
    const HandleState& handle = access.handle();
    const bool is_reserved = access.has_mark(TaskAccess::reserved);
    const std::uint32_t version = is_reserved ? access.version : next_version(handle, access.mode());
    if (!is_reserved) accesses_.push_back({&handle, version});
    if (modified != nullptr || !modifies(access.mode())) continue;
    modified = &handle;
    modified_version = version;
  }
  ScheduleIndex::Place unnamed;
  if (modified == nullptr) unnamed = index_.place_of(detail_of_next_task());
  const Entry* const entry =
      find(task.type(), modified == nullptr ? unnamed : place_of(*modified), modified_version);
  for (const NewAccess& access : accesses_) follow(task, access, entry);
  if (entry != nullptr) place(task, *entry);
}

void ScheduleGuide::reserved(const HandleState& handle, AccessMode mode) {
  const Guard guard(*this);
  next_version(handle, mode);
}

/// Checks the file's order against the tasks that this access waits for.
void ScheduleGuide::follow(const Task& task, const NewAccess& access, const Entry* entry) {
  KnownHandle& latest = known(*access.handle);
  if (access.version != latest.version) {
    latest.previous = latest.current;
    latest.has_previous = std::exchange(latest.has_current, false);
    latest.version = access.version;
  }
  if (entry == nullptr) return;
  if (latest.has_previous) {
    const Entry& before = latest.previous;
    const bool is_behind = before.worker == entry->worker && before.rank > entry->rank;
    if (is_behind || before.begin_ns > entry->begin_ns) refuse_order(task, *access.handle, *entry, before);
  }
  const auto moment = [](const Entry& each) { return std::tuple(each.begin_ns, each.rank); };
  if (!latest.has_current || moment(latest.current) < moment(*entry)) latest.current = *entry;
  latest.has_current = true;
}

void ScheduleGuide::refuse_order(const Task& task, const HandleState& handle, const Entry& entry,
                                 const Entry& before) const {
  throw UsageError(name_ + ": expected an order that the dependencies allow, found " + quoted_name(task) +
                   " on worker " + std::to_string(entry.worker) + " before a task of worker " +
                   std::to_string(before.worker) + " that it depends on through " + handle.label());
}

void ScheduleGuide::place(Task& task, const Entry& entry) const {
  TaskExtra& extra = task.extra();
  if (extra.affinity.kind == Affinity::Kind::bound) return;  // the program needs that worker
  extra.affinity = {Affinity::Kind::guided, entry.worker % guided_workers_};
  extra.priority = static_cast<std::int32_t>(tasks_ - entry.rank);
}

// ---- plans

std::string ScheduleGuide::run(PlanGraph& plan) {
  const Guard guard(*this);
  const std::vector<std::uint32_t> versions = next_versions(plan);
  if (std::exchange(plan.has_met_guide, true)) return {};
  std::vector<const Entry*> places;
  ScheduleIndex::Place unplaced = index_.place_of({});
  auto version = versions.begin();
  for (const PlanGraph::Node& node : plan.nodes) {
    ScheduleIndex::Place* place = &unplaced;
    std::uint32_t place_version = 0;
    for (const TaskAccess& access : *node.task) {
      if (access.is_covered()) continue;
      if (place == &unplaced && modifies(access.mode())) {
        place = &place_of(access.handle());
        place_version = *version;
      }
      ++version;
    }
    places.push_back(find(node.task->type(), *place, place_version));
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
    first.push_back(next_of_plan(known(*use.handle).sequence, mode, use.accesses));
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
  const Guard guard(*this);
  return {known_, unknown_, tasks_ - known_};
}

std::optional<std::string> ScheduleGuide::other_program() const {
  const ScheduleUse used = use();
  if (used.known_tasks > 0 || used.unknown_tasks == 0) return std::nullopt;
  return name_ + ": expected a schedule of this program, found " +
         (file_.program.empty() ? "tasks that it does not have" : "one of " + double_quoted(file_.program));
}

}  // namespace gusset::detail
