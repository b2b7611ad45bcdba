#pragma once
#include <array>
#include <cstddef>
#include <vector>

namespace shallow_water {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);

/// Points on the unit sphere, evenly distributed by a Fibonacci spiral, in blocks. Block sizes differ by at
/// most one point; larger blocks come first. Blocks are cells of zones of latitude, about as wide as high.
/// Blocks with points near each other are found without computing the points, so a simulation needs no
/// points.
class Sphere {
 public:
  /// Requires 1 ≤ blocks ≤ points. `stencil` is the number of neighbours that each point must find in its own
  /// block and in the coupled blocks.
  Sphere(std::size_t points, std::size_t blocks, std::size_t stencil);

  std::size_t points() const { return points_; }
  std::size_t blocks() const { return cells_.size(); }
  std::size_t first_point(std::size_t block) const;
  /// Returns the blocks coupled with this one, including itself, ascending.
  const std::vector<std::size_t>& coupled(std::size_t block) const { return coupled_[block]; }

  /// Returns all points, block by block.
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
