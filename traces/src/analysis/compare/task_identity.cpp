#include "gusset/traces/analysis/compare/task_identity.hpp"

#include <string>
#include <variant>

#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

const Access* first_modified(const Trace& trace, std::size_t task) {
  for (const Access& access : trace.accesses.of(TaskId(task))) {
    if (access.handle.is_none() || access.mode.is_none()) continue;
    if (trace.access_modes[access.mode.value()].modifies && !is_event(trace, access)) return &access;
  }
  return nullptr;
}

/// The names that the source gives to tasks; null if it gives none.
const Attribute* details_of(const Trace& trace) {
  const Attribute* const details = find_attribute(trace, task_detail);
  return details != nullptr && std::holds_alternative<std::vector<std::string>>(details->values) ? details
                                                                                                 : nullptr;
}

}  // namespace

std::optional<std::vector<TaskIdentity>> written_version_identities(const Trace& trace) {
  if (!trace.recorded.accesses || trace.accesses.first.size() != trace.tasks.size() + 1) return std::nullopt;
  std::vector<TaskIdentity> identities(trace.tasks.size());
  for (std::size_t task = 0; task < identities.size(); ++task) identities[task].type = trace.tasks.type[task];
  if (const Attribute* const details = details_of(trace)) {
    const auto& texts = std::get<std::vector<std::string>>(details->values);
    for (std::size_t row = 0; row < texts.size(); ++row)
      identities[details->tasks[row].value()].place = texts[row];
  }
  for (std::size_t task = 0; task < identities.size(); ++task) {
    const Access* access = first_modified(trace, task);
    if (access == nullptr) continue;
    identities[task].place = trace.handles.name[access->handle.value()];
    if (identities[task].place.empty()) return std::nullopt;
    identities[task].version = access->version;
  }
  return identities;
}

}  // namespace gusset::traces
