#include "recorder.hpp"

#include <utility>

#include "depth.hpp"
#include "provenance.hpp"
#include "trace_builder.hpp"

namespace gusset::core_tracing {

Recorder::Recorder(const Options& options, unsigned workers, TraceReceiver receiver)
    : receiver_(std::move(receiver)), depth_(depth_from(options)) {
  recording_.depth = depth_;
  recording_.workers.resize(workers);
}

void Recorder::handle_added(const ::gusset::detail::HandleState& handle) {
  const std::lock_guard guard(handles_);
  const std::size_t id = handle.id.value();
  if (id >= recording_.handles.size()) recording_.handles.resize(id + 1);
  recording_.handles[id] = {handle.name, handle.size_bytes};
}

void Recorder::write(unsigned worker, Task& task, Time begin, Time end) {
  if (worker == 0 && submission_begin_ != no_submission) end_submission();
  WorkerRecording& mine = recording_.workers[worker];
  if (depth_ == Depth::spans) {
    *mine.spans.append() = {begin, end, SpanRecord::of_type(task.type())};
    return;
  }
  const TaskExtra& extra = task.extra();
  *mine.spans.append() = {begin, end, extra.number | SpanRecord::of_type(task.type())};
  const Task* const parent = extra.parent;
  *mine.times.append() = {extra.submit_ticks, extra.ready_ticks,
                          parent == nullptr || parent->type_is_none() ? no_parent : parent->extra().number,
                          extra.work};
  if (depth_ == Depth::ready) return;
  AccessRecord* last = nullptr;
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    last = mine.accesses.append();
    *last = {access.handle().id.value(), access.version, static_cast<std::uint8_t>(access.mode())};
  }
  if (last == nullptr) *(last = mine.accesses.append()) = {HandleId::none_value, 0, 0};
  last->mode_and_last |= AccessRecord::last;
}

void Recorder::end_submission() {
  *recording_.workers.front().pauses.append() = {submission_begin_, submission_end_,
                                                 PauseRecord::Kind::submit};
  submission_begin_ = no_submission;
}

void Recorder::pause(unsigned worker, Time since, PauseRecord::Kind kind) {
  if (worker == 0 && submission_begin_ != no_submission) end_submission();
  WorkerRecording& mine = recording_.workers[worker];
  const Time now = clock_.ticks();
  if (kind == PauseRecord::Kind::wait && !mine.pauses.empty()) {
    // Several looks in a row are one wait.
    PauseRecord& before = mine.pauses.back();
    const bool has_run_since = !mine.spans.empty() && mine.spans.back().end > before.end;
    if (before.kind == PauseRecord::Kind::wait && !has_run_since) {
      before.end = now;
      return;
    }
  }
  *mine.pauses.append() = {since, now, kind};
}

void Recorder::finish() {
  if (submission_begin_ != no_submission) end_submission();
  clock_.calibrate();
  auto trace = build_trace(recording_, clock_);
  trace->metadata = measured_metadata();
  receiver_(std::move(trace));
}

}  // namespace gusset::core_tracing
