#include "check_report.hpp"

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
  const std::string& name = trace_.handles.name[handle.value()];
  return (name.empty() ? "handle " + std::to_string(handle.value()) : name) + "@" + std::to_string(number);
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

std::string_view kind_name(Finding::Kind kind) {
  using Kind = Finding::Kind;
  switch (kind) {
    case Kind::before_predecessor:
      return "before_predecessor";
    case Kind::before_dependency:
      return "before_dependency";
    case Kind::before_message:
      return "before_message";
    case Kind::missing_message:
      return "missing_message";
    case Kind::message_order:
      return "message_order";
    case Kind::adds_overlap:
      return "adds_overlap";
    case Kind::version_sequence:
      return "version_sequence";
    case Kind::mixed_group:
      return "mixed_group";
    case Kind::own_predecessor:
      return "own_predecessor";
    case Kind::before_ready:
      return "before_ready";
    case Kind::before_submit:
      return "before_submit";
    case Kind::child_before_parent:
      return "child_before_parent";
    case Kind::ran_twice:
      return "ran_twice";
    case Kind::cycle:
      return "cycle";
    case Kind::spans_cross:
      break;
  }
  return "spans_cross";
}

}  // namespace gusset::traces
