#include "gusset/traces/picture/charts/number_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/ticks.hpp"

namespace gusset::picture {
namespace {

constexpr double room = 0.06;  // at each end, as a share of the axis's length

std::vector<NumberTick> multiples(double begin, double end, int wanted) {
  const double step = picture::round_step((end - begin) / std::max(1, wanted));
  std::vector<NumberTick> ticks;
  for (double n = std::ceil(begin / step - 1e-9); n * step <= end * (1.0 + 1e-12); ++n) {
    ticks.push_back({n * step, number_label(n * step, step)});
  }
  return ticks;
}

std::vector<NumberTick> powers(double begin, double end, const std::vector<double>& factors) {
  std::vector<NumberTick> ticks;
  for (double power = std::floor(std::log10(begin)); std::pow(10.0, power) <= end; ++power) {
    for (const double factor : factors) {
      const double value = factor * std::pow(10.0, power);
      if (value >= begin && value <= end) ticks.push_back({value, number_label(value, value)});
    }
  }
  return ticks;
}

// Returns at most `most` ticks at powers of two: every power, every second, every third, …
std::vector<NumberTick> powers_of_two(double begin, double end, int most) {
  const int first = static_cast<int>(std::ceil(std::log2(begin) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log2(end) + 1e-9));
  const int step = std::max(1, (last - first + most) / most);
  std::vector<NumberTick> ticks;
  for (int power = first; power <= last; power += step) {
    const double value = std::exp2(power);
    ticks.push_back({value, number_label(value, value)});
  }
  return ticks;
}

}  // namespace

NumberAxis NumberAxis::linear(double low, double high) {
  // A single value lies in the middle.
  const double length = high > low ? high - low : std::max(std::abs(high), 1.0);
  const double begin = low - room * length - (high > low ? 0.0 : length / 2.0);
  const double end = high + room * length + (high > low ? 0.0 : length / 2.0);
  return {low >= 0.0 ? std::max(0.0, begin) : begin, end, false};
}

NumberAxis NumberAxis::logarithmic(double low, double high) {
  const double factor = high > low ? std::pow(high / low, room) : 2.0;
  return {low / factor, high * factor, true};
}

NumberAxis NumberAxis::doubling(double low, double high) {
  NumberAxis axis = logarithmic(low, high);
  axis.is_doubling_ = true;
  return axis;
}

double NumberAxis::position(double value) const {
  if (is_logarithmic_) return std::log(value / begin_) / std::log(end_ / begin_);
  return (value - begin_) / (end_ - begin_);
}

std::vector<NumberTick> NumberAxis::ticks(int wanted) const {
  if (is_doubling_) return powers_of_two(begin_, end_, std::max(2, 2 * wanted));
  if (!is_logarithmic_ || end_ / begin_ < 10.0) return multiples(begin_, end_, wanted);
  auto ticks = powers(begin_, end_, {1.0, 2.0, 5.0});
  if (static_cast<int>(ticks.size()) > wanted) ticks = powers(begin_, end_, {1.0});
  return ticks;
}

std::string number_label(double value, double step) {
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::array<char, 64> text{};
  if (std::abs(value) >= 1e7 || decimals > 6) {
    std::snprintf(text.data(), text.size(), "%.6g", value);
  } else {
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value + 0.0);
  }
  return text.data();
}

std::vector<NumberTick> count_ticks(std::uint64_t most, int wanted) {
  const auto enough = static_cast<std::uint64_t>(std::max(1, wanted));
  std::uint64_t power = 1;
  std::uint64_t step = 1;
  while (most / step > enough) {
    const std::uint64_t next = step == power ? 2 * power : step == 2 * power ? 5 * power : 10 * power;
    if (next > most) break;
    if (next == 10 * power) power = next;
    step = next;
  }
  std::vector<NumberTick> ticks;
  for (std::uint64_t tick = 0; tick <= most; tick += step)
    ticks.push_back({static_cast<double>(tick), count_text(tick)});
  return ticks;
}

}  // namespace gusset::picture
