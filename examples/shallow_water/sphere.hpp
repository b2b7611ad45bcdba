#pragma once
#include <array>
#include <cstddef>
#include <vector>

namespace shallow_water {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);

/// Points on the unit sphere, as evenly as a Fibonacci spiral places them, in blocks that differ by one point
/// at most, the larger ones first. Blocks are the cells of zones of latitude, so they are about as wide as
/// high. Which blocks have points near each other is known without the points: a simulation needs no more.
class Sphere {
 public:
  /// 1 ≤ blocks ≤ points. `stencil` is how many neighbours a point shall find in its own block and in those
  /// coupled with it.
  Sphere(std::size_t points, std::size_t blocks, std::size_t stencil);

  std::size_t points() const { return points_; }
  std::size_t blocks() const { return cells_.size(); }
  std::size_t first_point(std::size_t block) const;
  /// The block itself among them, ascending.
  const std::vector<std::size_t>& coupled(std::size_t block) const { return coupled_[block]; }

  /// All points, block by block.
  std::vector<Vector> positions() const;

 private:
  /// Bounds of a block, in radians. Colatitudes grow from the north pole.
  struct Cell {
    std::size_t zone = 0;
    double north = 0.0, south = 0.0;
    double west = 0.0, width = 0.0;
  };
  static bool are_near(const Cell& a, const Cell& b, double reach);

  std::size_t points_;
  std::vector<Cell> cells_;
  std::vector<std::vector<std::size_t>> coupled_;
};

}  // namespace shallow_water
