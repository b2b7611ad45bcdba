#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gusset::picture {

struct NumberTick {
  double value = 0.0;
  std::string label;
  friend bool operator==(const NumberTick&, const NumberTick&) = default;
};

/// An axis of plain numbers: maps a value to a position along the axis.
class NumberAxis {
 public:
  /// Makes an axis that shows [low, high] with a little room at both ends. The room never makes a positive
  /// axis negative.
  static NumberAxis linear(double low, double high);
  /// Makes a logarithmic axis in the same way; low > 0.
  static NumberAxis logarithmic(double low, double high);

  /// Makes a logarithmic axis with ticks at powers of two, for example for numbers of threads; low > 0.
  static NumberAxis doubling(double low, double high);

  /// The position of a value: 0 at the axis's start, 1 at its end.
  double position(double value) const;

  /// Returns about `wanted` round values or fewer: multiples of 1, 2 or 5 times a power of ten. A logarithmic
  /// axis that spans a factor of ten or more has ticks at 1, 2 and 5 times the powers of ten, or at the
  /// powers alone. A doubling axis has up to twice as many ticks, at powers of two.
  std::vector<NumberTick> ticks(int wanted) const;

 private:
  NumberAxis(double begin, double end, bool is_logarithmic, bool is_doubling = false)
      : begin_(begin), end_(end), is_logarithmic_(is_logarithmic), is_doubling_(is_doubling) {}
  double begin_;
  double end_;
  bool is_logarithmic_;
  bool is_doubling_;
};

/// Writes a value with the fewest digits that distinguish values `step` apart.
std::string number_label(double value, double step);

/// Ticks of an axis of counts from 0 to `most`: multiples of 1, 2 or 5 times a power of ten. About `wanted`
/// ticks above 0, or fewer; at least one if `most` is not 0.
std::vector<NumberTick> count_ticks(std::uint64_t most, int wanted);

}  // namespace gusset::picture
