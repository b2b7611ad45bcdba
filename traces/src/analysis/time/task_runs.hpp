#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "gusset/traces/model/span_source.hpp"
#include "model/exclusive_time.hpp"
#include "range.hpp"

namespace gusset::traces {

/// Reports what tasks did in a range, once per task, while lanes are visited one by one. Takes two bits per
/// task, and more only for tasks with several run spans.
class TaskRuns {
 public:
  /// Visits all lanes to find the tasks with several runs. Fails if the source fails.
  static Result<TaskRuns> find(SpanSource& source, const Range& range) {
    TaskRuns runs(source.tasks(), range);
    for (std::size_t lane = 0; lane < source.frame().lanes.size(); ++lane) {
      const auto spans = source.spans(LaneId(lane));
      if (!spans) return spans.error();
      runs.note_runs(**spans);
    }
    return runs;
  }

  /// Call this once per lane. Calls visit(task, lane, duration_ns) for tasks with one run, and
  /// stretch(begin_ns, end_ns) for all exclusive run time in the range, in order of time.
  template <class Visit, class Stretch>
  void take(const SpanColumns& spans, LaneId lane, Visit visit, Stretch stretch) {
    duration_ns_.assign(spans.size(), 0);
    for_each_exclusive(spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (spans.kind[i] != SpanKind::run || !range_.touches(begin, end)) return;
      const auto [from, to] = range_.cut(begin, end);
      stretch(from, to);
      duration_ns_[i] += to - from;
    });
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!counts(spans, i)) continue;
      const TaskId task = spans.task[i];
      if (!several_[task.value()]) {
        visit(task, lane, duration_ns_[i]);
        continue;
      }
      Repeated& repeated = repeated_.try_emplace(task, Repeated{lane, spans.begin_ns[i], 0}).first->second;
      if (spans.begin_ns[i] < repeated.begin_ns) repeated = {lane, spans.begin_ns[i], repeated.duration_ns};
      repeated.duration_ns += duration_ns_[i];
    }
  }

  /// Call this after all lanes. Visits the tasks with several runs, with the lane of the first run.
  template <class Visit>
  void finish(Visit visit) const {
    for (const auto& [task, repeated] : repeated_) visit(task, repeated.lane, repeated.duration_ns);
  }

 private:
  struct Repeated {
    LaneId lane;
    std::int64_t begin_ns = 0;
    std::int64_t duration_ns = 0;
  };

  TaskRuns(std::uint64_t tasks, const Range& range) : range_(range), seen_(tasks), several_(tasks) {}

  bool counts(const SpanColumns& spans, std::size_t i) const {
    return spans.kind[i] == SpanKind::run && !spans.task[i].is_none() &&
           range_.touches(spans.begin_ns[i], spans.end_ns[i]) && range_.begin_ns < range_.end_ns;
  }

  void note_runs(const SpanColumns& spans) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!counts(spans, i)) continue;
      const std::size_t task = spans.task[i].value();
      if (seen_[task]) several_[task] = true;
      seen_[task] = true;
    }
  }

  Range range_;
  std::vector<bool> seen_;
  std::vector<bool> several_;
  std::map<TaskId, Repeated> repeated_;
  std::vector<std::int64_t> duration_ns_;  ///< one entry per span of the current lane
};

}  // namespace gusset::traces
