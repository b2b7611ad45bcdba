#include "gusset/traces/analysis/time/step_series.hpp"

#include <algorithm>

namespace gusset::traces {
namespace {

constexpr std::size_t block = 64;

}  // namespace

StepSeries::StepSeries(std::span<const std::int64_t> time_ns, std::span<const double> value) {
  time_ns_.reserve(time_ns.size());
  value_.reserve(value.size());
  for (std::size_t i = 0; i < time_ns.size(); ++i) {
    if (!time_ns_.empty() && time_ns_.back() == time_ns[i]) {
      value_.back() = value[i];
    } else {
      time_ns_.push_back(time_ns[i]);
      value_.push_back(value[i]);
    }
  }
  index();
}

StepSeries StepSeries::of_changes(std::vector<Change> changes) {
  std::ranges::sort(changes, {}, &Change::time_ns);
  StepSeries series;
  double value = 0.0;
  for (std::size_t i = 0; i < changes.size();) {
    const std::int64_t time_ns = changes[i].time_ns;
    for (; i < changes.size() && changes[i].time_ns == time_ns; ++i) value += changes[i].by;
    series.time_ns_.push_back(time_ns);
    series.value_.push_back(value);
  }
  series.index();
  return series;
}

void StepSeries::index() {
  double sum = 0.0;
  integral_.reserve(time_ns_.size());
  for (std::size_t i = 0; i < time_ns_.size(); ++i) {
    if (i > 0) sum += value_[i - 1] * static_cast<double>(time_ns_[i] - time_ns_[i - 1]);
    integral_.push_back(sum);
  }
  for (std::size_t first = 0; first < value_.size(); first += block) {
    const std::size_t end = std::min(first + block, value_.size());
    block_largest_.push_back(*std::max_element(value_.begin() + static_cast<std::ptrdiff_t>(first),
                                               value_.begin() + static_cast<std::ptrdiff_t>(end)));
  }
}

std::size_t StepSeries::steps_until(std::int64_t time_ns) const {
  return static_cast<std::size_t>(std::upper_bound(time_ns_.begin(), time_ns_.end(), time_ns) -
                                  time_ns_.begin());
}

double StepSeries::at(std::int64_t time_ns) const {
  const std::size_t steps = steps_until(time_ns);
  return steps == 0 ? 0.0 : value_[steps - 1];
}

double StepSeries::integral(std::int64_t time_ns) const {
  const std::size_t steps = steps_until(time_ns);
  if (steps == 0) return 0.0;
  return integral_[steps - 1] + value_[steps - 1] * static_cast<double>(time_ns - time_ns_[steps - 1]);
}

double StepSeries::mean(std::int64_t begin_ns, std::int64_t end_ns) const {
  if (end_ns <= begin_ns) return at(begin_ns);
  return (integral(end_ns) - integral(begin_ns)) / static_cast<double>(end_ns - begin_ns);
}

double StepSeries::largest(std::int64_t begin_ns, std::int64_t end_ns) const {
  double most = at(begin_ns);
  const std::size_t last = end_ns <= begin_ns ? 0 : steps_until(end_ns - 1);
  for (std::size_t i = steps_until(begin_ns); i < last;) {
    if (i % block == 0 && i + block <= last) {
      most = std::max(most, block_largest_[i / block]);
      i += block;
    } else {
      most = std::max(most, value_[i]);
      ++i;
    }
  }
  return most;
}

double StepSeries::largest() const {
  double most = 0.0;
  for (const double value : block_largest_) most = std::max(most, value);
  return most;
}

}  // namespace gusset::traces
