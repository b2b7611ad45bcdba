#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "flow.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "sphere.hpp"

namespace shallow_water {

/// One neighbour's contribution to a point's Local (see flow.hpp).
struct Neighbour {
  double weight[4];     // three for the gradient along the axes, per m; one for the roughness
  std::uint32_t block;  // index among the coupled blocks
  std::uint32_t point;  // index within its block
};

constexpr std::size_t stencil = 25;  ///< neighbours of a point, including itself

/// Solves the shallow water equations on the sphere, in blocks of points, with the classical Runge-Kutta
/// method of order 4. Each of its four stages differentiates, which needs the coupled blocks' points, and
/// advances, which only needs the block's own points.
class Solver {
 public:
  /// Each node submits its steps at most `steps_ahead` (at least 1) ahead of the steps that it has finished.
  /// The solver must outlive its steps.
  Solver(gusset::Runtime& runtime, const Sphere& sphere, std::size_t steps_ahead);

  /// Sets the steady state and the stencils. Takes a while for many points.
  void start();
  /// Submits that many steps, one by one as the nodes progress. Call it once.
  void submit(std::size_t steps);

  struct Error {
    double depth, velocity;
  };
  /// Returns the difference from the steady state, as norms relative to it.
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
  Matrix state_;                        // at the beginning of the step
  Matrix stage_;                        // input of the next stage
  Matrix sum_;                          // sum of the stages so far
  Matrix local_;                        // a column holds one field's Local after the other
  gusset::Handle order_;                // orders the steps on each node
  std::vector<gusset::Handle> clocks_;  // one per step in flight; the step's last tasks read it
};

}  // namespace shallow_water
