// Tiled Cholesky factorization. The same program runs for real (`gusset run`) and in simulation (`gusset
// simulate`), which allocates no tiles and calls no kernels.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "common/arguments.hpp"
#include "common/openblas.hpp"
#include "factorize.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/runtime.hpp"
#include "kernels.hpp"
#include "matrix.hpp"
#include "problem.hpp"

namespace {

constexpr double largest_residual = 1e-12;

struct Arguments {
  std::size_t size = 2048;                ///< rows of the matrix
  std::vector<std::size_t> blocks = {8};  ///< tiles per row, by level; their product is 1 … size
  std::string sizes = "equal";
  std::string model = "handles";
  std::string updates = "add";
  std::size_t repeat = 1;
  bool migratable = false;
  bool check = false;
};

// Returns true if the factor is right. A simulation has no factor to check.
bool check(const gusset::Runtime& runtime, const cholesky::Matrix& a) {
  if (!runtime.has_data()) {
    std::printf("residual: not checked, as a simulation has no data\n");
    return true;
  }
  const double residual = cholesky::residual(a);
  const bool is_right = residual <= largest_residual;  // false for NaN
  std::printf("residual ‖A−LLᵀ‖/‖A‖ = %.2e, %s %.0e\n", residual, is_right ? "below" : "NOT below",
              largest_residual);
  return is_right;
}

// Formats "12 × 12 blocks" or "36 × 36 blocks of 6 × 6".
std::string shape(const std::vector<std::size_t>& blocks) {
  std::string text;
  for (std::size_t level = 0; level < blocks.size(); ++level) {
    const std::string number = std::to_string(blocks[level]);
    text += (level == 0 ? "" : " of ") + number + " × " + number + (level == 0 ? " blocks" : "");
  }
  return text;
}

bool run(const Arguments& arguments) {
  examples::use_one_thread_per_kernel();
  gusset::Runtime runtime;
  cholesky::Matrix a =
      arguments.sizes == "equal"
          ? cholesky::Matrix::with_equal_blocks(runtime, arguments.size, arguments.blocks)
          : cholesky::Matrix::with_random_blocks(runtime, arguments.size, arguments.blocks[0]);

  if (runtime.has_data()) {
    examples::warm_up(std::min(runtime.workers(), gusset::available_cores()), cholesky::call_each_kernel);
  }
  const cholesky::Submission how{
      arguments.updates == "add" ? cholesky::Updates::add : cholesky::Updates::write, arguments.migratable};
  for (std::size_t repetition = 0; repetition < arguments.repeat; ++repetition) {
    cholesky::fill(a);
    const auto begin = std::chrono::steady_clock::now();
    if (arguments.model == "graph") {
      cholesky::factorize_with_graph(runtime, a);
    } else {
      cholesky::submit_factorization(runtime, a, how);
      runtime.wait();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (runtime.has_data()) {
      std::printf("N = %zu, %s: %.6f s, %.2f GFlop/s\n", arguments.size, shape(arguments.blocks).c_str(),
                  elapsed.count(), cholesky::potrf_flops(arguments.size) / elapsed.count() * 1e-9);
    }
  }
  return !arguments.check || check(runtime, a);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Factorizes a symmetric positive definite matrix, A = L·Lᵀ, in tiles.", "cholesky");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size, "Rows of the matrix");
  examples::add_blocks(app, "--blocks", arguments.blocks,
                       "Tiles per row; 36x6 cuts each of 36 into 6 parts, and tasks split");
  examples::add_word(app, "--updates", arguments.updates, {"add", "write"},
                     "Order of syrk and gemm with handles: any (add), or as submitted (write)");
  examples::add_word(app, "--model", arguments.model, {"handles", "graph"},
                     "Tasks on handles, or task graphs with messages between nodes");
  examples::add_word(app, "--sizes", arguments.sizes, {"equal", "random"}, "Sizes of blocks");
  examples::add_number(app, "--repeat", arguments.repeat, 1, 1'000'000,
                       "Number of factorizations, each of a fresh matrix");
  app.add_flag("--migratable", arguments.migratable,
               "With handles: nodes that balance their load (GUSSET_BALANCE) may move gemm, syrk and trsm");
  app.add_flag("--check", arguments.check, "Compute the residual and fail above 1e-12");
  return examples::run_program(app, argc, argv, [&] {
    examples::require_fit(arguments.blocks, arguments.size);
    if (arguments.model == "graph") examples::require_one_level(arguments.blocks, "--model graph");
    if (arguments.sizes == "random") examples::require_one_level(arguments.blocks, "--sizes random");
    return run(arguments) ? 0 : 1;
  });
}
