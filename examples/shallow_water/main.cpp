// The shallow water equations on the sphere. The points' gradients are a block-sparse matrix times the state
// at the points, so a block needs the state of its neighbour blocks, on this node or another.
//
//     differentiate ──► advance     four times per step (Runge-Kutta), for each block
//      ▲ ▲ ▲               │
//      └─┴─┴── neighbours ◄┘
//
// Tasks that run on every node submit the steps, a few ahead of the steps that the node has finished.
#include <cstddef>
#include <cstdio>

#include "common/arguments.hpp"
#include "common/openblas.hpp"
#include "gusset/core/runtime.hpp"
#include "solver.hpp"
#include "sphere.hpp"

namespace {

struct Arguments {
  std::size_t points = 4096;
  std::size_t blocks = 16;
  std::size_t steps = 20;
  std::size_t ahead = 3;
};

// Returns the tolerated relative change of the steady state: two to five times the observed change,
// proportional to steps and to the fourth power of the distance between points.
double largest_error(const Arguments& arguments) {
  const auto points = static_cast<double>(arguments.points);
  return 20.0 * static_cast<double>(arguments.steps) / (points * points);
}

int run(const Arguments& arguments) {
  examples::use_one_thread_per_kernel();
  gusset::Runtime runtime;
  const shallow_water::Sphere sphere(arguments.points, arguments.blocks, shallow_water::stencil);
  shallow_water::Solver solver(runtime, sphere, arguments.ahead);
  solver.start();
  solver.submit(arguments.steps);
  runtime.wait();
  if (!runtime.has_data()) return 0;
  const auto error = solver.error();
  const double limit = largest_error(arguments);
  const bool is_right = error.depth <= limit && error.velocity <= limit;  // false for NaN
  std::printf("after %zu steps the steady wind has changed by %.1e, its depth by %.1e, %s %.1e\n",
              arguments.steps, error.velocity, error.depth, is_right ? "below" : "NOT below", limit);
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Solves the shallow water equations on a sphere, from a steady state.", "shallow_water");
  examples::add_number(app, "--points", arguments.points, 400, examples::largest_size,
                       "Points on the sphere");
  examples::add_number(app, "--blocks", arguments.blocks, 1, examples::largest_size, "Blocks of points");
  examples::add_number(app, "--steps", arguments.steps, 0, 1'000'000, "Time steps");
  examples::add_number(app, "--ahead", arguments.ahead, 1, 1000, "Steps to submit ahead of finished ones");
  return examples::run_program(app, argc, argv, [&] {
    examples::require_fit({arguments.blocks}, arguments.points, "--points");
    return run(arguments);
  });
}
