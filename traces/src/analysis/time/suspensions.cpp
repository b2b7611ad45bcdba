#include "suspensions.hpp"

#include <algorithm>
#include <tuple>

#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

struct TaskStretch {
  TaskId task;
  std::int64_t begin_ns;
  std::int64_t end_ns;
};

enum class Runs : std::uint8_t { never, in_part, throughout };

class Finder {
 public:
  Finder(const Trace& trace, const TaskTimes& times) : times_(times), runs_(trace.tasks.size(), Runs::never) {
    for (const Lane& lane : trace.lanes) take(lane.spans);
    std::sort(parts_.begin(), parts_.end(), [](const TaskStretch& a, const TaskStretch& b) {
      return std::tuple(a.task.value(), a.begin_ns, a.end_ns) <
             std::tuple(b.task.value(), b.begin_ns, b.end_ns);
    });
  }

  Suspensions find() {
    for (auto part = parts_.begin(); part != parts_.end();) {
      const auto next =
          std::find_if(part, parts_.end(), [&](const TaskStretch& s) { return s.task != part->task; });
      if (runs_[part->task.value()] == Runs::in_part) add_between(part, next);
      part = next;
    }
    for (std::size_t task = 0; task < runs_.size(); ++task) {
      // Other tasks took all of this task's time.
      if (runs_[task] == Runs::never && times_.begin_ns[task] != unknown_time)
        add(times_.begin_ns[task], times_.end_ns[task]);
    }
    std::sort(found_.begin_ns.begin(), found_.begin_ns.end());
    std::sort(found_.end_ns.begin(), found_.end_ns.end());
    return std::move(found_);
  }

 private:
  void take(const SpanColumns& spans) {
    for_each_exclusive(spans, [&](std::size_t span, std::int64_t begin_ns, std::int64_t end_ns) {
      const TaskId task = spans.task[span];
      if (spans.kind[span] != SpanKind::run || task.is_none()) return;
      Runs& runs = runs_[task.value()];
      if (begin_ns == times_.begin_ns[task.value()] && end_ns == times_.end_ns[task.value()]) {
        runs = Runs::throughout;
      } else if (runs != Runs::throughout) {
        runs = Runs::in_part;
        parts_.push_back({task, begin_ns, end_ns});
      }
    });
  }

  // Adds the gaps between one task's stretches, which are sorted by start time.
  void add_between(std::vector<TaskStretch>::const_iterator part,
                   std::vector<TaskStretch>::const_iterator end) {
    const std::size_t task = part->task.value();
    std::int64_t until_ns = times_.begin_ns[task];
    for (bool is_first = true; part != end; ++part, is_first = false) {
      if (is_first ? until_ns < part->begin_ns : until_ns <= part->begin_ns) add(until_ns, part->begin_ns);
      until_ns = std::max(until_ns, part->end_ns);
    }
    if (until_ns < times_.end_ns[task]) add(until_ns, times_.end_ns[task]);
  }

  void add(std::int64_t begin_ns, std::int64_t end_ns) {
    found_.begin_ns.push_back(begin_ns);
    found_.end_ns.push_back(end_ns);
  }

  const TaskTimes& times_;
  std::vector<Runs> runs_;  // one entry per task
  std::vector<TaskStretch> parts_;
  Suspensions found_;
};

}  // namespace

Suspensions suspensions_of(const Trace& trace, const TaskTimes& times) {
  return Finder(trace, times).find();
}

}  // namespace gusset::traces
