// A solver of the kind that ocean models use: Poisson's equation on a square whose rim is 0, by red-black
// Gauss–Seidel sweeps on a hierarchy of grids (multigrid), in loops over columns in chunks. The points (i, j)
// with even i + j are red, the others black; a sweep is a loop over the red points, which reads only black
// ones, and a loop over the black points. A cycle:
//
//     2 sweeps ─ restrict ╮                          ╭ correct ─ 1 sweep        2ᴸ − 1 points per row
//                         2 sweeps ─ …    … ─ 1 sweep                            2ᴸ⁻¹ − 1 points per row
//
// No loop waits for a whole loop, not even between grids: a chunk waits for the chunks whose points it reads.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <tuple>
#include <vector>

#include "common/arguments.hpp"
#include "common/loop_data.hpp"
#include "common/repetition.hpp"
#include "ocean/grid.hpp"
#include "ocean/solution.hpp"

namespace {

using gusset::Chunk;
using In = gusset::Tile<const double>;
using Ins = std::vector<In>;
using Out = gusset::Tile<double>;
using examples::Grid;
using examples::Points;
using examples::solution;
using examples::Wave;

struct Arguments {
  std::size_t levels = 8;
  std::size_t chunk = 16;
  std::size_t cycles = 10;
  examples::Repetition repetition;
};

void submit_colour(gusset::Runtime& runtime, const Grid& grid, std::size_t colour) {
  static const gusset::TaskType types[] = {gusset::TaskType("red"), gusset::TaskType("black")};
  runtime.loop(
      types[colour](2.5 * static_cast<double>(grid.size())), grid.columns,
      [columns = grid.columns, colour](const Chunk& chunk, In source, const Ins& others, Out own) {
        const Points points(others, columns, chunk, 1);
        for (std::size_t j = chunk.begin; j < chunk.end; ++j) {
          for (std::size_t i = (j + colour) % 2; i < columns.iterations(); i += 2)
            own(i / 2, j - chunk.begin) = 0.25 * (points.sum_around(i, j) + source(i, j - chunk.begin));
        }
      },
      [&](const Chunk& chunk) {
        return std::tuple(read(grid.source(0, chunk.index)),
                          examples::read_around(grid.colours[1 - colour], grid.columns, chunk, 1),
                          write(grid.colours[colour](0, chunk.index)));
      });
}

void submit_sweep(gusset::Runtime& runtime, const Grid& grid) {
  for (const std::size_t colour : {0U, 1U}) submit_colour(runtime, grid, colour);
}

/// The finer grid's columns that a chunk of the coarser grid lies on, with the columns on both sides.
Chunk finer(const Chunk& coarse) {
  return {0, 2 * coarse.begin, 2 * coarse.end + 1};
}
/// The coarser grid's columns that lie on a chunk of the finer grid; their neighbours correct it too.
Chunk coarser(const Chunk& fine) {
  return {0, fine.begin / 2, (fine.end + 1) / 2};
}

/// The coarse grid starts from zero. Its source is the residual of the fine grid: after a sweep, black points
/// have none, and half of a red point's counts (half weighting, times 4 for the larger h²).
void submit_restrict(gusset::Runtime& runtime, const Grid& fine, const Grid& coarse) {
  static const gusset::TaskType type("restrict");
  runtime.loop(
      type(7.0 * static_cast<double>(coarse.size())), coarse.columns,
      [columns = fine.columns](const Chunk& chunk, const Ins& sources, const Ins& reds, const Ins& blacks,
                               Out red, Out black, Out source) {
        const examples::Columns<double> fine_source(sources, columns, finer(chunk));
        const Points fine_red(reds, columns, finer(chunk), 0), fine_black(blacks, columns, finer(chunk), 0);
        std::fill_n(red.data, red.rows * red.columns, 0.0);
        std::fill_n(black.data, black.rows * black.columns, 0.0);
        for (std::size_t j = chunk.begin; j < chunk.end; ++j) {
          for (std::size_t i = 0; i < source.rows; ++i) {
            const std::size_t row = 2 * i + 1, column = 2 * j + 1;
            source(i, j - chunk.begin) =
                2.0 *
                (fine_source(column)[row] + fine_black.sum_around(row, column) - 4.0 * fine_red(row, column));
          }
        }
      },
      [&](const Chunk& chunk) {
        const auto fine_columns = [&](const auto& matrix) {
          return examples::read_around(matrix, fine.columns, finer(chunk));
        };
        const std::size_t k = chunk.index;
        return std::tuple(fine_columns(fine.source), fine_columns(fine.colours[0]),
                          fine_columns(fine.colours[1]), write(coarse.colours[0](0, k)),
                          write(coarse.colours[1](0, k)), write(coarse.source(0, k)));
      });
}

/// Adds the coarse grid's solution, linear between its points, to the fine grid.
void submit_correct(gusset::Runtime& runtime, const Grid& coarse, const Grid& fine) {
  static const gusset::TaskType type("correct");
  runtime.loop(
      type(4.0 * static_cast<double>(fine.size())), fine.columns,
      [columns = coarse.columns](const Chunk& chunk, const Ins& reds, const Ins& blacks, Out red, Out black) {
        const Points points[] = {{reds, columns, coarser(chunk), 1}, {blacks, columns, coarser(chunk), 1}};
        const auto at = [&](std::size_t i, std::size_t j) { return points[(i + j) % 2](i, j); };
        const std::size_t n = 2 * columns.iterations() + 1;
        for (std::size_t j = chunk.begin; j < chunk.end; ++j) {
          const std::size_t west = (j + 1) / 2 - 1, east = j / 2;  // equal on the coarse grid's columns
          for (std::size_t i = 0; i < n; ++i) {
            const std::size_t north = (i + 1) / 2 - 1, south = i / 2;
            const Out& own = (i + j) % 2 == 0 ? red : black;
            own(i / 2, j - chunk.begin) +=
                0.25 * ((at(north, west) + at(north, east)) + (at(south, west) + at(south, east)));
          }
        }
      },
      [&](const Chunk& chunk) {
        const Chunk under = coarser(chunk);
        return std::tuple(examples::read_around(coarse.colours[0], coarse.columns, under, 1),
                          examples::read_around(coarse.colours[1], coarse.columns, under, 1),
                          write(fine.colours[0](0, chunk.index)), write(fine.colours[1](0, chunk.index)));
      });
}

/// A cycle on grids[level] and all coarser ones, which come later in the list.
void submit_cycle(gusset::Runtime& runtime, const std::vector<Grid>& grids, std::size_t level = 0) {
  submit_sweep(runtime, grids[level]);
  if (level + 1 == grids.size()) return;  // one point, solved
  submit_sweep(runtime, grids[level]);
  submit_restrict(runtime, grids[level], grids[level + 1]);
  submit_cycle(runtime, grids, level + 1);
  submit_correct(runtime, grids[level + 1], grids[level]);
  submit_sweep(runtime, grids[level]);
}

void fill(Grid& grid) {
  const std::size_t n = grid.size();
  for (auto& colour : grid.colours) {
    colour.init(
        [](auto, auto, Out tile, auto, auto) { std::fill_n(tile.data, tile.rows * tile.columns, 0.0); });
  }
  grid.source.init([&](auto, auto, Out tile, auto, std::size_t first) {
    for (std::size_t j = 0; j < tile.columns; ++j) {
      for (std::size_t i = 0; i < n; ++i) {
        tile(i, j) = 0.0;
        for (const Wave& wave : examples::waves) tile(i, j) += wave.eigenvalue(n) * wave.at(i, first + j, n);
      }
    }
  });
}

int run(const Arguments& arguments) {
  gusset::Runtime runtime;
  std::vector<Grid> grids;
  for (std::size_t level = arguments.levels; level > 0; --level)
    grids.emplace_back(runtime, level, arguments.chunk);
  fill(grids.front());
  examples::repeat(runtime, arguments.repetition, arguments.cycles, [&] { submit_cycle(runtime, grids); });
  if (!runtime.has_data()) return 0;
  const std::size_t n = grids.front().size();
  double error = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const double value = grids.front().colours[(i + j) % 2].element(i / 2, j);
      const double difference = std::abs(value - solution(i, j, n));
      if (difference > error || std::isnan(difference)) error = difference;
    }
  }
  // The error is at most 2 at first. Each cycle makes it at least five times as small.
  const double allowed = 2.0 * std::pow(0.2, static_cast<double>(arguments.cycles)) + 1e-12;
  const bool is_right = error <= allowed;  // false for NaN
  std::printf("after %zu cycles on %zu grids: difference from the solution %.2e, %s %.2e\n", arguments.cycles,
              grids.size(), error, is_right ? "below" : "NOT below", allowed);
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Solves Poisson's equation on a hierarchy of grids, in loops.", "ocean");
  examples::add_number(app, "--levels", arguments.levels, 1, 12,
                       "Grids; the finest has 2^levels - 1 points per row");
  examples::add_number(app, "--chunk", arguments.chunk, 1, examples::largest_size, "Columns per task");
  examples::add_number(app, "--cycles", arguments.cycles, 0, 1'000'000, "Cycles");
  examples::add_repetition(app, arguments.repetition);
  return examples::run_program(app, argc, argv, [&] { return run(arguments); });
}
