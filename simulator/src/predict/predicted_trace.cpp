#include "predicted_trace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "gusset/core/access_mode.hpp"
#include "gusset/traces/model/migrated_tasks.hpp"

namespace gusset::simulator {
namespace {

using traces::Trace;

std::string node_name(std::size_t node) {
  return "node " + std::to_string(node);
}

std::string worker_name(std::size_t worker) {
  return "worker " + std::to_string(worker);
}

void add_machine(Trace& trace, const ScheduleRecord& record, unsigned nodes, unsigned workers) {
  for (unsigned n = 0; n < nodes; ++n) {
    trace.nodes.push_back({node_name(n)});
    for (unsigned w = 0; w < workers; ++w) {
      traces::Lane lane;
      lane.worker = traces::WorkerId(trace.workers.size());
      trace.workers.push_back({traces::NodeId(n), worker_name(w)});
      for (const ScheduleRecord::Span& span : record.spans[std::size_t{n} * workers + w]) {
        const bool is_task = span.task != TaskStream::none;
        lane.spans.push_back(span.begin_ns, span.end_ns,
                             is_task ? traces::TaskId(span.task) : traces::TaskId(),
                             is_task ? traces::SpanKind::run : traces::SpanKind::submit);
      }
      trace.lanes.push_back(std::move(lane));
    }
  }
}

/// Whether the task's events submitted it, rather than the program.
bool has_followed(const TaskStream& stream, std::uint32_t task) {
  if (!stream.tasks()[task].is_own) return false;
  const auto accesses = stream.accesses_of(task);
  return std::any_of(accesses.begin(), accesses.end(), [](const TaskStream::StreamAccess& access) {
    return access.is_event && !modifies(access.mode);
  });
}

traces::AccessModeId mode_id(AccessMode mode) {
  return traces::AccessModeId(static_cast<std::size_t>(index_of(mode)));
}

/// The mode of events comes after the others, unless a replay has defined it.
traces::AccessModeId event_mode_id() {
  const std::vector<AccessMode> modes = access_modes();
  const auto known = std::find_if(modes.begin(), modes.end(),
                                  [](AccessMode mode) { return name(mode) == traces::event_mode; });
  return traces::AccessModeId(static_cast<std::size_t>(known - modes.begin()));
}

/// An access that waits until a message has been sent also reads the version that the message carries.
traces::Access event_access(const TaskStream::StreamAccess& access, traces::AccessModeId event_mode) {
  const traces::HandleId event(access.handle);
  if (modifies(access.mode)) return {event, event_mode, 0};
  return {event, mode_id(AccessMode::read), 1};
}

void add_tasks(Trace& trace, const TaskStream& stream, const ScheduleRecord& record) {
  std::unordered_map<std::uint32_t, traces::TypeId>
      types;  // numbered in order of appearance, independent of other types in the process
  const traces::AccessModeId event_mode = event_mode_id();
  trace.accesses.first.push_back(0);
  for (std::uint32_t task = 0; task < stream.tasks().size(); ++task) {
    const TaskStream::StreamTask& what = stream.tasks()[task];
    const auto [type, is_new] = types.try_emplace(what.type.value(), traces::TypeId(trace.types.size()));
    if (is_new) trace.types.push_back(TaskType::name_of(what.type));
    const ScheduleRecord::TaskTimes& times = record.tasks[task];
    trace.tasks.type.push_back(type->second);
    trace.tasks.parent.push_back(what.parent == TaskStream::none ? traces::TaskId()
                                                                 : traces::TaskId(what.parent));
    trace.tasks.work.push_back(what.work);
    trace.tasks.submit_ns.push_back(has_followed(stream, task) ? traces::unknown_time : times.submit_ns);
    trace.tasks.ready_ns.push_back(times.ready_ns);
    for (std::uint64_t a = what.first_access; a < what.first_access + what.access_count; ++a) {
      const TaskStream::StreamAccess& access = stream.accesses()[a];
      // A part of a replica: the parent reads the whole.
      if (access.transfer == TaskStream::none && stream.handles()[access.handle].owner != what.node) continue;
      if (access.is_event) {
        trace.accesses.items.push_back(event_access(access, event_mode));
        continue;
      }
      trace.accesses.items.push_back(
          {traces::HandleId(access.handle), mode_id(access.mode), record.versions[a]});
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
  }
}

void add_handles(Trace& trace, const TaskStream& stream) {
  for (const AccessMode mode : access_modes())
    trace.access_modes.push_back({name(mode), commutes(mode), is_exclusive(mode), modifies(mode)});
  const bool has_events = std::any_of(stream.accesses().begin(), stream.accesses().end(),
                                      [](const TaskStream::StreamAccess& access) { return access.is_event; });
  if (has_events && event_mode_id().value() == trace.access_modes.size())
    trace.access_modes.push_back({traces::event_mode, false, true, true});
  for (std::uint32_t h = 0; h < stream.handles().size(); ++h) {
    const TaskStream::StreamHandle& handle = stream.handles()[h];
    trace.handles.name.push_back(stream.name_of(h));
    trace.handles.size_bytes.push_back(handle.size_bytes);
    trace.handles.owner.push_back(traces::NodeId(handle.owner.value()));
  }
}

/// A message that is sent by a function of another message is written by no task. Tasks that wait for it
/// depend on the task that sent the first of these messages.
void add_dependencies(Trace& trace, const TaskStream& stream) {
  const auto message_of = [&stream](std::uint32_t handle) -> const TaskStream::Transfer* {
    const std::uint32_t message = stream.handles()[handle].message;
    return message == TaskStream::none ? nullptr : &stream.transfers()[message];
  };
  const auto is_passed_on = [&](std::uint32_t handle) {
    const TaskStream::Transfer* const message = message_of(handle);
    return message != nullptr && message->after != TaskStream::none;
  };
  std::unordered_map<std::uint32_t, std::uint32_t> senders;  // of messages that tasks send
  for (std::uint32_t task = 0; task < stream.tasks().size(); ++task) {
    for (const TaskStream::StreamAccess& access : stream.accesses_of(task)) {
      if (modifies(access.mode) && message_of(access.handle) != nullptr) senders[access.handle] = task;
    }
  }
  for (std::uint32_t task = 0; task < stream.tasks().size(); ++task) {
    for (const TaskStream::StreamAccess& access : stream.accesses_of(task)) {
      if (!is_passed_on(access.handle)) continue;
      std::uint32_t first = access.handle;
      while (is_passed_on(first)) first = message_of(first)->after;
      trace.dependencies.push_back({traces::TaskId(senders.at(first)), traces::TaskId(task)});
    }
  }
  trace.recorded.dependencies = !trace.dependencies.empty();
}

/// Values with the same name and kind form one attribute.
void add_attributes(Trace& trace, const TaskStream& stream) {
  for (const TaskStream::StreamAnnotation& annotation : stream.annotations()) {
    std::visit(
        [&](const auto& value) {
          using Values = std::vector<std::decay_t<decltype(value)>>;
          const auto same =
              std::find_if(trace.attributes.begin(), trace.attributes.end(), [&](const auto& attribute) {
                return attribute.name == annotation.name && std::holds_alternative<Values>(attribute.values);
              });
          traces::Attribute& attribute =
              same != trace.attributes.end()
                  ? *same
                  : trace.attributes.emplace_back(traces::Attribute{annotation.name, {}, Values()});
          attribute.tasks.push_back(traces::TaskId(annotation.task));
          std::get<Values>(attribute.values).push_back(value);
        },
        annotation.value);
  }
}

/// Adds nothing if no worker can steal.
void add_victims(Trace& trace, const ScheduleRecord& record, unsigned nodes, unsigned workers) {
  if (workers < 2) return;
  std::vector<std::string> names;
  traces::Attribute& attribute =
      trace.attributes.emplace_back(traces::Attribute{traces::stolen_from, {}, {}});
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    const WorkerId victim = record.victim(task);
    if (victim.is_none()) continue;
    attribute.tasks.push_back(traces::TaskId(task));
    const std::string node = nodes > 1 ? node_name(record.tasks[task].node.value()) + " " : "";
    names.push_back(node + worker_name(victim.value()));
  }
  attribute.values = std::move(names);
}

/// Adds nothing if no task has migrated.
void add_homes(Trace& trace, const TaskStream& stream, const ScheduleRecord& record) {
  traces::Attribute attribute{traces::home_attribute, {}, {}};
  std::vector<std::int64_t> homes;
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    const NodeId home = stream.tasks()[task].node;
    if (record.tasks[task].node == home) continue;
    attribute.tasks.push_back(traces::TaskId(task));
    homes.push_back(home.value());
  }
  if (homes.empty()) return;
  attribute.values = std::move(homes);
  trace.attributes.push_back(std::move(attribute));
}

/// The message that carries that version of a handle; its times are still unknown.
traces::Message message_with(const TaskStream& stream, std::uint32_t handle, std::uint32_t version,
                             NodeId from, NodeId to, std::uint64_t header_bytes) {
  traces::Message message;
  message.kind = traces::Message::Kind::data;
  message.handle = traces::HandleId(handle);
  message.version = version;
  message.from = traces::NodeId(from.value());
  message.to = traces::NodeId(to.value());
  message.payload_bytes = stream.handles()[handle].size_bytes;
  message.wire_bytes = message.payload_bytes + header_bytes;
  return message;
}

void add_messages(Trace& trace, const TaskStream& stream, const ScheduleRecord& record,
                  std::uint64_t header_bytes) {
  for (std::size_t i = 0; i < stream.transfers().size(); ++i) {
    const TaskStream::Transfer& transfer = stream.transfers()[i];
    traces::Message message =
        message_with(stream, transfer.handle, transfer.version, transfer.from, transfer.to, header_bytes);
    message.send_ns = record.transfers[i].send_ns;
    message.receive_ns = record.transfers[i].receive_ns;
    message.listeners = transfer.listeners;
    trace.messages.push_back(message);
  }
  for (const ScheduleRecord::Content& content : record.contents) {
    traces::Message message =
        message_with(stream, content.handle, content.version, content.from, content.to, header_bytes);
    message.send_ns = content.send_ns;
    message.receive_ns = content.receive_ns;
    trace.messages.push_back(message);
  }
  std::stable_sort(trace.messages.begin(), trace.messages.end(),
                   [](const traces::Message& a, const traces::Message& b) { return a.send_ns < b.send_ns; });
}

}  // namespace

Trace predicted_trace(const TaskStream& stream, const ScheduleRecord& record, unsigned nodes,
                      unsigned workers, std::uint64_t header_bytes, traces::Metadata metadata) {
  Trace trace;
  trace.metadata = std::move(metadata);
  trace.recorded = {true, true, true, true, true, false, true};
  add_machine(trace, record, nodes, workers);
  add_tasks(trace, stream, record);
  add_handles(trace, stream);
  add_dependencies(trace, stream);
  add_attributes(trace, stream);
  add_victims(trace, record, nodes, workers);
  add_homes(trace, stream, record);
  add_messages(trace, stream, record, header_bytes);
  return trace;
}

}  // namespace gusset::simulator
