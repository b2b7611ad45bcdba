#pragma once
#include <cstddef>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "metg.hpp"

namespace gusset::cluster::bench {

// What the benchmark submits. Nodes are taken modulo the number of nodes in the run.

using Matrix = TiledMatrix<double>;

/// A row of tiles of 8 bytes, all owned by one node.
Matrix tiles_of_node(Runtime& runtime, unsigned node, std::size_t tiles);

/// Submits empty tasks that read two tiles and write a third one.
void submit_foreign(Runtime& runtime, const Matrix& tiles, std::size_t tasks);

/// Submits `messages` pairs of tasks: one writes a tile of `sent`, the other reads it and writes to
/// `results`.
void submit_messages(Runtime& runtime, const Matrix& sent, const Matrix& results, std::size_t messages);

/// A chain of tasks that alternates between two nodes.
struct Hops {
  /// A tile on each of two nodes, filled with zeros.
  static Matrix tiles(Runtime& runtime, std::size_t bytes);
  /// Submits tasks that each read one tile's first number, and write it plus 1 to the other.
  static void submit(Runtime& runtime, const Matrix& tiles, std::size_t hops);
  /// The number that the last of an even number of tasks wrote.
  static double result(const Matrix& tiles, std::size_t hops);
};

/// The lower triangle of a matrix of tiles with at least that many bytes each.
Matrix cholesky_tiles(Runtime& runtime, std::size_t blocks, std::size_t bytes);
/// Submits the tasks of a tiled Cholesky factorization: `gemm` takes that much processor time, the others a
/// half or a third.
void submit_cholesky(Runtime& runtime, const Matrix& tiles, double gemm_us);
/// The number of tasks that submit_cholesky submits.
std::size_t cholesky_tasks(std::size_t blocks);

/// Two rows of tiles of 16 bytes. Each column belongs to one node.
Matrix stencil_tiles(Runtime& runtime, std::size_t columns);
/// Submits a stencil in one dimension: each task reads what its column and the neighbours wrote in the step
/// before.
void submit_stencil(Runtime& runtime, const Matrix& tiles, const Graph& graph);

}  // namespace gusset::cluster::bench
