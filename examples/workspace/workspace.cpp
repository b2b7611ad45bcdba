// Computes the medians of four columns. The tasks may not change the columns, so each sorts a copy in scratch
// memory. The worker owns the scratch memory and reuses it for its next task, so no task allocates.
//
//     column 0 ──► median ─┐        worker 0: [ scratch ]
//     column 1 ──► median ─┼─ medians
//     column 2 ──► median ─┤        worker 1: [ scratch ]
//     column 3 ──► median ─┘
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <span>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "gusset/core/worker_local.hpp"
#include "gusset/core/workspace.hpp"

namespace {

/// Reads a column without changing it.
double median(gusset::Tile<const double> column) {
  const std::span<double> copy = gusset::workspace_of<double>(column.rows);
  std::copy_n(column.data, column.rows, copy.begin());
  const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
  std::nth_element(copy.begin(), middle, copy.end());
  return *middle;
}

}  // namespace

int main() {
  constexpr std::size_t rows = 10'001;
  constexpr std::size_t columns = 4;

  gusset::Runtime runtime;
  auto numbers = gusset::TiledMatrix<double>::full(runtime, "numbers", rows, columns, 1, columns);
  const auto medians = gusset::TiledMatrix<double>::full(runtime, "medians", 1, columns, 1, columns);
  numbers.init([](std::size_t, std::size_t j, gusset::Tile<double> column, std::size_t, std::size_t) {
    for (std::size_t row = 0; row < column.rows; ++row)  // 0 … 10 000, out of order, and more in each column
      column(row, 0) = static_cast<double>((row * 7919) % rows + 100 * j);
  });

  gusset::WorkerLocal<std::size_t> sorted(runtime);
  const gusset::TaskType type("median");
  for (std::size_t j = 0; j < columns; ++j) {
    runtime.submit(
        type(static_cast<double>(rows)),
        [&sorted](gusset::Tile<const double> column, gusset::Tile<double> result) {
          result(0, 0) = median(column);
          sorted.local() += column.rows;
        },
        read(numbers(0, j)), write(medians(0, j)));
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;

  for (std::size_t j = 0; j < columns; ++j)
    std::cout << "median of column " << j << ": " << medians.element(0, j) << '\n';
  std::size_t total = 0;
  sorted.for_each([&](std::size_t count) { total += count; });
  std::cout << total << " numbers sorted\n";
}
