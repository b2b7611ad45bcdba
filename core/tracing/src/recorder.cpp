#include "recorder.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "provenance.hpp"
#include "trace_builder.hpp"

namespace gusset::core_tracing {

Recorder::Recorder(const Options&, unsigned workers, TraceReceiver receiver)
    : receiver_(std::move(receiver)) {
  recording_.workers.resize(workers);
}

Recorder::Time Recorder::now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Recorder::handle_added(const detail::HandleState& handle) {
  const std::lock_guard guard(handles_);
  const std::size_t id = handle.id.value();
  if (id >= recording_.handles.size()) recording_.handles.resize(id + 1);
  recording_.handles[id] = {handle.name, handle.size_bytes};
}

void Recorder::submitting(Task& task) {
  auto* const head = new (&header(task)) Header;
  head->submit_ns = now();
  if (task.parent != nullptr) head->parent = task.parent->number;
}

void Recorder::write(unsigned worker, Task& task, Time begin, Time end) {
  WorkerRecording& mine = recording_.workers[worker];
  const Header& head = header(task);
  const auto accesses = task.accesses();
  for (const TaskAccess& access : accesses)
    mine.accesses.push_back({access.handle->id, access.version, access.mode});
  mine.tasks.push_back({task.number, head.parent, task.call.work, head.submit_ns, head.ready_ns, begin, end,
                        task.call.type, static_cast<std::uint32_t>(accesses.size())});
}

void Recorder::finish() {
  auto trace = build_trace(recording_);
  trace->metadata = measured_metadata();
  receiver_(std::move(trace));
}

}  // namespace gusset::core_tracing
