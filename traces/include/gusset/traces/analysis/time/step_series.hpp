#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gusset::traces {

/// A quantity that changes in steps: each value holds until the next. Means over any interval are exact but
/// for floating point, and take a search each. Immutable; may be used from several threads.
class StepSeries {
 public:
  struct Change {
    std::int64_t time_ns = 0;
    double by = 0.0;
  };

  /// Zero everywhere.
  StepSeries() = default;
  /// Zero before the first value; times ascend (of equal ones the last value holds), as many as values.
  StepSeries(std::span<const std::int64_t> time_ns, std::span<const double> value);
  /// The sum of changes, which may come in any order.
  static StepSeries of_changes(std::vector<Change> changes);

  bool empty() const { return time_ns_.empty(); }
  double at(std::int64_t time_ns) const;
  /// Over [begin, end); the value at `begin` where the interval is empty.
  double mean(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// The largest value that holds anywhere in [begin, end).
  double largest(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// The largest of all values, at least 0.
  double largest() const;

 private:
  void index();
  /// Steps at `time_ns` or before.
  std::size_t steps_until(std::int64_t time_ns) const;
  /// The integral from the first step to `time_ns`, in value × ns.
  double integral(std::int64_t time_ns) const;

  std::vector<std::int64_t> time_ns_;
  std::vector<double> value_;
  std::vector<double> integral_;       // up to each step
  std::vector<double> block_largest_;  // of `block` values each
};

}  // namespace gusset::traces
