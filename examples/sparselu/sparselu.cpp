// LU factorization of a sparse matrix in blocks, without pivoting: the structure of SparseLU in the Barcelona
// OpenMP Tasks Suite (Duran and others 2009). Only blocks that are not zero have tasks. The program finds the
// blocks that become nonzero before it starts. For each diagonal block k:
//
//     factor   A(k,k) = L U
//     row      A(k,j) = L⁻¹ A(k,j)            a loop over the nonzero blocks right of the diagonal
//     column   A(i,k) = A(i,k) U⁻¹            a loop over the nonzero blocks below it
//     product  A(i,j) −= A(i,k) A(k,j)        a loop over all pairs of these
//
// An iteration of each loop is one block, and a chunk is one iteration.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <tuple>
#include <vector>

#include "common/arguments.hpp"
#include "common/repetition.hpp"
#include "gusset/core/loop.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "sparselu/pattern.hpp"

namespace {

using gusset::Chunk;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using Matrix = gusset::TiledMatrix<double>;
using examples::Block;
using examples::BlockList;
using examples::Pattern;
using examples::Step;

struct Arguments {
  std::size_t blocks = 24;
  std::size_t block_size = 32;
  std::size_t times = 3;
  examples::Repetition repetition;
};

/// The matrix that is factorized: large on the diagonal, so that no pivoting is needed.
double given(std::size_t row, std::size_t column, const Arguments& arguments) {
  if (!Pattern::is_given(row / arguments.block_size, column / arguments.block_size)) return 0.0;
  const double value = std::fmod(static_cast<double>(row * 7919 + column * 104'729) * 0.6180339887, 1.0);
  return row == column ? static_cast<double>(arguments.blocks * arguments.block_size) + value : value - 0.5;
}

void factor(Out a) {
  for (std::size_t k = 0; k < a.rows; ++k) {
    for (std::size_t i = k + 1; i < a.rows; ++i) a(i, k) /= a(k, k);
    for (std::size_t j = k + 1; j < a.columns; ++j) {
      for (std::size_t i = k + 1; i < a.rows; ++i) a(i, j) -= a(i, k) * a(k, j);
    }
  }
}

void solve_row(const Chunk&, In diagonal, Out a) {
  for (std::size_t j = 0; j < a.columns; ++j) {
    for (std::size_t k = 0; k < a.rows; ++k) {
      for (std::size_t i = k + 1; i < a.rows; ++i) a(i, j) -= diagonal(i, k) * a(k, j);
    }
  }
}

void solve_column(const Chunk&, In diagonal, Out a) {
  for (std::size_t k = 0; k < a.columns; ++k) {
    for (std::size_t i = 0; i < a.rows; ++i) a(i, k) /= diagonal(k, k);
    for (std::size_t j = k + 1; j < a.columns; ++j) {
      for (std::size_t i = 0; i < a.rows; ++i) a(i, j) -= a(i, k) * diagonal(k, j);
    }
  }
}

void subtract_product(const Chunk&, In left, In above, Out a) {
  for (std::size_t j = 0; j < a.columns; ++j) {
    for (std::size_t k = 0; k < left.columns; ++k) {
      for (std::size_t i = 0; i < a.rows; ++i) a(i, j) -= left(i, k) * above(k, j);
    }
  }
}

/// A loop over blocks. `accesses(block)` returns what a block's task accesses.
void submit_blocks(gusset::Runtime& runtime, const gusset::TaskCall& call, const BlockList& blocks,
                   const auto& kernel, const auto& accesses) {
  runtime.loop(call, gusset::chunks(blocks.size(), 1), kernel,
               [&](const Chunk& chunk) { return accesses(blocks[chunk.index]); });
}

void submit_fill(gusset::Runtime& runtime, const Matrix& a, const BlockList& blocks,
                 const Arguments& arguments) {
  static const gusset::TaskType type("fill");
  const std::size_t b = arguments.block_size;
  submit_blocks(
      runtime, type(static_cast<double>(b * b)), blocks,
      [&blocks, &arguments, b](const Chunk& chunk, Out tile) {
        const auto [i, j] = blocks[chunk.index];
        for (std::size_t y = 0; y < b; ++y) {
          for (std::size_t x = 0; x < b; ++x) tile(x, y) = given(i * b + x, j * b + y, arguments);
        }
      },
      [&](Block block) { return write(a(block.i, block.j)); });
}

void submit_factorization(gusset::Runtime& runtime, const Matrix& a, const std::vector<Step>& steps,
                          const Arguments& arguments) {
  static const gusset::TaskType factor_type("factor"), row_type("row"), column_type("column"),
      product_type("product");
  const double flops = std::pow(static_cast<double>(arguments.block_size), 3);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    runtime.submit(factor_type(2.0 / 3.0 * flops), factor, write(a(k, k)));
    const auto with_diagonal = [&](Block block) {
      return std::tuple(read(a(k, k)), write(a(block.i, block.j)));
    };
    submit_blocks(runtime, row_type(flops), steps[k].row, solve_row, with_diagonal);
    submit_blocks(runtime, column_type(flops), steps[k].column, solve_column, with_diagonal);
    submit_blocks(runtime, product_type(2.0 * flops), steps[k].products, subtract_product, [&](Block block) {
      return std::tuple(read(a(block.i, k)), read(a(k, block.j)), write(a(block.i, block.j)));
    });
  }
}

/// Solves A x = b for the b that belongs to x = (1, …, 1), and returns the largest difference from x.
double error_of(const Matrix& a, const Pattern& pattern, const Arguments& arguments) {
  const std::size_t b = arguments.block_size, n = arguments.blocks * b;
  std::vector<double> x(n, 0.0);
  const auto for_each = [&](std::size_t row, std::size_t begin, std::size_t end, auto visit) {
    for (std::size_t j = begin; j < end; ++j) {
      if (pattern(row / b, j / b)) visit(j, a.tile(row / b, j / b)(row % b, j % b));
    }
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) x[i] += given(i, j, arguments);
    for_each(i, 0, i, [&](std::size_t j, double value) { x[i] -= value * x[j]; });
  }
  for (std::size_t i = n; i-- > 0;) {
    for_each(i, i + 1, n, [&](std::size_t j, double value) { x[i] -= value * x[j]; });
    for_each(i, i, i + 1, [&](std::size_t, double value) { x[i] /= value; });
  }
  double largest = 0.0;
  for (const double value : x) {
    if (std::abs(value - 1.0) > largest || std::isnan(value)) largest = std::abs(value - 1.0);
  }
  return largest;
}

int run(const Arguments& arguments) {
  gusset::Runtime runtime;
  Pattern pattern(arguments.blocks);
  const std::vector<Step> steps = examples::steps_of(pattern);
  const BlockList filled = examples::filled_blocks(pattern);
  const std::size_t n = arguments.blocks * arguments.block_size;
  const auto a = Matrix::full(runtime, "A", n, n, arguments.blocks, arguments.blocks);
  examples::repeat(runtime, arguments.repetition, arguments.times, [&] {
    submit_fill(runtime, a, filled, arguments);
    submit_factorization(runtime, a, steps, arguments);
  });
  if (!runtime.has_data()) return 0;
  const double error = error_of(a, pattern, arguments);
  const bool is_right = error <= 1e-12;  // false for NaN
  std::printf("%zu of %zu blocks are not zero: difference from the solution %.2e, %s 1e-12\n", filled.size(),
              arguments.blocks * arguments.blocks, error, is_right ? "below" : "NOT below");
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Factorizes a sparse matrix in blocks, in loops over the blocks that are not zero.",
               "sparselu");
  examples::add_number(app, "--blocks", arguments.blocks, 1, 10'000, "Blocks per row");
  examples::add_number(app, "--block-size", arguments.block_size, 1, 10'000, "Rows per block");
  examples::add_number(app, "--times", arguments.times, 1, 1'000'000, "Factorizations");
  examples::add_repetition(app, arguments.repetition);
  return examples::run_program(app, argc, argv, [&] { return run(arguments); });
}
