#include "gusset/traces/model/task_name.hpp"

#include <optional>
#include <unordered_set>
#include <variant>

#include "gusset/base/text.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t max_others = 5;
constexpr std::size_t longest_detail = 40;  // longer details do not count as names
constexpr std::size_t max_compared_names = 10'000;

std::optional<std::uint64_t> number(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  return parse_number<std::uint64_t>(text);
}

template <class Matches>
FoundTasks matching_tasks(const Trace& trace, Matches matches) {
  FoundTasks found;
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    if (!matches(TaskId(t))) continue;
    if (found.count == 0) {
      found.first = TaskId(t);
    } else if (found.others.size() < max_others) {
      found.others.emplace_back(t);
    }
    ++found.count;
  }
  return found;
}

// The value of the task's attribute `detail`; empty if there is none or if it is too long for a name.
std::string_view detail_of(const Trace& trace, TaskId task) {
  for (const Attribute& attribute : trace.attributes) {
    const auto* const texts = std::get_if<std::vector<std::string>>(&attribute.values);
    if (texts == nullptr || attribute.name != task_detail) continue;
    const auto row = attribute.row_of(task);
    return !row || (*texts)[*row].size() > longest_detail ? std::string_view() : (*texts)[*row];
  }
  return {};
}

}  // namespace

std::string_view task_name_detail(const Trace& trace, TaskId task) {
  if (!trace.recorded.accesses) return detail_of(trace, task);
  for (const Access& access : trace.accesses.of(task)) {
    const std::string& name = trace.handles.name[access.handle.value()];
    const bool is_from_source =
        !name.empty() && !name.starts_with(commuting_group_name) && !is_event(trace, access);
    if (trace.access_modes[access.mode.value()].modifies && is_from_source) return name;
  }
  return detail_of(trace, task);
}

std::string task_name(const Trace& trace, TaskId task) {
  const std::string_view detail = task_name_detail(trace, task);
  return type_name(trace, task) + " " +
         (detail.empty() ? "#" + std::to_string(task.value()) : std::string(detail));
}

bool are_task_names_unique(const Trace& trace) {
  if (trace.tasks.size() > max_compared_names) return false;
  std::unordered_set<std::string> names;
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    if (!names.insert(task_name(trace, TaskId(t))).second) return false;
  }
  return true;
}

Result<FoundTasks> find_tasks(const Trace& trace, std::string_view name, const std::string& where) {
  if (const auto value = number(name)) {
    if (*value < trace.tasks.size()) return FoundTasks{TaskId(*value), 1, {}};
    const std::size_t tasks = trace.tasks.size();
    const std::string expected = tasks == 0   ? "a trace that has tasks"
                                 : tasks == 1 ? "task number 0, the only one"
                                              : "a task number from 0 to " + std::to_string(tasks - 1);
    return Error{where, expected, "\"" + std::string(name) + "\""};
  }
  // A name begins with its type, so only tasks of matching types need their names built.
  const auto has_name = [&](TaskId task) {
    const std::string& type = type_name(trace, task);
    return name.starts_with(type) && name.size() > type.size() && task_name(trace, task) == name;
  };
  if (FoundTasks found = matching_tasks(trace, has_name); found.count > 0) return found;
  const std::size_t hash = name.rfind(" #");
  if (const auto value = hash == std::string_view::npos ? std::nullopt : number(name.substr(hash + 1))) {
    const std::string_view before = name.substr(0, hash);
    const bool is_named = *value < trace.tasks.size() && (type_name(trace, TaskId(*value)) == before ||
                                                          task_name(trace, TaskId(*value)) == before);
    if (is_named) return FoundTasks{TaskId(*value), 1, {}};
  }
  FoundTasks found = matching_tasks(trace, [&](TaskId task) { return type_name(trace, task) == name; });
  if (found.count > 0) return found;
  return Error{where, "a task's number, its name such as \"gemm A(3,1)\", or a type",
               "\"" + std::string(name) + "\""};
}

}  // namespace gusset::traces
