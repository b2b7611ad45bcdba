#pragma once
#include <cstddef>
#include <cstdint>

#include "flow.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "sphere.hpp"

namespace shallow_water {

/// What one neighbour contributes to what a point's neighbours say (flow.hpp's Local).
struct Neighbour {
  double weight[4];     // along each axis, per m; of the roughness
  std::uint32_t block;  // its number among the coupled ones
  std::uint32_t point;  // within its block
};

constexpr std::size_t stencil = 25;  ///< neighbours of a point, itself included

/// Solves the shallow water equations on the sphere, block by block of points, by Runge's and Kutta's method
/// of order 4. Each of its four stages differentiates, which needs the coupled blocks' points, and advances,
/// which needs only a block's own.
class Solver {
 public:
  Solver(gusset::Runtime& runtime, const Sphere& sphere);

  /// Sets the steady state, and the stencils, which takes a while for many points.
  void start();
  void submit_step();

  struct Error {
    double depth, velocity;
  };
  /// From the steady state, as norms relative to it.
  Error error() const;

 private:
  using Matrix = gusset::TiledMatrix<double>;
  void differentiate(std::size_t block, const Matrix& of);
  void advance(std::size_t block, int stage);
  Matrix columns(const char* name, std::size_t rows) const;

  gusset::Runtime& runtime_;
  const Sphere& sphere_;
  double step_s_;
  gusset::TiledMatrix<Neighbour> stencils_;
  Matrix points_;
  Matrix state_;  // at the step's start
  Matrix stage_;  // where the next stage looks
  Matrix sum_;    // of the stages so far
  Matrix local_;  // a column has one field's Local after the other
};

}  // namespace shallow_water
