#include "gusset/traces/schedules/schedule_file.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/traces/analysis/compare/task_identity.hpp"

namespace gusset::schedules {
namespace {

using Json = nlohmann::ordered_json;
using traces::MatchRule;
using traces::TaskId;
using traces::Trace;

constexpr const char* format = "gusset schedule file";
constexpr std::uint64_t version = 1;
constexpr std::size_t most_bytes = std::size_t{1} << 30;
constexpr NumberRange any_time{0.0, static_cast<double>(max_time_ns), "a time in ns, at least 0"};

/// What identifies a task in the file.
using Key = std::tuple<std::string_view, std::string_view, std::uint32_t, std::uint32_t>;
Key key_of(const ScheduledTask& task) {
  return {task.type, task.place, task.version, task.copy};
}

/// The keys of all tasks of a trace by a rule. Nothing if the trace does not record what the rule needs.
std::optional<std::vector<Key>> keys_of(const Trace& trace, MatchRule rule) {
  std::vector<Key> keys;
  keys.reserve(trace.tasks.size());
  if (rule == MatchRule::written_version) {
    const auto identities = traces::written_version_identities(trace);
    if (!identities) return std::nullopt;
    for (const traces::TaskIdentity& task : *identities)
      keys.emplace_back(trace.types[task.type.value()], task.place, task.version, 0);
  } else {
    for (std::size_t task = 0; task < trace.tasks.size(); ++task)
      keys.emplace_back(traces::type_name(trace, TaskId(task)), std::string_view(), 0, 0);
  }
  std::map<Key, std::uint32_t> copies;
  for (Key& key : keys) std::get<3>(key) = copies[key]++;
  return keys;
}

Json json_of(const ScheduledTask& task) {
  Json json{{"type", task.type}};
  if (!task.place.empty()) json["place"] = task.place;
  if (task.version != 0) json["version"] = task.version;
  if (task.copy != 0) json["copy"] = task.copy;
  json["begin_ns"] = task.begin_ns;
  return json;
}

ScheduledTask task_of(const JsonField& field) {
  ScheduledTask task;
  const auto count = [&field](const char* key) {
    const auto found = field.find(key);
    return found ? found->small_count() : 0U;
  };
  task.type = field.at("type").text();
  if (const auto place = field.find("place")) task.place = place->text();
  task.version = count("version");
  task.copy = count("copy");
  task.begin_ns = static_cast<std::int64_t>(field.at("begin_ns").count(any_time));
  field.refuse_other_members();
  return task;
}

MatchRule rule_of(const JsonField& field) {
  for (const MatchRule rule : {MatchRule::written_version, MatchRule::parent_and_order}) {
    if (field.text() == traces::rule_name(rule)) return rule;
  }
  throw field.expected(double_quoted(std::string(traces::rule_name(MatchRule::written_version))) + " or " +
                       double_quoted(std::string(traces::rule_name(MatchRule::parent_and_order))));
}

std::vector<std::vector<ScheduledTask>> workers_of(const JsonField& field, std::uint64_t threads) {
  const std::vector<JsonField> lists = field.list();
  if (lists.size() != threads)
    throw field.expected("the tasks of " + count_text(threads, "worker") + " (threads)",
                         count_text(lists.size(), "worker"));
  std::vector<std::vector<ScheduledTask>> workers;
  std::set<Key> seen;
  for (const JsonField& list : lists) {
    std::vector<ScheduledTask>& tasks = workers.emplace_back(list.list_of(task_of));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (!seen.insert(key_of(tasks[i])).second)
        throw list.list()[i].expected("each task once", double_quoted(tasks[i].type) + " again");
    }
  }
  return workers;
}

ScheduleFile file_of(const JsonField& field) {
  field.check_format(format, version);
  ScheduleFile file;
  if (const auto program = field.find("program")) file.program = program->text();
  file.rule = rule_of(field.at("rule"));
  file.found_ns = static_cast<std::int64_t>(field.at("found_ns").count(any_time));
  file.bound_ns = static_cast<std::int64_t>(field.at("bound_ns").count(any_time));
  const JsonField threads = field.at("threads");
  if (threads.count() == 0) throw threads.expected("at least 1 thread");
  file.workers = workers_of(field.at("workers"), threads.count());
  field.refuse_other_members();
  return file;
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
      const auto& [type, place, awaited, copy] = (*keys)[task];
      tasks.push_back({std::string(type), std::string(place), awaited, copy, found.schedule.begin_ns[task]});
    }
  }
  return file;
}

std::string schedule_file_text(const ScheduleFile& file) {
  Json json{{"format", format},
            {"version", version},
            {"program", file.program},
            {"rule", traces::rule_name(file.rule)},
            {"threads", file.workers.size()},
            {"found_ns", file.found_ns},
            {"bound_ns", file.bound_ns}};
  // One task a line: readable, and easy to compare.
  std::string text = json_text(json, 2);
  text.resize(text.size() - 2);  // "\n}"
  text += ",\n  \"workers\": [";
  for (const std::vector<ScheduledTask>& tasks : file.workers) {
    text += &tasks == &file.workers.front() ? "\n    [" : ",\n    [";
    for (const ScheduledTask& task : tasks)
      text += (&task == &tasks.front() ? "\n      " : ",\n      ") + json_text(json_of(task));
    text += tasks.empty() ? "]" : "\n    ]";
  }
  return text + "\n  ]\n}\n";
}

Result<ScheduleFile> parse_schedule_file(std::string_view text, const std::string& name) {
  return read_document(text, name, file_of);
}

Result<ScheduleFile> read_schedule_file(const std::string& path) {
  const Result<std::string> text = read_text(path, most_bytes);
  if (!text) return text.error();
  return parse_schedule_file(*text, path);
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
  resolved.begin_ns.assign(keys->size(), 0);
  resolved.unknown_tasks = keys->size();
  for (std::uint32_t worker = 0; worker < file.workers.size(); ++worker) {
    std::vector<TaskId>& list = resolved.lists.emplace_back();
    for (const ScheduledTask& scheduled : file.workers[worker]) {
      const auto found = tasks.find(key_of(scheduled));
      if (found == tasks.end()) {
        ++resolved.unused;
        continue;
      }
      const TaskId task = found->second;
      resolved.worker[task.value()] = worker;
      resolved.begin_ns[task.value()] = scheduled.begin_ns;
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
