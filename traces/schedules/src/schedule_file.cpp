#include "gusset/traces/schedules/schedule_file.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "gusset/base/text.hpp"
#include "gusset/traces/analysis/compare/task_identity.hpp"

namespace gusset::schedules {
namespace {

using traces::TaskId;
using traces::Trace;

/// What identifies a task in the file.
using Key = std::pair<ScheduledTaskKey, std::uint32_t>;  // and the index among tasks with equal keys

/// The keys of all tasks of a trace, formed by a matching rule. Nothing if the trace does not record what the
/// rule needs.
std::optional<std::vector<Key>> keys_of(const Trace& trace, MatchRule rule) {
  std::vector<Key> keys;
  keys.reserve(trace.tasks.size());
  if (rule == MatchRule::written_version) {
    const auto identities = traces::written_version_identities(trace);
    if (!identities) return std::nullopt;
    for (const traces::TaskIdentity& task : *identities)
      keys.push_back({{trace.types[task.type.value()], task.place, task.version}, 0});
  } else {
    for (std::size_t task = 0; task < trace.tasks.size(); ++task)
      keys.push_back({{traces::type_name(trace, TaskId(task)), {}, 0}, 0});
  }
  std::map<ScheduledTaskKey, std::uint32_t> copies;
  for (auto& [key, copy] : keys) copy = copies[key]++;
  return keys;
}

/// Whether the lists and the dependencies together have a cycle.
bool contradicts(const ResolvedSchedule& resolved, const traces::TaskGraph& graph) {
  const std::size_t tasks = resolved.worker.size();
  std::vector<std::vector<std::uint32_t>> after(tasks);
  std::vector<std::size_t> missing(tasks);
  const auto add = [&](TaskId before, TaskId task) {
    after[before.value()].push_back(static_cast<std::uint32_t>(task.value()));
    ++missing[task.value()];
  };
  for (const std::vector<TaskId>& list : resolved.lists) {
    for (std::size_t i = 1; i < list.size(); ++i) add(list[i - 1], list[i]);
  }
  for (std::size_t task = 0; task < tasks; ++task) {
    for (const TaskId before : graph.predecessors(TaskId(task))) add(before, TaskId(task));
  }
  std::vector<std::uint32_t> possible;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    if (missing[task] == 0) possible.push_back(task);
  }
  for (std::size_t i = 0; i < possible.size(); ++i) {
    for (const std::uint32_t next : after[possible[i]]) {
      if (--missing[next] == 0) possible.push_back(next);
    }
  }
  return possible.size() < tasks;
}

}  // namespace

ScheduleFile schedule_file(const Trace& trace, const FoundSchedule& found) {
  ScheduleFile file;
  file.program = trace.metadata.program;
  auto keys = keys_of(trace, file.rule);
  if (!keys) {
    file.rule = MatchRule::parent_and_order;
    keys = keys_of(trace, file.rule);
  }
  file.found_ns = found.found_ns;
  file.bound_ns = found.bounds.best_ns();
  for (const std::vector<std::uint32_t>& list : found.schedule.lists) {
    std::vector<ScheduledTask>& tasks = file.workers.emplace_back();
    for (const std::uint32_t task : list) {
      const auto& [key, copy] = (*keys)[task];
      tasks.push_back(
          {std::string(key.type), std::string(key.place), key.version, copy, found.schedule.begin_ns[task]});
    }
  }
  return file;
}

Result<ResolvedSchedule> resolve(const ScheduleFile& file, const Trace& trace, const traces::TaskGraph& graph,
                                 const std::string& name) {
  const std::string program =
      trace.metadata.program.empty() ? "this program" : double_quoted(trace.metadata.program);
  const Error other{
      name, "a schedule of " + program,
      file.program.empty() ? "tasks that it does not have" : "one of " + double_quoted(file.program)};
  const auto keys = keys_of(trace, file.rule);
  if (!keys) return other;
  std::map<Key, TaskId> tasks;
  for (std::size_t task = 0; task < keys->size(); ++task) tasks.emplace((*keys)[task], task);
  ResolvedSchedule resolved;
  resolved.worker.assign(keys->size(), ResolvedSchedule::unknown);
  resolved.rank.assign(keys->size(), 0);
  const std::vector<std::vector<std::uint32_t>> ranks = begin_ranks(file);
  resolved.unknown_tasks = keys->size();
  for (std::uint32_t worker = 0; worker < file.workers.size(); ++worker) {
    std::vector<TaskId>& list = resolved.lists.emplace_back();
    for (std::size_t i = 0; i < file.workers[worker].size(); ++i) {
      const ScheduledTask& scheduled = file.workers[worker][i];
      const auto found = tasks.find(Key(key_of(scheduled), scheduled.copy));
      if (found == tasks.end()) {
        ++resolved.unused;
        continue;
      }
      const TaskId task = found->second;
      resolved.worker[task.value()] = worker;
      resolved.rank[task.value()] = ranks[worker][i];
      --resolved.unknown_tasks;
      list.push_back(task);
    }
  }
  if (resolved.unknown_tasks == keys->size()) return other;
  if (contradicts(resolved, graph))
    return Error{name, "workers' lists that the dependencies allow", "lists that wait for each other"};
  return resolved;
}

}  // namespace gusset::schedules
