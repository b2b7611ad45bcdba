#pragma once
#include <string>
#include <vector>

namespace gusset::picture {

struct NumberTick {
  double value = 0.0;
  std::string label;
  friend bool operator==(const NumberTick&, const NumberTick&) = default;
};

/// An axis of plain numbers: which stands at which share of its length.
class NumberAxis {
 public:
  /// Shows [low, high] with a little room at both ends, which never makes a positive axis negative.
  static NumberAxis linear(double low, double high);
  /// The same, logarithmic; 0 < low.
  static NumberAxis logarithmic(double low, double high);

  /// 0 at the begin, 1 at the end.
  double position(double value) const;

  /// About `wanted` or fewer round values: multiples of 1, 2 or 5 times a power of ten; of a logarithmic axis
  /// that spans less than a factor of ten the same, and of one that spans more 1, 2 and 5 times the powers,
  /// or the powers alone.
  std::vector<NumberTick> ticks(int wanted) const;

 private:
  NumberAxis(double begin, double end, bool is_logarithmic)
      : begin_(begin), end_(end), is_logarithmic_(is_logarithmic) {}
  double begin_;
  double end_;
  bool is_logarithmic_;
};

/// As few digits as tell values apart that are `step` apart.
std::string number_label(double value, double step);

}  // namespace gusset::picture
