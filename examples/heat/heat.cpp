// Heat in a square plate whose rim is kept at 0. In each step, every point takes the mean of its four
// neighbours (Jacobi). A task advances one block by a step. A block's four edges, which its neighbours need
// next, are separate handles. Messages therefore carry edges, never blocks, and only between blocks on
// different nodes.
//
//     ┌───┐  north: row 2i of `rows`
//     │   │  west: column 2j of `columns`, east: column 2j + 1
//     └───┘  south: row 2i + 1 of `rows`
//
// Blocks and edges exist twice: a step reads one copy and writes the other.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <vector>

#include "common/arguments.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

using Matrix = gusset::TiledMatrix<double>;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using HaloRead = decltype(read(std::declval<gusset::TileReference<double>>()));

struct Arguments {
  std::size_t size = 1024;
  std::size_t blocks = 8;
  std::size_t steps = 50;
};

/// The sum of two waves. Neither exchanging north and south nor transposing the plate preserves it. Each step
/// multiplies each wave by a constant, exact up to rounding, which allows the result to be checked.
double temperature(std::size_t row, std::size_t column, std::size_t n, std::size_t steps) {
  const double h = std::numbers::pi / static_cast<double>(n + 1);
  const double x = h * static_cast<double>(row + 1), y = h * static_cast<double>(column + 1);
  const auto time = static_cast<double>(steps);
  return std::pow(std::cos(h), time) * std::sin(x) * std::sin(y) +
         std::pow((std::cos(2.0 * h) + std::cos(3.0 * h)) / 2.0, time) * std::sin(2.0 * x) *
             std::sin(3.0 * y);
}

/// One copy of the plate.
struct Plate {
  Matrix blocks;
  Matrix rows;     ///< northern and southern edges
  Matrix columns;  ///< western and eastern edges

  Plate(gusset::Runtime& runtime, const std::string& name, std::size_t n, std::size_t count)
      : blocks(Matrix::full(runtime, name, n, n, count, count, owner(runtime, count, 1, 1))),
        rows(Matrix::full(runtime, name + ".rows", 2 * count, n, 2 * count, count,
                          owner(runtime, count, 2, 1))),
        columns(Matrix::full(runtime, name + ".columns", n, 2 * count, count, 2 * count,
                             owner(runtime, count, 1, 2))) {}

  /// Each node owns one of P × Q rectangles of the plate, so most neighbours are on the same node.
  static Matrix::Owner owner(const gusset::Runtime& runtime, std::size_t count, std::size_t row_edges,
                             std::size_t column_edges) {
    return [grid = runtime.grid(), count, row_edges, column_edges](std::size_t i, std::size_t j) {
      return grid.owner(i / row_edges * grid.p / count, j / column_edges * grid.q / count);
    };
  }
};

void copy_edges(const auto& block, Out north, Out south, Out west, Out east) {
  for (std::size_t j = 0; j < block.columns; ++j) {
    north(0, j) = block(0, j);
    south(0, j) = block(block.rows - 1, j);
  }
  for (std::size_t i = 0; i < block.rows; ++i) {
    west(i, 0) = block(i, 0);
    east(i, 0) = block(i, block.columns - 1);
  }
}

/// Computes a column's next temperatures from the columns beside it and the points above and below.
void step_column(const double* west, const double* old, const double* east, double above, double below,
                 double* next, std::size_t rows) {
  for (std::size_t i = 0; i < rows; ++i) {
    const double north = i > 0 ? old[i - 1] : above;
    const double south = i + 1 < rows ? old[i + 1] : below;
    next[i] = 0.25 * ((north + south) + (west[i] + east[i]));
  }
}

/// Advances one block by a step. The members say which neighbours exist; `halo` has their edges in the same
/// order.
struct Step {
  bool has_north, has_south, has_west, has_east;

