#include "check_report.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

std::string in_brackets(const std::string& name) {
  return name.empty() ? "" : " (" + name + ")";
}

}  // namespace

std::string CheckReport::task(TaskId id) const {
  const TypeId type = trace_.tasks.type[id.value()];
  return "task " + std::to_string(id.value()) + in_brackets(trace_.types[type.value()]);
}

std::string CheckReport::version(HandleId handle, std::uint32_t number) const {
  return handle_name(trace_, handle) + "@" + std::to_string(number);
}

std::string CheckReport::task_at(TaskId id, HandleId handle, std::uint32_t number) const {
  return task(id) + ", " + version(handle, number);
}

std::string CheckReport::mode(const Access& access) const {
  const std::string& name = trace_.access_modes[access.mode.value()].name;
  return name.empty() ? "mode " + std::to_string(access.mode.value()) : name;
}

std::string CheckReport::node(NodeId id) const {
  return "node " + std::to_string(id.value()) + in_brackets(trace_.nodes[id.value()].name);
}

std::string CheckReport::time(std::int64_t time_ns) {
  return std::to_string(time_ns) + " ns";
}

std::string_view kind_name(Violation::Kind kind) {
  constexpr std::string_view names[] = {
      "before_predecessor", "before_dependency",   "before_message", "missing_message", "message_order",
      "adds_overlap",       "version_sequence",    "mixed_group",    "own_predecessor", "before_ready",
      "before_submit",      "child_before_parent", "ran_twice",      "cycle",           "spans_cross",
      "repeated_message"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace gusset::traces
