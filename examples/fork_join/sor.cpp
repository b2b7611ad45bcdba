// Successive over-relaxation: red points, then black points move towards the mean of their neighbours, in
// place.
#include "halves.hpp"

namespace fork_join {
namespace {

constexpr double relaxation = 1.5;

double relaxed(double old, double north, double south, double west, double east) {
  return old + relaxation * (0.25 * ((north + south) + (west + east)) - old);
}

struct SorRows {
  std::size_t number, leaves, first_row, colour;

  void operator()(Out tile, const std::vector<In>& edges, Out first, Out last) const {
    const Beside beside(edges, number, leaves);
    for (std::size_t j = 0; j < tile.columns; ++j) {
      for (std::size_t i = (first_row + j + colour) % 2; i < tile.rows; i += 2) {
        tile(i, j) = relaxed(tile(i, j), beside.north(tile, i, j), beside.south(tile, i, j),
                             j > 0 ? tile(i, j - 1) : 0.0, j + 1 < tile.columns ? tile(i, j + 1) : 0.0);
      }
    }
    copy_edges(tile, first, last);
  }
};

struct SubmitSor {
  gusset::Runtime* runtime;
  const Edges* edges;
  const std::vector<std::size_t>* first_rows;
  std::size_t sweep, leaves;

  bool has_work(std::size_t, std::size_t) const { return true; }
  void operator()(std::size_t number, const gusset::TileReference<double>& tile) const {
    static const gusset::TaskType type("sor");
    const Matrix& next = edges->copies[(sweep + 1) % 2];
    runtime->submit(type(3.0 * static_cast<double>(tile.rows() * tile.columns())),
                    SorRows{number, leaves, (*first_rows)[number], sweep % 2}, write(tile),
                    edges_beside(edges->copies[sweep % 2], number, leaves), write(next(2 * number, 0)),
                    write(next(2 * number + 1, 0)));
  }
};

std::vector<double> serial_sor(const Settings& settings) {
  const std::size_t rows = settings.rows, columns = settings.columns;
  std::vector<double> plate(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) plate[i * columns + j] = value_at(i, j);
  }
  const auto at = [&](std::size_t i, std::size_t j) {
    return i < rows && j < columns ? plate[i * columns + j] : 0.0;
  };
  for (std::size_t sweep = 0; sweep < 2 * settings.steps; ++sweep) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = (i + sweep) % 2; j < columns; j += 2)
        plate[i * columns + j] = relaxed(at(i, j), at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1));
    }
  }
  return plate;
}

}  // namespace

Outcome sor(gusset::Runtime& runtime, const Settings& settings) {
  Matrix plate = halved_matrix(runtime, "plate", settings);
  Edges edges(runtime, settings);
  fill(plate, value_at);
  fill_edges(edges.copies[0], settings);
  const std::vector<std::size_t> first_rows = first_rows_of(settings);
  const Stopwatch stopwatch;
  for (std::size_t sweep = 0; sweep < 2 * settings.steps; ++sweep) {
    const SubmitSor rows{&runtime, &edges, &first_rows, sweep, settings.leaves};
    runtime.submit(divide_type()(0.0), Halve<SubmitSor>{&runtime, rows, 0, settings.leaves},
                   write(plate(0, 0)));
  }
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  return compared(plate, serial_sor(settings), seconds);
}

}  // namespace fork_join
