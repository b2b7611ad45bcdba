// Poisson's equation on a square, with zero on its boundary, solved by Jacobi's method. Each sweep is two
// loops over columns in chunks:
//
//     sweep:   v = the mean of u's four neighbours, plus the source    also reads u's neighbouring chunks
//     update:  u = v, and the changes' squares are summed              depends on three chunks of `sweep`
//
// Half of the workers run the first loop and half the second, so a chunk is updated while others are still
// being swept. With --together, all workers run both.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numbers>
#include <tuple>
#include <vector>

#include "common/arguments.hpp"
#include "common/loop_data.hpp"
#include "common/repetition.hpp"

namespace {

using gusset::Chunk;
using gusset::WorkerId;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using Matrix = gusset::TiledMatrix<double>;

struct Arguments {
  std::size_t size = 400;
  std::size_t chunk = 40;
  std::size_t sweeps = 50;
  bool is_together = false;
  examples::Repetition repetition;
};

/// The solution is sin(πx) sin(πy). Each sweep multiplies the difference from it by cos(πh), exact up to
/// rounding, which allows the result and the sum to be checked.
struct Problem {
  gusset::Chunks columns;
  double contraction;
  std::vector<double> sine;

  explicit Problem(const Arguments& arguments)
      : columns(gusset::chunks(arguments.size, arguments.chunk)), sine(arguments.size) {
    const double h = std::numbers::pi / static_cast<double>(arguments.size + 1);
    contraction = std::cos(h);
    for (std::size_t i = 0; i < sine.size(); ++i) sine[i] = std::sin(h * static_cast<double>(i + 1));
  }

  std::size_t size() const { return columns.iterations(); }
  double solution(std::size_t i, std::size_t j) const { return sine[i] * sine[j]; }
  /// The source term as sweeps add it: h² f ÷ 4.
  double source(std::size_t i, std::size_t j) const { return (1.0 - contraction) * solution(i, j); }
};

struct Grids {
  Matrix u, v;
  examples::Sums<double> changes;

  Grids(gusset::Runtime& runtime, const Problem& problem)
      : u(examples::columns_of<double>(runtime, "u", problem.size(), problem.columns)),
        v(examples::columns_of<double>(runtime, "v", problem.size(), problem.columns)),
        changes(runtime, "changes") {}
};

void sweep(const Problem& problem, const Chunk& chunk, const std::vector<In>& blocks, Out v) {
  const std::size_t n = problem.size();
  const examples::Columns<double> u(blocks, problem.columns, chunk, 1);
  const std::vector<double> rim(n, 0.0);
  for (std::size_t j = chunk.begin; j < chunk.end; ++j) {
    const double* const old = u(j);
    const double* const west = j > 0 ? u(j - 1) : rim.data();
    const double* const east = j + 1 < n ? u(j + 1) : rim.data();
    for (std::size_t i = 0; i < n; ++i) {
      const double north = i > 0 ? old[i - 1] : 0.0;
      const double south = i + 1 < n ? old[i + 1] : 0.0;
      v(i, j - chunk.begin) = 0.25 * ((north + south) + (west[i] + east[i])) + problem.source(i, j);
    }
  }
}

void update(const Chunk&, In v, Out u, Out changes) {
  double sum = 0.0;
  for (std::size_t i = 0; i < v.rows * v.columns; ++i) {
    sum += (v.data[i] - u.data[i]) * (v.data[i] - u.data[i]);
    u.data[i] = v.data[i];
  }
  changes(0, 0) += sum;
}

/// The calls of both loops, which choose their workers.
struct Calls {
  gusset::LoopCall sweep, update;

  Calls(const gusset::Runtime& runtime, const Arguments& arguments)
      : sweep(gusset::TaskType("sweep")(6.0 * static_cast<double>(arguments.size))),
        update(gusset::TaskType("update")(3.0 * static_cast<double>(arguments.size))) {
    const unsigned half = runtime.workers() / 2;
    if (arguments.is_together || half == 0) return;
    sweep = sweep.iteration.among(WorkerId(0), half);
    update = update.iteration.among(WorkerId(half), runtime.workers() - half);
  }
};

void submit_sweep(gusset::Runtime& runtime, const Calls& calls, const Problem& problem, const Grids& grids) {
  runtime.loop(
      calls.sweep, problem.columns,
      [&problem](const Chunk& chunk, const std::vector<In>& u, Out v) { sweep(problem, chunk, u, v); },
      [&](const Chunk& chunk) {
        return std::tuple(examples::read_around(grids.u, problem.columns, chunk, 1),
                          write(grids.v(0, chunk.index)));
      });
  runtime.loop(calls.update, problem.columns, update, [&](const Chunk& chunk) {
    const auto u = grids.u(0, chunk.index);
    return std::tuple(read(grids.v(0, chunk.index)), write(u), add(grids.changes.of(u.owner())));
  });
}

/// The sum over all sweeps of the changes' squares, relative to what it should be.
double relative_changes(const Problem& problem, const Grids& grids, std::size_t sweeps) {
  double squares = 0.0, expected = 0.0;
  for (const double value : problem.sine) squares += value * value;
  for (std::size_t k = 0; k < sweeps; ++k) {
    const double change = std::pow(problem.contraction, static_cast<double>(k)) * (1.0 - problem.contraction);
    expected += std::pow(change * squares, 2);
  }
  return sweeps == 0 ? 1.0 + grids.changes.total() : grids.changes.total() / expected;
}

double error_of(const Problem& problem, const Grids& grids, std::size_t sweeps) {
  const double done = 1.0 - std::pow(problem.contraction, static_cast<double>(sweeps));
  double largest = 0.0;
  for (std::size_t j = 0; j < problem.size(); ++j) {
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const double error = std::abs(grids.u.element(i, j) - done * problem.solution(i, j));
      if (error > largest || std::isnan(error)) largest = error;
    }
  }
  return largest;
}

int run(const Arguments& arguments) {
  gusset::Runtime runtime;
  const Problem problem(arguments);
  Grids grids(runtime, problem);
  grids.u.init(
      [](auto, auto, Out tile, auto, auto) { std::fill_n(tile.data, tile.rows * tile.columns, 0.0); });
  const Calls calls(runtime, arguments);
  examples::repeat(runtime, arguments.repetition, arguments.sweeps,
                   [&] { submit_sweep(runtime, calls, problem, grids); });
  if (!runtime.has_data()) return 0;
  const double error = error_of(problem, grids, arguments.sweeps);
  const double changes = relative_changes(problem, grids, arguments.sweeps);
  const bool is_right = error <= 1e-12 && std::abs(changes - 1.0) <= 1e-6;  // false for NaN
  std::printf(
      "after %zu sweeps: difference from the exact sweeps %.2e, sum of changes %.9f of the exact sum: "
      "%s\n",
      arguments.sweeps, error, changes, is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Solves Poisson's equation in two loops per sweep, each on half of the workers.", "poisson2d");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size, "Points per row");
  examples::add_number(app, "--chunk", arguments.chunk, 1, examples::largest_size, "Columns per task");
  examples::add_number(app, "--sweeps", arguments.sweeps, 0, 1'000'000, "Sweeps");
  app.add_flag("--together", arguments.is_together, "Run both loops on all workers");
  examples::add_repetition(app, arguments.repetition);
  return examples::run_program(app, argc, argv, [&] { return run(arguments); });
}
