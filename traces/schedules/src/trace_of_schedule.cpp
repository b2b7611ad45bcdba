#include "gusset/traces/schedules/trace_of_schedule.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::schedules {
namespace {

using traces::Trace;

std::string model_text(const FoundSchedule& found, const std::string& source) {
  return json_text(nlohmann::ordered_json{{"kind", "schedule"},
                                          {"source", source},
                                          {"threads", found.schedule.threads()},
                                          {"found_s", seconds(found.found_ns)},
                                          {"bound_s", seconds(found.bounds.best_ns())},
                                          {"bound", found.bounds.name()}});
}

void add_workers(Trace& trace, const TaskSchedule& schedule, const std::vector<std::int64_t>& duration_ns) {
  trace.nodes.assign(1, {"node 0"});
  trace.workers.clear();
  trace.lanes.clear();
  for (const std::vector<std::uint32_t>& list : schedule.lists) {
    traces::Lane lane;
    lane.worker = traces::WorkerId(trace.workers.size());
    trace.workers.push_back({traces::NodeId(0), "worker " + std::to_string(trace.workers.size())});
    for (const std::uint32_t task : list) {
      const std::int64_t begin_ns = schedule.begin_ns[task];
      lane.spans.push_back(begin_ns, begin_ns + duration_ns[task], traces::TaskId(task),
                           traces::SpanKind::run);
    }
    trace.lanes.push_back(std::move(lane));
  }
}

}  // namespace

Trace trace_of_schedule(const Trace& trace, const FoundSchedule& found,
                        const std::vector<std::int64_t>& duration_ns, const std::string& source) {
  Trace result;
  result.metadata.origin = traces::Origin::predicted;
  result.metadata.program = trace.metadata.program;
  result.metadata.command = trace.metadata.command;
  result.metadata.model = model_text(found, source);
  result.metadata.incomplete = trace.metadata.incomplete;
  const std::string name = std::filesystem::path(source).filename().string();
  for (const std::string& note : trace.metadata.notes) result.metadata.notes.push_back(name + ": " + note);
  result.recorded.parents = trace.recorded.parents;
  result.recorded.work = trace.recorded.work;
  result.recorded.accesses = trace.recorded.accesses;
  result.recorded.dependencies = trace.recorded.dependencies;
  result.types = trace.types;
  result.access_modes = trace.access_modes;
  result.handles = trace.handles;
  std::ranges::fill(result.handles.owner, traces::NodeId(0));
  result.tasks = trace.tasks;
  result.tasks.submit_ns.clear();
  result.tasks.ready_ns.clear();
  result.accesses = trace.accesses;
  result.dependencies = trace.dependencies;
  for (const traces::Attribute& attribute : trace.attributes) {
    if (attribute.name != traces::stolen_from) result.attributes.push_back(attribute);
  }
  add_workers(result, found.schedule, duration_ns);
  return result;
}

}  // namespace gusset::schedules
