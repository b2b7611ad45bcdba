// A Fourier transform of 2ⁿ numbers: transforms the halves of the numbers in bit-reversed order, then
// combines them [Cooley and Tukey 1965]. Columns 0 and 1 are real and imaginary parts.
#include <complex>
#include <numbers>

#include "halves.hpp"

namespace fork_join {
namespace {

using Number = std::complex<double>;

Number number_of(const auto& tile, std::size_t i) {
  return {tile(i, 0), tile(i, 1)};
}
void set(const Out& tile, std::size_t i, Number value) {
  tile(i, 0) = value.real();
  tile(i, 1) = value.imag();
}

/// Combines `count` numbers of both halves of a transform of `length` numbers, from number `first` of each
/// half.
void butterflies(const Out& low, std::size_t low_row, const Out& high, std::size_t high_row,
                 std::size_t count, std::size_t first, std::size_t length) {
  for (std::size_t i = 0; i < count; ++i) {
    const double angle =
        -2.0 * std::numbers::pi * static_cast<double>(first + i) / static_cast<double>(length);
    const Number even = number_of(low, low_row + i),
                 odd = std::polar(1.0, angle) * number_of(high, high_row + i);
    set(low, low_row + i, even + odd);
    set(high, high_row + i, even - odd);
  }
}

struct Combine {
  gusset::Runtime* runtime;
  std::size_t first, length;

  void operator()(Out low, Out high) const { butterflies(low, 0, high, 0, low.rows, first, length); }
  void split(gusset::TileParts<double> low, gusset::TileParts<double> high) const {
    for (std::size_t i = 0; i < 2; ++i)
      Combine{runtime, first + low.first_row(i), length}.submit(low(i, 0), high(i, 0));
  }
  void submit(const gusset::TileReference<double>& low, const gusset::TileReference<double>& high) const {
    static const gusset::TaskType type("combine");
    runtime->submit(type(low.has_parts() ? 0.0 : 10.0 * static_cast<double>(low.rows())), *this, write(low),
                    write(high));
  }
};

struct Transform {
  gusset::Runtime* runtime;

  void operator()(Out leaf) const {
    for (std::size_t length = 2; length <= leaf.rows; length *= 2) {
      for (std::size_t row = 0; row < leaf.rows; row += length)
        butterflies(leaf, row, leaf, row + length / 2, length / 2, 0, length);
    }
  }
  void split(gusset::TileParts<double> part) const {
    for (std::size_t i = 0; i < 2; ++i) submit(part(i, 0));
    Combine{runtime, 0, part.tile_rows(0) + part.tile_rows(1)}.submit(part(0, 0), part(1, 0));
  }
  void submit(const gusset::TileReference<double>& part) const {
    static const gusset::TaskType type("fft");
    const auto numbers = static_cast<double>(part.rows());
    runtime->submit(type(part.has_parts() ? 0.0 : 5.0 * numbers * std::log2(numbers)), *this, write(part));
  }
};

std::size_t reversed(std::size_t index, std::size_t length) {
  std::size_t result = 0;
  for (; length > 1; length /= 2, index /= 2) result = 2 * result + index % 2;
  return result;
}

}  // namespace

Outcome fft(gusset::Runtime& runtime, const Settings& settings) {
  Settings complex = settings;
  complex.rows = std::bit_ceil(settings.rows);
  complex.columns = 2;
  const std::size_t n = complex.rows;
  Matrix numbers = halved_matrix(runtime, "numbers", complex);
  fill(numbers, [n](std::size_t row, std::size_t column) { return value_at(reversed(row, n), column); });
  const Stopwatch stopwatch;
  Transform{&runtime}.submit(numbers(0, 0));
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  double difference = 0.0;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, n / 3, n - 1}) {  // against the definition
    Number sum;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = -2.0 * std::numbers::pi * static_cast<double>(i * k % n) / static_cast<double>(n);
      sum += std::polar(1.0, angle) * Number(value_at(i, 0), value_at(i, 1));
    }
    difference = std::max(difference, std::abs(sum - Number(numbers.element(k, 0), numbers.element(k, 1))));
  }
  const double bound = 1e-13 * static_cast<double>(n);
  return {"difference from the definition below " + number_text(bound), difference < bound, seconds};
}

}  // namespace fork_join
