#include "tiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <vector>

namespace gusset::bench {
namespace {

constexpr std::size_t alignment = 64;

// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): gives neighbouring indices unrelated numbers.
std::uint64_t mix(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace

double element(std::size_t row, std::size_t column, std::size_t n) {
  if (row == column) return static_cast<double>(n);
  const std::uint64_t bits = mix(std::max(row, column) * n + std::min(row, column));
  return static_cast<double>(bits >> 11U) * 0x1p-53 - 0.5;
}

void Tiles::Release::operator()(double* contents) const {
  std::free(contents);
}

Tiles::Tiles(std::size_t n, std::size_t tile_rows) : n_(n), tile_rows_(tile_rows) {
  const std::size_t tiles = blocks() * (blocks() + 1) / 2;
  const std::size_t bytes = tiles * tile_rows * tile_rows * sizeof(double);
  contents_.reset(
      static_cast<double*>(std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)));
  if (contents_ == nullptr) throw std::bad_alloc();
}

void Tiles::fill() {
  for (std::size_t i = 0; i < blocks(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double* next = tile(i, j);
      for (std::size_t column = j * tile_rows_; column < (j + 1) * tile_rows_; ++column) {
        for (std::size_t row = i * tile_rows_; row < (i + 1) * tile_rows_; ++row)
          *next++ = element(row, column, n_);
      }
    }
  }
}

double Tiles::residual() const {
  std::vector<double> x(n_);
  std::vector<double> transposed(n_, 0.0);  // Lᵀ·x
  std::vector<double> product(n_, 0.0);     // L·(Lᵀ·x)
  std::vector<double> expected(n_, 0.0);    // A·x
  for (std::size_t i = 0; i < n_; ++i) x[i] = element(i, i + 1, n_ + 2);
  for (std::size_t column = 0; column < n_; ++column) {
    expected[column] += element(column, column, n_) * x[column];
    for (std::size_t row = column + 1; row < n_; ++row) {
      const double value = element(row, column, n_);
      expected[row] += value * x[column];
      expected[column] += value * x[row];
    }
    for (std::size_t row = column; row < n_; ++row) transposed[column] += at(row, column) * x[row];
  }
  for (std::size_t column = 0; column < n_; ++column) {
    for (std::size_t row = column; row < n_; ++row) product[row] += at(row, column) * transposed[column];
  }
  double difference = 0.0;
  double norm = 0.0;
  for (std::size_t i = 0; i < n_; ++i) {
    difference += (product[i] - expected[i]) * (product[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  return std::sqrt(difference / norm);
}

}  // namespace gusset::bench
