#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

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
  /// Each node submits its steps at most so many, at least one, ahead of what it has done. Must outlive them.
  Solver(gusset::Runtime& runtime, const Sphere& sphere, std::size_t steps_ahead);

  /// Sets the steady state, and the stencils, which takes a while for many points.
  void start();
  /// Submits that many steps, one by one as the nodes go on. Once.
  void submit(std::size_t steps);

  struct Error {
    double depth, velocity;
  };
  /// From the steady state, as norms relative to it.
  Error error() const;

 private:
  using Matrix = gusset::TiledMatrix<double>;
  void submit_step(std::size_t step, std::size_t steps);
  void submit_tasks(std::size_t step, const gusset::Handle& clock);
  void differentiate(std::size_t block, const Matrix& of);
  void advance(std::size_t block, int stage, const gusset::Handle& clock);
  Matrix columns(const char* name, std::size_t rows) const;

  gusset::Runtime& runtime_;
  const Sphere& sphere_;
  double step_s_;
  gusset::TiledMatrix<Neighbour> stencils_;
  Matrix points_;
  Matrix state_;                        // at the step's start
  Matrix stage_;                        // where the next stage looks
  Matrix sum_;                          // of the stages so far
  Matrix local_;                        // a column has one field's Local after the other
  gusset::Handle order_;                // of steps, on each node
  std::vector<gusset::Handle> clocks_;  // each of one step in flight: its last tasks read it
};

}  // namespace shallow_water
