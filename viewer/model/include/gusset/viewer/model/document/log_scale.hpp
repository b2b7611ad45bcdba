#pragma once

namespace gusset::viewer {

/// Integer steps of a slider for values whose ratios matter. Values between the ends have two significant
/// digits, so that they are easy to read.
class LogScale {
 public:
  /// 0 < low < high; steps ≥ 1.
  constexpr LogScale(double low, double high, int steps) : low_(low), high_(high), steps_(steps) {}

  int steps() const { return steps_; }
  /// The value of a step, 0 … steps(). The first and last step give `low` and `high` exactly.
  double value(int step) const;
  /// The step nearest to a value. Values beyond the ends map to the first or last step.
  int step(double value) const;

 private:
  double low_;
  double high_;
  int steps_;
};

}  // namespace gusset::viewer
