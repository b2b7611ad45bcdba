#pragma once
#include <cmath>
#include <cstddef>
#include <numbers>

namespace examples {

/// One of the two waves that the solution is the sum of. Each is an eigenvector of the equations.
struct Wave {
  double rows, columns;  ///< half waves
  double at(std::size_t i, std::size_t j, std::size_t n) const {
    const double h = std::numbers::pi / static_cast<double>(n + 1);
    return std::sin(rows * h * static_cast<double>(i + 1)) *
           std::sin(columns * h * static_cast<double>(j + 1));
  }
  double eigenvalue(std::size_t n) const {
    const double h = std::numbers::pi / static_cast<double>(n + 1);
    return 4.0 - 2.0 * (std::cos(rows * h) + std::cos(columns * h));
  }
};
inline constexpr Wave waves[] = {{1, 1}, {5, 2}};

inline double solution(std::size_t i, std::size_t j, std::size_t n) {
  return waves[0].at(i, j, n) + waves[1].at(i, j, n);
}

}  // namespace examples
