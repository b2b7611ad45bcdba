#include "gusset/traces/model/names.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"

namespace gusset::traces {
namespace {

constexpr std::array<std::string_view, 3> origins{"measured", "predicted", "imported"};

static_assert(static_cast<std::size_t>(Origin::measured) == 0 &&
              static_cast<std::size_t>(Origin::predicted) == 1 &&
              static_cast<std::size_t>(Origin::imported) == 2);

std::string or_number(const std::string& name, const char* kind, std::uint64_t number) {
  return name.empty() ? kind + (" " + std::to_string(number)) : name;
}

}  // namespace

std::string origin_name(Origin origin) {
  return std::string(origins.at(static_cast<std::size_t>(origin)));
}

std::optional<Origin> origin_named(std::string_view name) {
  for (std::size_t i = 0; i < origins.size(); ++i) {
    if (origins[i] == name) return static_cast<Origin>(i);
  }
  return std::nullopt;
}

std::string command_text(const Metadata& metadata) {
  const std::vector<std::string>& words = metadata.command;
  return words.empty() ? "" : shell_text(words.front(), {words.begin() + 1, words.end()});
}

std::string program_name(const Trace& trace, const std::string& path) {
  if (!trace.metadata.program.empty()) return trace.metadata.program;
  const std::filesystem::path name(path);
  // The path of a folder of logs may end in a slash.
  return (name.has_filename() ? name : name.parent_path()).stem().string();
}

const Attribute* find_attribute(const Trace& trace, std::string_view name) {
  const auto found = std::ranges::find(trace.attributes, name, &Attribute::name);
  return found == trace.attributes.end() ? nullptr : &*found;
}

std::string node_name(const Trace& trace, NodeId node) {
  return or_number(trace.nodes[node.value()].name, "node", node.value());
}

std::string worker_name(const Trace& trace, WorkerId worker) {
  return or_number(trace.workers[worker.value()].name, "worker", worker.value());
}

std::string worker_place(const Trace& trace, WorkerId worker) {
  const std::string name = worker_name(trace, worker);
  return trace.nodes.size() > 1 ? node_name(trace, trace.workers[worker.value()].node) + " " + name : name;
}

std::string handle_name(const Trace& trace, HandleId handle) {
  return or_number(trace.handles.name[handle.value()], "data", handle.value());
}

std::string version_name(const Trace& trace, HandleId handle, std::uint32_t version) {
  return handle_name(trace, handle) + " version " + std::to_string(version);
}

bool is_event(const Trace& trace, const Access& access) {
  return access.mode.value() < trace.access_modes.size() &&
         trace.access_modes[access.mode.value()].name == event_mode;
}

bool is_event(const Trace& trace, TaskId task, HandleId handle) {
  if (task.is_none() || !trace.recorded.accesses) return false;
  const auto accesses = trace.accesses.of(task);
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) {
    return access.handle == handle && is_event(trace, access);
  });
}

bool is_serial_type(const Trace& trace, TypeId type) {
  return ran_on_openmp(trace.metadata) && trace.types[type.value()] == "serial";
}

std::string machine_text(const Trace& trace) {
  const std::string text = count_text(trace.workers.size(), "worker");
  return trace.nodes.size() > 1 ? text + " on " + count_text(trace.nodes.size(), "node") : text;
}

bool is_graph_only(std::uint64_t tasks, std::uint64_t ran) {
  return ran == 0 && tasks > 0;
}

std::string graph_only_text(std::uint64_t tasks) {
  return "a graph of " + count_text(tasks, "task") + " that has not run";
}

}  // namespace gusset::traces
