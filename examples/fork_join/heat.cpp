// Heat: every point takes the mean of its four neighbours; the rim is 0. Steps alternate between two
// copies of the plate.
#include "halves.hpp"

namespace fork_join {
namespace {

double mean(double north, double south, double west, double east) {
  return 0.25 * ((north + south) + (west + east));
}

struct HeatRows {
  std::size_t number, leaves;

  void operator()(In from, const std::vector<In>& edges, Out to, Out first, Out last) const {
    const Beside beside(edges, number, leaves);
    for (std::size_t j = 0; j < to.columns; ++j) {
      for (std::size_t i = 0; i < to.rows; ++i) {
        to(i, j) = mean(beside.north(from, i, j), beside.south(from, i, j), j > 0 ? from(i, j - 1) : 0.0,
                        j + 1 < to.columns ? from(i, j + 1) : 0.0);
      }
    }
    copy_edges(to, first, last);
  }
};

struct SubmitHeat {
  gusset::Runtime* runtime;
  const Edges* edges;
  std::size_t step, leaves;

  void operator()(std::size_t number, const gusset::TileReference<const double>& from,
                  const gusset::TileReference<double>& to) const {
    static const gusset::TaskType type("heat");
    const Matrix& next = edges->copies[(step + 1) % 2];
    runtime->submit(type(4.0 * static_cast<double>(to.rows() * to.columns())), HeatRows{number, leaves},
                    read(from), edges_beside(edges->copies[step % 2], number, leaves), write(to),
                    write(next(2 * number, 0)), write(next(2 * number + 1, 0)));
  }
};

std::vector<double> serial_heat(const Settings& settings) {
  const std::size_t rows = settings.rows, columns = settings.columns;
  std::vector<double> from(rows * columns), to(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) from[i * columns + j] = value_at(i, j);
  }
  const auto at = [&](std::size_t i, std::size_t j) {
    return i < rows && j < columns ? from[i * columns + j] : 0.0;
  };
  for (std::size_t step = 0; step < settings.steps; ++step) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j)
        to[i * columns + j] = mean(at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1));
    }
    std::swap(from, to);
  }
  return from;
}

}  // namespace

Outcome heat(gusset::Runtime& runtime, const Settings& settings) {
  Matrix plates[2] = {halved_matrix(runtime, "plate 0", settings),
                      halved_matrix(runtime, "plate 1", settings)};
  Edges edges(runtime, settings);
  fill(plates[0], value_at);
  fill_edges(edges.copies[0], settings);
  const Stopwatch stopwatch;
  for (std::size_t step = 0; step < settings.steps; ++step) {
    const SubmitHeat rows{&runtime, &edges, step, settings.leaves};
    runtime.submit(divide_type()(0.0), HalveTwo<SubmitHeat>{&runtime, rows, 0, settings.leaves},
                   read(plates[step % 2](0, 0)), write(plates[(step + 1) % 2](0, 0)));
  }
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  return compared(plates[settings.steps % 2], serial_heat(settings), seconds);
}

}  // namespace fork_join
