#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gusset::traces {

/// A piecewise constant quantity: each value holds until the next. Means over any interval are exact up to
/// floating-point error; each takes a search. Immutable; thread-safe.
class StepSeries {
 public:
  struct Change {
    std::int64_t time_ns = 0;
    double by = 0.0;
  };

  /// Zero everywhere.
  StepSeries() = default;
  /// Zero before the first value. Times must ascend (the last of several values at one time holds), with one
  /// value for each time.
  StepSeries(std::span<const std::int64_t> time_ns, std::span<const double> value);
  /// The running sum of changes. They may come in any order.
  static StepSeries of_changes(std::vector<Change> changes);

  bool empty() const { return time_ns_.empty(); }
  double at(std::int64_t time_ns) const;
  /// The mean over [begin, end), or the value at `begin` if the interval is empty.
  double mean(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// The largest value in [begin, end).
  double largest(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// The largest of all values; at least 0.
  double largest() const;

 private:
  void index();
  /// The number of steps at or before `time_ns`.
  std::size_t steps_until(std::int64_t time_ns) const;
  /// The integral from the first step to `time_ns`, in value × ns.
  double integral(std::int64_t time_ns) const;

  std::vector<std::int64_t> time_ns_;
  std::vector<double> value_;
  std::vector<double> integral_;       // up to each step
  std::vector<double> block_largest_;  // of each block of `block` values
};

}  // namespace gusset::traces
