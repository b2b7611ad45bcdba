#include "trace_builder.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "gusset/core/errors.hpp"
#include "gusset/core/task.hpp"
#include "gusset/traces/validate.hpp"

namespace gusset::core_tracing {

namespace {

using traces::Trace;

traces::SpanKind kind_of(PauseRecord::Kind kind) {
  switch (kind) {
    case PauseRecord::Kind::wait:
      return traces::SpanKind::wait;
    case PauseRecord::Kind::steal:
      return traces::SpanKind::steal;
    case PauseRecord::Kind::submit:
      return traces::SpanKind::submit;
  }
  return traces::SpanKind::other;
}

/// Where a task's records are.
struct Place {
  std::uint64_t number = 0;
  std::uint32_t worker = 0;
  std::uint64_t task = 0;
  std::uint64_t first_access = 0;
};

class Builder {
 public:
  Builder(const Recording& recording, const Clock& clock) : recording_(recording), clock_(clock) {}

  std::shared_ptr<Trace> build() {
    find_places();
    find_start();
    add_tables();
    add_tasks();
    for (std::size_t worker = 0; worker < recording_.workers.size(); ++worker) add_spans(worker);
    return trace_;
  }

 private:
  bool has_times() const { return recording_.depth != Depth::spans; }
  bool has_accesses() const { return recording_.depth == Depth::accesses; }
  std::int64_t from_start(std::int64_t ticks) const { return clock_.ns_from_ticks(ticks) - start_ns_; }

  /// Tasks in order of their numbers, which have gaps where tasks were dropped.
  void find_places() {
    for (std::uint32_t worker = 0; worker < recording_.workers.size(); ++worker) {
      const WorkerRecording& written = recording_.workers[worker];
      std::uint64_t access = 0;
      for (std::uint64_t task = 0; task < written.spans.size(); ++task) {
        places_.push_back({written.spans[task].number(), worker, task, access});
        if (!has_accesses()) continue;
        while ((written.accesses[access++].mode_and_last & AccessRecord::last) == 0) {
        }
      }
    }
    if (places_.size() >= traces::TaskId::none_value)
      throw ConfigurationError("trace", "less than 2^32 tasks", std::to_string(places_.size()));
    if (!has_times()) number_by_begin();
    std::sort(places_.begin(), places_.end(),
              [](const Place& a, const Place& b) { return a.number < b.number; });
  }

  /// Where submissions are not recorded, tasks that began earlier come first; those that never did at the
  /// end.
  void number_by_begin() {
    const auto begin = [this](const Place& place) {
      const std::int64_t time = recording_.workers[place.worker].spans[place.task].begin;
      return time == not_run ? std::numeric_limits<std::int64_t>::max() : time;
    };
    std::stable_sort(places_.begin(), places_.end(),
                     [&](const Place& a, const Place& b) { return begin(a) < begin(b); });
    for (std::size_t number = 0; number < places_.size(); ++number) places_[number].number = number;
    numbers_.resize(recording_.workers.size());
    for (const Place& place : places_) {
      std::vector<std::uint64_t>& mine = numbers_[place.worker];
      if (mine.size() <= place.task) mine.resize(place.task + 1);
      mine[place.task] = place.number;
    }
  }
  std::uint64_t number_of(std::size_t worker, std::size_t task) const {
    return has_times() ? recording_.workers[worker].spans[task].number() : numbers_[worker][task];
  }

  traces::TaskId task_of(std::uint64_t number) const {
    if (number < places_.size() && places_[number].number == number) return traces::TaskId(number);
    const auto found =
        std::lower_bound(places_.begin(), places_.end(), number,
                         [](const Place& place, std::uint64_t wanted) { return place.number < wanted; });
    if (found == places_.end() || found->number != number) return {};
    return traces::TaskId(static_cast<std::size_t>(found - places_.begin()));
  }

  /// The first submission, else the first beginning: tasks submitted by several threads may be numbered in
  /// another order than their clocks were read.
  void find_start() {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const Place& place : places_) {
      const WorkerRecording& worker = recording_.workers[place.worker];
      const std::int64_t time =
          has_times() ? worker.times[place.task].submit : worker.spans[place.task].begin;
      if (time != not_run) first = std::min(first, time);
    }
    start_ticks_ = first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
    start_ns_ = clock_.ns_from_ticks(start_ticks_);
  }

