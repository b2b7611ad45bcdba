#include "named_trace.hpp"

#include <algorithm>
#include <sstream>
#include <variant>
#include <vector>

namespace gusset::traces::testing {
namespace {

std::string time_text(std::int64_t time_ns, const NamedParts& parts) {
  return time_ns == unknown_time ? "?" : std::to_string(time_ns + parts.shift_ns);
}

std::string facts_text(const Trace& trace, std::size_t task, const NamedParts& parts) {
  std::ostringstream out;
  if (trace.recorded.parents && !trace.tasks.parent[task].is_none())
    out << " in " << trace.tasks.parent[task].value();
  if (trace.recorded.work) out << " work " << trace.tasks.work[task];
  if (trace.recorded.submit) out << " submit " << time_text(trace.tasks.submit_ns[task], parts);
  if (trace.recorded.ready) out << " ready " << time_text(trace.tasks.ready_ns[task], parts);
  return out.str();
}

std::string accesses_text(const Trace& trace, std::size_t task) {
  std::ostringstream out;
  for (auto i = trace.accesses.first[task]; i < trace.accesses.first[task + 1]; ++i) {
    const Access& access = trace.accesses.items[i];
    const AccessMode& mode = trace.access_modes[access.mode.value()];
    out << " [" << mode.name << mode.commutes << mode.exclusive << mode.modifies << ' '
        << trace.handles.name[access.handle.value()] << '@' << access.version << ']';
  }
  return out.str();
}

}  // namespace

std::string named(const Trace& trace, const NamedParts& parts) {
  std::ostringstream out;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    out << "task " << task << ": " << trace.types[trace.tasks.type[task].value()];
    if (parts.facts) out << facts_text(trace, task, parts);
    if (parts.accesses && trace.recorded.accesses) out << accesses_text(trace, task);
    out << '\n';
  }
  for (const Lane& lane : trace.lanes) {
    const Worker& worker = trace.workers[lane.worker.value()];
    if (parts.workers) out << trace.nodes[worker.node.value()].name << '/' << worker.name << ":\n";
    std::vector<std::string> spans;
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      std::ostringstream span;
      span << "  " << time_text(lane.spans.begin_ns[i], parts) << ' '
           << time_text(lane.spans.end_ns[i], parts) << " kind " << static_cast<int>(lane.spans.kind[i]);
      if (!lane.spans.task[i].is_none()) span << " of " << lane.spans.task[i].value();
      spans.push_back(span.str());
    }
    std::sort(spans.begin(), spans.end());
    for (const std::string& span : spans) out << span << '\n';
  }
  if (parts.dependencies) {
    std::vector<std::pair<TaskId, TaskId>> edges;
    for (const Dependency& d : trace.dependencies) edges.emplace_back(d.before, d.after);
    std::sort(edges.begin(), edges.end());
    for (const auto& [before, after] : edges) out << before.value() << " -> " << after.value() << '\n';
  }
  if (!parts.attributes) return out.str();
  for (const Attribute& attribute : trace.attributes) {
    out << attribute.name << " (" << attribute.values.index() << "):";
    std::visit(
        [&](const auto& values) {
          for (std::size_t i = 0; i < values.size(); ++i)
            out << ' ' << attribute.tasks[i].value() << '=' << values[i];
        },
        attribute.values);
    out << '\n';
  }
  return out.str();
}

}  // namespace gusset::traces::testing
