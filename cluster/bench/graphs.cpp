#include "graphs.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/core/task.hpp"
#include "gusset/core/tile.hpp"
#include "use_processor.hpp"

namespace gusset::cluster::bench {
namespace {

using In = Tile<const double>;
using Out = Tile<double>;

Matrix row_of_tiles(Runtime& runtime, std::size_t rows, std::size_t tiles, const Matrix::Owner& owner) {
  Matrix made = Matrix::full(runtime, "tiles", rows, tiles, 1, tiles, owner);
  made.init([](auto, auto, Out tile, auto, auto) { std::fill_n(tile.data, tile.rows * tile.columns, 0.0); });
  return made;
}

}  // namespace

Matrix tiles_of_node(Runtime& runtime, unsigned node, std::size_t tiles) {
  const NodeId owner(node % runtime.grid().nodes());
  return row_of_tiles(runtime, 1, tiles, [owner](auto, auto) { return owner; });
}

void submit_foreign(Runtime& runtime, const Matrix& tiles, std::size_t tasks) {
  static const TaskType type("task");
  const std::size_t count = tiles.column_blocks();
  for (std::size_t i = 0; i < tasks; ++i) {
    runtime.submit(
        type(), [](In, In, Out) {}, read(tiles(0, (i + 7) % count)), read(tiles(0, (i + 13) % count)),
        write(tiles(0, i % count)));
  }
}

void submit_messages(Runtime& runtime, const Matrix& sent, const Matrix& results, std::size_t messages) {
  static const TaskType send("send");
  static const TaskType receive("receive");
  const std::size_t count = sent.column_blocks();
  for (std::size_t i = 0; i < messages; ++i) {
    const std::size_t place = i % count;
    runtime.submit(
        send(), [](Out to) { to(0, 0) += 1.0; }, write(sent(0, place)));
    runtime.submit(
        receive(), [](In from, Out to) { to(0, 0) = from(0, 0); }, read(sent(0, place)),
        write(results(0, place)));
  }
}

Matrix Hops::tiles(Runtime& runtime, std::size_t bytes) {
  const unsigned nodes = runtime.grid().nodes();
  const std::size_t rows = std::max<std::size_t>(1, bytes / sizeof(double));
  return row_of_tiles(runtime, rows, 2, [nodes](auto, std::size_t j) { return NodeId(j % nodes); });
}

void Hops::submit(Runtime& runtime, const Matrix& tiles, std::size_t hops) {
  static const TaskType type("hop");
  for (std::size_t i = 0; i < hops; ++i) {
    runtime.submit(
        type(), [](In from, Out to) { to(0, 0) = from(0, 0) + 1.0; }, read(tiles(0, i % 2)),
        write(tiles(0, 1 - i % 2)));
  }
}

double Hops::result(const Matrix& tiles, std::size_t hops) {
  return tiles.tile(0, hops % 2)(0, 0);
}

Matrix cholesky_tiles(Runtime& runtime, std::size_t blocks, std::size_t bytes) {
  const auto rows =
      static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(bytes) / sizeof(double))));
  Matrix made = Matrix::lower(runtime, "A", blocks * rows, blocks);
  made.init([](auto, auto, Out tile, auto, auto) { std::fill_n(tile.data, tile.rows * tile.columns, 0.0); });
  return made;
}

void submit_cholesky(Runtime& runtime, const Matrix& tiles, double gemm_us) {
  static const TaskType potrf("potrf");
  static const TaskType trsm("trsm");
  static const TaskType syrk("syrk");
  static const TaskType gemm("gemm");
  const std::size_t blocks = tiles.column_blocks();
  const auto half = [gemm_us](In, Out) { use_processor(gemm_us / 2.0); };
  for (std::size_t k = 0; k < blocks; ++k) {
    runtime.submit(
        potrf(), [gemm_us](Out) { use_processor(gemm_us / 3.0); }, write(tiles(k, k)));
    for (std::size_t i = k + 1; i < blocks; ++i)
      runtime.submit(trsm(), half, read(tiles(k, k)), write(tiles(i, k)));
    for (std::size_t i = k + 1; i < blocks; ++i) {
      runtime.submit(syrk(), half, read(tiles(i, k)), write(tiles(i, i)));
      for (std::size_t j = k + 1; j < i; ++j) {
        runtime.submit(
            gemm(), [gemm_us](In, In, Out) { use_processor(gemm_us); }, read(tiles(i, k)), read(tiles(j, k)),
            write(tiles(i, j)));
      }
    }
  }
}

std::size_t cholesky_tasks(std::size_t blocks) {
  return blocks * (blocks + 1) * (blocks + 2) / 6;
}

Matrix stencil_tiles(Runtime& runtime, std::size_t columns) {
  const unsigned nodes = runtime.grid().nodes();
  constexpr std::size_t numbers = 2;
  return Matrix::full(runtime, "column", 2 * numbers, columns, 2, columns,
                      [nodes, columns](auto, std::size_t j) { return NodeId(j * nodes / columns); });
}

void submit_stencil(Runtime& runtime, const Matrix& tiles, const Graph& graph) {
  static const TaskType type("step");
  const std::size_t columns = tiles.column_blocks();
  for (std::size_t step = 0; step < graph.steps; ++step) {
    const auto before = [&](std::size_t column) { return read(tiles(step % 2, column)); };
    for (std::size_t column = 0; column < columns; ++column) {
      const auto result = write(tiles(1 - step % 2, column));
      const std::size_t iterations = graph.iterations;
      if (columns == 1) {
        runtime.submit(
            type(), [iterations](In, Out to) { to(0, 0) = compute(iterations); }, before(0), result);
      } else if (column == 0 || column + 1 == columns) {
        runtime.submit(
            type(), [iterations](In, In, Out to) { to(0, 0) = compute(iterations); }, before(column),
            before(column == 0 ? 1 : column - 1), result);
      } else {
        runtime.submit(
            type(), [iterations](In, In, In, Out to) { to(0, 0) = compute(iterations); }, before(column - 1),
            before(column), before(column + 1), result);
      }
    }
  }
}

}  // namespace gusset::cluster::bench