  void add_tables() {
    trace_->recorded = {.parents = has_times(),
                        .work = has_times(),
                        .submit = has_times(),
                        .ready = has_times(),
                        .accesses = has_accesses()};
    trace_->nodes.push_back({.name = "node 0"});
    if (has_accesses()) {
      for (AccessMode mode : access_modes())
        trace_->access_modes.push_back({name(mode), commutes(mode), is_exclusive(mode), modifies(mode)});
    }
    for (std::size_t worker = 0; worker < recording_.workers.size(); ++worker) {
      trace_->workers.push_back({traces::NodeId(0), "worker " + std::to_string(worker)});
      trace_->lanes.push_back({traces::WorkerId(worker), {}});
    }
    for (const HandleRecord& handle : recording_.handles) {
      trace_->handles.name.push_back(handle.name);
      trace_->handles.size_bytes.push_back(handle.size_bytes);
      trace_->handles.owner.push_back(traces::NodeId(0));
    }
  }

  void add_tasks() {
    std::map<TaskTypeId, traces::TypeId> types;  // in order of first use
    if (has_accesses()) trace_->accesses.first.push_back(0);
    for (const Place& place : places_) {
      const WorkerRecording& worker = recording_.workers[place.worker];
      const TaskTypeId type_id = worker.spans[place.task].type();
      const auto [type, is_new] = types.try_emplace(type_id, trace_->types.size());
      if (is_new) trace_->types.push_back(TaskType::name_of(type_id));
      trace_->tasks.type.push_back(type->second);
      if (has_times()) add_times(worker, place);
      if (has_accesses()) add_accesses(worker, place);
    }
  }

  void add_times(const WorkerRecording& worker, const Place& place) {
    const TimesRecord& times = worker.times[place.task];
    const std::int64_t begin = worker.spans[place.task].begin;
    // Two processors' counters may differ by some ticks.
    const std::int64_t ready = begin == not_run ? times.ready : std::min(times.ready, begin);
    trace_->tasks.parent.push_back(times.parent == no_parent ? traces::TaskId() : task_of(times.parent));
    trace_->tasks.work.push_back(times.work);
    trace_->tasks.submit_ns.push_back(from_start(std::min(times.submit, ready)));
    trace_->tasks.ready_ns.push_back(from_start(ready));
  }

  void add_accesses(const WorkerRecording& worker, const Place& place) {
    for (std::uint64_t i = place.first_access;; ++i) {
      const AccessRecord& access = worker.accesses[i];
      if (access.handle != HandleId::none_value) {
        trace_->accesses.items.push_back({traces::HandleId(access.handle),
                                          traces::AccessModeId((access.mode_and_last & 0xff) >> 3),
                                          access.version});
      }
      if ((access.mode_and_last & AccessRecord::last) != 0) break;
    }
    trace_->accesses.first.push_back(trace_->accesses.items.size());
  }

  /// Runs and pauses of one worker in order of time; what came before the first submission is no time of it.
  void add_spans(std::size_t worker) {
    const WorkerRecording& written = recording_.workers[worker];
    traces::SpanColumns& spans = trace_->lanes[worker].spans;
    std::size_t pause = 0;
    const auto add_pauses_until = [&](std::int64_t end) {
      for (; pause < written.pauses.size() && written.pauses[pause].begin < end; ++pause) {
        PauseRecord record = written.pauses[pause];
        record.begin = std::max(record.begin, start_ticks_);
        record.end = std::min(record.end, end);
        if (record.begin >= record.end) continue;
        spans.push_back(from_start(record.begin), from_start(record.end), traces::TaskId(),
                        kind_of(record.kind));
      }
    };
    std::int64_t last_end = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < written.spans.size(); ++i) {
      const SpanRecord& span = written.spans[i];
      if (span.begin == not_run) continue;
      add_pauses_until(span.begin);
      spans.push_back(from_start(span.begin), from_start(span.end), task_of(number_of(worker, i)),
                      traces::SpanKind::run);
      last_end = span.end;
    }
    // What follows the worker's last task, up to the end of all.
    std::int64_t end_of_all = last_end;
    for (const WorkerRecording& other : recording_.workers) {
      for (std::size_t i = other.spans.size(); i > 0; --i) {
        if (other.spans[i - 1].begin == not_run) continue;
        end_of_all = std::max(end_of_all, other.spans[i - 1].end);
        break;
      }
    }
    add_pauses_until(end_of_all);
  }

  const Recording& recording_;
  const Clock& clock_;
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
  std::vector<Place> places_;
  std::vector<std::vector<std::uint64_t>> numbers_;  // per worker, where tasks have none of their own
  std::int64_t start_ticks_ = 0;
  std::int64_t start_ns_ = 0;
};

}  // namespace

std::shared_ptr<Trace> build_trace(const Recording& recording, const Clock& clock) {
  auto trace = Builder(recording, clock).build();
  if (const auto valid = traces::validate(*trace, "recorded trace"); !valid)
    throw ConfigurationError(valid.error().message());
  return trace;
}

}  // namespace gusset::core_tracing