  void operator()(In old, const std::vector<In>& halo, Out block, Out north, Out south, Out west,
                  Out east) const {
    const std::vector<double> rim(std::max(block.rows, block.columns), 0.0);
    const In* next = halo.data();
    const double* const above = has_north ? (next++)->data : rim.data();
    const double* const below = has_south ? (next++)->data : rim.data();
    const double* const left = has_west ? (next++)->data : rim.data();
    const double* const right = has_east ? (next++)->data : rim.data();
    for (std::size_t j = 0; j < block.columns; ++j) {
      step_column(j > 0 ? &old(0, j - 1) : left, &old(0, j), j + 1 < block.columns ? &old(0, j + 1) : right,
                  above[j], below[j], &block(0, j), block.rows);
    }
    copy_edges(block, north, south, west, east);
  }
};

void submit_step(gusset::Runtime& runtime, const Plate& from, const Plate& to) {
  static const gusset::TaskType type("step");
  const std::size_t count = from.blocks.row_blocks();
  std::vector<HaloRead> halo;
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < count; ++i) {
      const Step step{i > 0, i + 1 < count, j > 0, j + 1 < count};
      halo.clear();
      if (step.has_north) halo.push_back(read(from.rows(2 * i - 1, j)));
      if (step.has_south) halo.push_back(read(from.rows(2 * i + 2, j)));
      if (step.has_west) halo.push_back(read(from.columns(i, 2 * j - 1)));
      if (step.has_east) halo.push_back(read(from.columns(i, 2 * j + 2)));
      const auto points = static_cast<double>(from.blocks.tile_rows(i) * from.blocks.tile_columns(j));
      runtime.submit(type(4.0 * points), step, read(from.blocks(i, j)), halo, write(to.blocks(i, j)),
                     write(to.rows(2 * i, j)), write(to.rows(2 * i + 1, j)), write(to.columns(i, 2 * j)),
                     write(to.columns(i, 2 * j + 1)));
    }
  }
}

void fill(Plate& plate) {
  const std::size_t n = plate.blocks.rows();
  plate.blocks.init([&](std::size_t i, std::size_t j, Out tile, std::size_t row, std::size_t column) {
    for (std::size_t y = 0; y < tile.columns; ++y) {
      for (std::size_t x = 0; x < tile.rows; ++x) tile(x, y) = temperature(row + x, column + y, n, 0);
    }
    copy_edges(tile, plate.rows.tile(2 * i, j), plate.rows.tile(2 * i + 1, j), plate.columns.tile(i, 2 * j),
               plate.columns.tile(i, 2 * j + 1));
  });
}

/// Returns the largest difference from the exact waves.
double error_of(const Plate& plate, std::size_t steps) {
  const std::size_t n = plate.blocks.rows();
  double largest = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const double error = std::abs(plate.blocks.element(i, j) - temperature(i, j, n, steps));
      if (error > largest || std::isnan(error)) largest = error;
    }
  }
  return largest;
}

int run(const Arguments& arguments) {
  gusset::Runtime runtime;
  Plate plates[] = {{runtime, "U", arguments.size, arguments.blocks},
                    {runtime, "V", arguments.size, arguments.blocks}};
  fill(plates[0]);
  for (std::size_t step = 0; step < arguments.steps; ++step) {
    const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(step));
    submit_step(runtime, plates[step % 2], plates[1 - step % 2]);
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;
  const double error = error_of(plates[arguments.steps % 2], arguments.steps);
  const bool is_right = error <= 1e-12;  // false for NaN
  std::printf("after %zu steps: difference from the exact decay %.2e, %s 1e-12\n", arguments.steps, error,
              is_right ? "below" : "NOT below");
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Simulates heat in a square plate, in blocks that exchange edges.", "heat");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size, "Points per row");
  examples::add_number(app, "--blocks", arguments.blocks, 1, examples::largest_size, "Blocks per row");
  examples::add_number(app, "--steps", arguments.steps, 0, 1'000'000, "Time steps");
  return examples::run_program(app, argc, argv, [&] {
    examples::require_fit({arguments.blocks}, arguments.size);
    return run(arguments);
  });
}
