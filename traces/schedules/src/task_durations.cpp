#include "gusset/traces/schedules/task_durations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/task_times.hpp"

namespace gusset::schedules {
namespace {

/// Mean without the shortest and the longest tenth of ascending values.
std::int64_t trimmed_mean(const std::vector<std::int64_t>& values) {
  const auto cut = static_cast<std::ptrdiff_t>(values.size() / 10);
  const double sum = std::accumulate(values.begin() + cut, values.end() - cut, 0.0);
  return std::llround(sum / static_cast<double>(values.size() - 2 * static_cast<std::size_t>(cut)));
}

}  // namespace

Result<TaskDurations> TaskDurations::of(const traces::Trace& trace, double seconds_per_work,
                                        const std::string& name) {
  const traces::TaskTimes times = traces::task_times(trace);
  TaskDurations durations;
  durations.is_recorded_ =
      std::ranges::any_of(times.begin_ns, [](std::int64_t ns) { return ns != traces::unknown_time; });
  durations.has_assumed_work_ = !durations.is_recorded_ && !trace.recorded.work;
  std::int64_t total_ns = 0;
  std::map<std::pair<std::size_t, double>, std::uint32_t> classes;  // by type and work
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const double work = trace.recorded.work           ? trace.tasks.work[task]
                        : durations.has_assumed_work_ ? 1.0
                                                      : 0.0;
    const std::int64_t ns =
        durations.is_recorded_
            ? times.duration_ns[task]
            : std::llround(std::min(work * seconds_per_work * 1e9, static_cast<double>(max_time_ns)));
    const bool is_known = durations.is_recorded_ ? times.begin_ns[task] != traces::unknown_time : work > 0.0;
    const auto [entry, is_new] = classes.try_emplace({trace.tasks.type[task].value(), work},
                                                     static_cast<std::uint32_t>(classes.size()));
    if (is_new) durations.of_class_ns_.emplace_back();
    durations.exact_ns_.push_back(is_known ? ns : 0);
    total_ns += durations.exact_ns_.back();
    if (total_ns > max_time_ns)
      return Error{name, "tasks that together take at most 2^60 ns (36.5 years)", "more"};
    durations.class_of_.push_back(entry->second);
    if (is_known) {
      durations.of_class_ns_[entry->second].push_back(ns);
    } else {
      ++durations.unknown_;
    }
  }
  for (std::vector<std::int64_t>& values : durations.of_class_ns_) std::ranges::sort(values);
  return durations;
}

std::vector<std::int64_t> TaskDurations::typical_ns() const {
  std::vector<std::int64_t> means;
  for (const std::vector<std::int64_t>& values : of_class_ns_)
    means.push_back(values.empty() ? 0 : trimmed_mean(values));
  std::vector<std::int64_t> typical;
  for (const std::uint32_t which : class_of_) typical.push_back(means[which]);
  return typical;
}

std::vector<std::int64_t> TaskDurations::draw_ns(std::uint64_t seed) const {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> drawn;
  for (const std::uint32_t which : class_of_) {
    const std::vector<std::int64_t>& values = of_class_ns_[which];
    drawn.push_back(values.empty() ? 0 : values[random() % values.size()]);
  }
  return drawn;
}

bool TaskDurations::vary() const {
  return std::ranges::any_of(of_class_ns_, [](const std::vector<std::int64_t>& values) {
    return !values.empty() && values.front() != values.back();
  });
}

}  // namespace gusset::schedules
