#include "first_touches.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "costs/robust_line.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t fewest_touches = 3;
/// First uses must take longer by this share. A smaller difference may have other causes.
constexpr double least_touch_excess = 0.1;

/// What the first tasks of one type took beyond other tasks, in one run.
struct Excess {
  double ns = 0.0;
  double bytes = 0.0;
};

struct FirstTasks {
  std::map<std::uint32_t, Excess> by_trace;
  std::uint64_t count = 0;
  double excess_ns = 0.0;
  double usual_ns = 0.0;
};

/// Processor times of one key's tasks that were not the first to use a handle.
class LaterTasks {
 public:
  void add(const MeasuredTask& task) {
    all_ns_.push_back(task.processor_ns);
    by_trace_ns_[task.trace].push_back(task.processor_ns);
  }
  bool suffice() const { return all_ns_.size() >= fewest_touches; }
  /// Finds the median of each run, because runs differ in speed, and of all runs.
  void finish() {
    for (auto& [trace, ns] : by_trace_ns_) {
      if (ns.size() >= fewest_touches) medians_ns_[trace] = median_of(std::move(ns));
    }
    median_ns_ = median_of(std::move(all_ns_));
  }
  double usual_ns(std::uint32_t trace) const {
    const auto found = medians_ns_.find(trace);
    return found != medians_ns_.end() ? found->second : median_ns_;
  }

 private:
  std::vector<double> all_ns_;
  std::map<std::uint32_t, std::vector<double>> by_trace_ns_;
  std::map<std::uint32_t, double> medians_ns_;
  double median_ns_ = 0.0;
};

FirstTouch first_touch_of(const std::string& type, const FirstTasks& first, std::uint32_t traces) {
  std::vector<double> known;
  for (const auto& [trace, excess] : first.by_trace)
    known.push_back(std::max(0.0, excess.ns * 1e-9 / excess.bytes));
  FirstTouch result{type, median_of(known), first.count};
  result.by_run_s_per_byte.assign(traces, result.s_per_byte);
  auto each = known.begin();
  for (const auto& [trace, excess] : first.by_trace) result.by_run_s_per_byte[trace] = *each++;
  return result;
}

}  // namespace

std::vector<FirstTouch> measured_first_touches(const MeasuredTasks& measured) {
  std::map<std::string, FirstTasks> types;
  const auto by_key = measured.by_key();
  for (std::size_t key = 0; key < by_key.size(); ++key) {
    LaterTasks later;
    for (const std::size_t i : by_key[key]) {
      if (measured.tasks()[i].fresh_bytes == 0) later.add(measured.tasks()[i]);
    }
    if (!later.suffice()) continue;
    later.finish();
    FirstTasks& first = types[measured.keys()[key].type];
    for (const std::size_t i : by_key[key]) {
      const MeasuredTask& task = measured.tasks()[i];
      if (task.fresh_bytes == 0) continue;
      const double usual_ns = later.usual_ns(task.trace);
      Excess& of_trace = first.by_trace[task.trace];
      of_trace.ns += task.processor_ns - usual_ns;
      of_trace.bytes += static_cast<double>(task.fresh_bytes);
      first.excess_ns += task.processor_ns - usual_ns;
      first.usual_ns += usual_ns;
      ++first.count;
    }
  }
  std::vector<FirstTouch> result;
  for (const auto& [type, first] : types) {
    if (first.count >= fewest_touches && first.excess_ns >= least_touch_excess * first.usual_ns &&
        first.excess_ns > 0.0)
      result.push_back(first_touch_of(type, first, measured.trace_count()));
  }
  return result;
}

}  // namespace gusset::simulator
