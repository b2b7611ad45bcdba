// Adds up a column of numbers in four tiles. One task fills each tile, another adds it to the sum. The sum
// accepts additions in any order, so each of these tasks only waits for its own tile.
//
//     fill ──► total ┄┐
//     fill ──► total ┄┼─ sum
//     fill ──► total ┄┘
#include <cstddef>
#include <iostream>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

int main() {
  constexpr std::size_t numbers = 1000;
  constexpr std::size_t tiles = 4;

  gusset::Runtime runtime;
  auto column = gusset::TiledMatrix<double>::full(runtime, "column", numbers, 1, tiles, 1);
  auto sum = gusset::TiledMatrix<double>::full(runtime, "sum", 1, 1, 1, 1);
  sum.init([](std::size_t, std::size_t, gusset::Tile<double> tile, std::size_t, std::size_t) {
    tile(0, 0) = 0.0;
  });

  const gusset::TaskType fill("fill");
  const gusset::TaskType total("total");
  for (std::size_t i = 0; i < tiles; ++i) {
    const auto work = static_cast<double>(column.tile_rows(i));
    runtime.submit(
        fill(work),
        [first = column.first_row(i)](gusset::Tile<double> tile) {
          for (std::size_t row = 0; row < tile.rows; ++row)
            tile(row, 0) = static_cast<double>(first + row + 1);
        },
        write(column(i, 0)));
    runtime.submit(
        total(work),
        [](gusset::Tile<const double> tile, gusset::Tile<double> result) {
          for (std::size_t row = 0; row < tile.rows; ++row) result(0, 0) += tile(row, 0);
        },
        read(column(i, 0)), add(sum(0, 0)));
  }
  runtime.wait();
  if (runtime.has_data()) std::cout << "1 + 2 + … + 1000 = " << sum.tile(0, 0)(0, 0) << '\n';
}
