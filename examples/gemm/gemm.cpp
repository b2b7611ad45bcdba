// C := C + A·B in tiles on a P × Q grid of nodes. In each step, a column of A's tiles meets a row of B's
// tiles. Each tile of A goes to the nodes of its row and each tile of B to the nodes of its column. C stays
// in place.
//
//              B(k,0) B(k,1) …
//     A(0,k) ► C(0,0) C(0,1) …      one task per tile of C adds a product to it
//     A(1,k) ► C(1,0) C(1,1) …
//
// On a P × Q × R grid, R layers of P × Q nodes share the steps, and their partial sums are added at the end:
// fewer nodes need each tile. With --blocks 8x4, tiles have parts, and tasks split into the same
// multiplication of parts.
//
// There are two versions: handles.cpp with tasks on handles, graph.cpp with a task graph and messages.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "common/arguments.hpp"
#include "common/openblas.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/runtime.hpp"
#include "kernels.hpp"
#include "products.hpp"

namespace {

using gemm::Matrix;

struct Arguments {
  std::size_t size = 1024;
  std::vector<std::size_t> blocks = {8};
  std::string model = "handles";
  std::string updates = "add";
  bool check = false;
};

// Returns a number between -½ and ½ for each element of each matrix.
double element(double seed, std::size_t row, std::size_t column) {
  const double x =
      seed + 0.6180339887 * static_cast<double>(row) + 0.7548776662 * static_cast<double>(column);
  return x - std::floor(x) - 0.5;
}

void fill(Matrix& matrix, double seed) {
  matrix.init([seed](auto, auto, gusset::Tile<double> tile, std::size_t row, std::size_t column) {
    for (std::size_t j = 0; j < tile.columns; ++j) {
      for (std::size_t i = 0; i < tile.rows; ++i) tile(i, j) = element(seed, row + i, column + j);
    }
  });
}

std::vector<double> full_matrix(std::size_t n, double seed) {
  std::vector<double> elements(n * n);
  for (std::size_t i = 0; i < n * n; ++i) elements[i] = element(seed, i % n, i / n);
  return elements;
}

// Returns the norm of the difference from one call of dgemm, relative to the product.
double error_of(const Matrix& c) {
  const std::size_t n = c.rows();
  const std::vector<double> a = full_matrix(n, 1.1), b = full_matrix(n, 2.2);
  std::vector<double> product = full_matrix(n, 3.3);
  gemm::multiply({a.data(), n, n, n}, {b.data(), n, n, n}, {product.data(), n, n, n});
  double difference = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < n * n; ++i) {
    difference += std::pow(product[i] - c.element(i % n, i / n), 2);
    norm += product[i] * product[i];
  }
  return std::sqrt(difference / norm);
}

int run(const Arguments& arguments) {
  examples::use_one_thread_per_kernel();
  gusset::Runtime runtime;
  const std::size_t n = arguments.size;
  Matrix a = Matrix::full(runtime, "A", n, n, arguments.blocks, arguments.blocks);
  Matrix b = Matrix::full(runtime, "B", n, n, arguments.blocks, arguments.blocks);
  Matrix c = Matrix::full(runtime, "C", n, n, arguments.blocks, arguments.blocks);
  fill(a, 1.1);
  fill(b, 2.2);
  fill(c, 3.3);
  const bool has_graph = arguments.model == "graph";
  const std::vector<Matrix> sums =
      has_graph ? std::vector<Matrix>() : gemm::partial_sums(runtime, n, arguments.blocks);
  if (runtime.has_data()) {
    examples::warm_up(std::min(runtime.workers(), gusset::available_cores()), [] {
      std::vector<double> some(256 * 256, 0.0), sum = some;
      gemm::multiply({some.data(), 256, 256, 256}, {some.data(), 256, 256, 256}, {sum.data(), 256, 256, 256});
    });
  }

  const auto begin = std::chrono::steady_clock::now();
  if (has_graph) {
    gemm::multiply_with_graph(runtime, a, b, c);
  } else {
    const auto mode = arguments.updates == "add" ? gusset::AccessMode::add : gusset::AccessMode::write;
    gemm::submit_products(runtime, a, b, c, sums, mode);
    runtime.wait();
  }
  if (!runtime.has_data()) return 0;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  std::printf("N = %zu in %s blocks: %.6f s, %.2f GFlop/s\n", n, examples::text_of(arguments.blocks).c_str(),
              elapsed.count(), 2e-9 * std::pow(static_cast<double>(n), 3) / elapsed.count());
  if (!arguments.check) return 0;
  const double error = error_of(c);
  const bool is_right = error <= 1e-13;  // false for NaN
  std::printf("difference from dgemm %.2e, %s 1e-13\n", error, is_right ? "below" : "NOT below");
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Multiplies square matrices, C := C + A·B, in tiles on a grid of nodes.", "gemm");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size, "Rows of the matrices");
  examples::add_blocks(app, "--blocks", arguments.blocks,
                       "Tiles per row; 8x4 cuts each of 8 into 4 parts, and tasks split");
  examples::add_word(app, "--updates", arguments.updates, {"add", "write"},
                     "Order of additions with handles: any (add), or as submitted (write)");
  examples::add_word(app, "--model", arguments.model, {"handles", "graph"},
                     "Tasks on handles, or a task graph with messages between nodes");
  app.add_flag("--check", arguments.check, "Compare with one dgemm and fail above 1e-13");
  return examples::run_program(app, argc, argv, [&] {
    examples::require_fit(arguments.blocks, arguments.size);
    if (arguments.model == "graph") examples::require_one_level(arguments.blocks, "--model graph");
    return run(arguments);
  });
}
