#include "trace_builder.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "gusset/core/errors.hpp"
#include "gusset/core/task.hpp"
#include "gusset/traces/validate.hpp"

namespace gusset::core_tracing {

namespace {

using traces::Trace;

/// Where a task's record is.
struct Place {
  std::uint32_t worker = 0;
  std::uint64_t task = 0;
  std::uint64_t first_access = 0;
};

std::vector<Place> places_by_number(const Recording& recording) {
  std::size_t count = 0;
  for (const WorkerRecording& worker : recording.workers) count += worker.tasks.size();
  if (count >= traces::TaskId::none_value) {
    throw ConfigurationError("trace", "less than 2^32 tasks", std::to_string(count));
  }
  std::vector<Place> places(count);
  for (std::uint32_t worker = 0; worker < recording.workers.size(); ++worker) {
    const WorkerRecording& written = recording.workers[worker];
    std::uint64_t access = 0;
    for (std::uint64_t task = 0; task < written.tasks.size(); ++task) {
      places.at(written.tasks[task].number) = {worker, task, access};
      access += written.tasks[task].accesses;
    }
  }
  return places;
}

void add_tables(Trace& trace, const Recording& recording) {
  trace.recorded = {.parents = true, .work = true, .submit = true, .ready = true, .accesses = true};
  trace.nodes.push_back({.name = "node 0"});
  for (AccessMode mode : {AccessMode::read, AccessMode::write, AccessMode::add}) {
    trace.access_modes.push_back(
        {std::string(name(mode)), commutes(mode), is_exclusive(mode), modifies(mode)});
  }
  for (std::size_t worker = 0; worker < recording.workers.size(); ++worker) {
    trace.workers.push_back({traces::NodeId(0), "worker " + std::to_string(worker)});
    trace.lanes.push_back({traces::WorkerId(worker), {}});
  }
  for (const HandleRecord& handle : recording.handles) {
    trace.handles.name.push_back(handle.name);
    trace.handles.size_bytes.push_back(handle.size_bytes);
    trace.handles.owner.push_back(traces::NodeId(0));
  }
}

void add_tasks(Trace& trace, const Recording& recording, const std::vector<Place>& places,
               std::int64_t start_ns) {
  std::map<TaskTypeId, traces::TypeId> types;  // in order of first use
  trace.accesses.first.push_back(0);
  for (const Place& place : places) {
    const WorkerRecording& worker = recording.workers[place.worker];
    const TaskRecord& task = worker.tasks[place.task];
    const auto [type, is_new] = types.try_emplace(task.type, trace.types.size());
    if (is_new) trace.types.push_back(TaskType::name_of(task.type));
    trace.tasks.type.push_back(type->second);
    trace.tasks.parent.push_back(task.parent == no_parent ? traces::TaskId() : traces::TaskId(task.parent));
    trace.tasks.work.push_back(task.work);
    trace.tasks.submit_ns.push_back(task.submit_ns - start_ns);
    trace.tasks.ready_ns.push_back(task.ready_ns - start_ns);
    for (std::uint64_t i = 0; i < task.accesses; ++i) {
      const AccessRecord& access = worker.accesses[place.first_access + i];
      trace.accesses.items.push_back({traces::HandleId(access.handle.value()),
                                      traces::AccessModeId(static_cast<std::size_t>(access.mode)),
                                      access.version});
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
  }
}

void add_spans(Trace& trace, const Recording& recording, std::int64_t start_ns) {
  for (std::size_t worker = 0; worker < recording.workers.size(); ++worker) {
    const AppendBuffer<TaskRecord>& tasks = recording.workers[worker].tasks;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const TaskRecord& task = tasks[i];
      if (task.begin_ns == not_run) continue;
      trace.lanes[worker].spans.push_back(task.begin_ns - start_ns, task.end_ns - start_ns,
                                          traces::TaskId(task.number), traces::SpanKind::run);
    }
  }
}

}  // namespace

std::shared_ptr<Trace> build_trace(const Recording& recording) {
  auto trace = std::make_shared<Trace>();
  const std::vector<Place> places = places_by_number(recording);
  std::int64_t start_ns = 0;
  if (!places.empty()) {
    // Tasks submitted by several threads may be numbered in another order than their clocks were read.
    start_ns = std::numeric_limits<std::int64_t>::max();
    for (const Place& place : places) {
      start_ns = std::min(start_ns, recording.workers[place.worker].tasks[place.task].submit_ns);
    }
  }
  add_tables(*trace, recording);
  add_tasks(*trace, recording, places, start_ns);
  add_spans(*trace, recording, start_ns);
  if (const auto valid = traces::validate(*trace, "recorded trace"); !valid)
    throw ConfigurationError(valid.error().message());
  return trace;
}

}  // namespace gusset::core_tracing
