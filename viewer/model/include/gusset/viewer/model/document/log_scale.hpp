#pragma once

namespace gusset::viewer {

/// Whole steps of a slider for values that are told apart by their ratio. Between the ends, values have two
/// significant digits, so that what a slider sets can be said.
class LogScale {
 public:
  /// 0 < low < high; steps ≥ 1.
  constexpr LogScale(double low, double high, int steps) : low_(low), high_(high), steps_(steps) {}

  int steps() const { return steps_; }
  double low() const { return low_; }
  double high() const { return high_; }
  /// The value of a step, 0 … steps(); the ends exactly.
  double value(int step) const;
  /// The step nearest to a value; those beyond the ends have theirs.
  int step(double value) const;

 private:
  double low_;
  double high_;
  int steps_;
};

}  // namespace gusset::viewer
