// Gaussian elimination without pivoting. Step k subtracts multiples of row k from the rows below. The task
// that computes the next pivot row copies it, so that all tasks of the next step read the copy.
#include "halves.hpp"

namespace fork_join {
namespace {

/// Row i's part of step k: `pivot` and `row` are functions of the column.
void eliminate(std::size_t k, std::size_t columns, auto&& pivot, auto&& row) {
  const double factor = row(k) / pivot(k);
  for (std::size_t j = k; j < columns; ++j) row(j) -= factor * pivot(j);
}

double diagonally_dominant(const Settings& settings, std::size_t row, std::size_t column) {
  return value_at(row, column) + (row == column ? static_cast<double>(settings.rows) : 0.0);
}

struct GeRows {
  std::size_t first_row, k;

  void operator()(In pivot, Out tile, const std::vector<Out>& next) const {
    for (std::size_t i = k < first_row ? 0 : k + 1 - first_row; i < tile.rows; ++i) {
      eliminate(
          k, tile.columns, [&](std::size_t j) { return pivot(0, j); },
          [&](std::size_t j) -> double& { return tile(i, j); });
    }
    for (const Out& row : next) {
      for (std::size_t j = 0; j < tile.columns; ++j) row(0, j) = tile(k + 1 - first_row, j);
    }
  }
};

using PivotWrites = std::vector<decltype(write(std::declval<gusset::TileReference<double>>()))>;

struct SubmitGe {
  gusset::Runtime* runtime;
  const Matrix* pivots;  // two rows
  const std::vector<std::size_t>* first_rows;
  std::size_t k;

  std::size_t end_of(std::size_t number) const { return (*first_rows)[number + 1]; }
  bool has_work(std::size_t first, std::size_t count) const { return end_of(first + count - 1) > k + 1; }
  void operator()(std::size_t number, const gusset::TileReference<double>& tile) const {
    static const gusset::TaskType type("ge");
    const std::size_t first_row = (*first_rows)[number];
    if (end_of(number) <= k + 1) return;
    PivotWrites next;
    if (first_row <= k + 1) next.push_back(write((*pivots)((k + 1) % 2, 0)));
    const std::size_t rows = end_of(number) - std::max(first_row, k + 1);
    runtime->submit(type(2.0 * static_cast<double>(rows * (tile.columns() - k))), GeRows{first_row, k},
                    read((*pivots)(k % 2, 0)), write(tile), next);
  }
};

std::vector<double> serial_ge(const Settings& settings, std::size_t steps) {
  const std::size_t columns = settings.columns;
  std::vector<double> matrix(settings.rows * columns);
  for (std::size_t i = 0; i < settings.rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) matrix[i * columns + j] = diagonally_dominant(settings, i, j);
  }
  for (std::size_t k = 0; k < steps; ++k) {
    for (std::size_t i = k + 1; i < settings.rows; ++i) {
      eliminate(
          k, columns, [&](std::size_t j) { return matrix[k * columns + j]; },
          [&](std::size_t j) -> double& { return matrix[i * columns + j]; });
    }
  }
  return matrix;
}

}  // namespace

Outcome ge(gusset::Runtime& runtime, const Settings& settings) {
  Matrix matrix = halved_matrix(runtime, "matrix", settings);
  Matrix pivots = Matrix::full(runtime, "pivots", 2, settings.columns, 2, 1);
  fill(matrix,
       [&](std::size_t row, std::size_t column) { return diagonally_dominant(settings, row, column); });
  fill(pivots, [&](std::size_t, std::size_t column) { return diagonally_dominant(settings, 0, column); });
  const std::vector<std::size_t> first_rows = first_rows_of(settings);
  const std::size_t steps = std::min({settings.steps, settings.rows - 1, settings.columns});
  const Stopwatch stopwatch;
  for (std::size_t k = 0; k < steps; ++k) {
    const SubmitGe rows{&runtime, &pivots, &first_rows, k};
    runtime.submit(divide_type()(0.0), Halve<SubmitGe>{&runtime, rows, 0, settings.leaves},
                   write(matrix(0, 0)));
  }
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  return compared(matrix, serial_ge(settings, steps), seconds);
}

}  // namespace fork_join
