// Tiled Cholesky factorization. The same program runs for real (`gusset run`) and in simulation (`gusset
// simulate`), where it takes no memory and its kernels are not called.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <variant>

#include "arguments.hpp"
#include "common/arguments.hpp"
#include "common/openblas.hpp"
#include "factorize.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "kernels.hpp"
#include "problem.hpp"

namespace {

constexpr double largest_residual = 1e-12;

// Whether the factor is right; in simulation there is none to check.
bool check(const gusset::Runtime& runtime, const gusset::TiledMatrix<double>& a) {
  if (!runtime.has_data()) {
    std::printf("residual: not checked, there are no data in simulation\n");
    return true;
  }
  const double residual = cholesky::residual(a);
  const bool is_right = residual <= largest_residual;  // false for NaN
  std::printf("residual ‖A−LLᵀ‖/‖A‖ = %.2e, %s %.0e\n", residual, is_right ? "below" : "NOT below",
              largest_residual);
  return is_right;
}

// "12 × 12 blocks", "36 × 36 blocks of 6 × 6".
std::string shape(const std::vector<std::size_t>& blocks) {
  std::string text;
  for (std::size_t level = 0; level < blocks.size(); ++level) {
    const std::string number = std::to_string(blocks[level]);
    text += (level == 0 ? "" : " of ") + number + " × " + number + (level == 0 ? " blocks" : "");
  }
  return text;
}

bool run(const cholesky::Arguments& arguments) {
  examples::use_one_thread_per_kernel();
  gusset::Runtime runtime;
  auto a = gusset::TiledMatrix<double>::lower(runtime, "A", arguments.size, arguments.blocks);

  if (runtime.has_data()) {
    examples::warm_up(std::min(runtime.workers(), gusset::available_cores()), cholesky::call_each);
  }
  for (std::size_t repetition = 0; repetition < arguments.repeat; ++repetition) {
    cholesky::fill(a);
    const auto begin = std::chrono::steady_clock::now();
    cholesky::submit_factorization(runtime, a, arguments.updates);
    runtime.wait();
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
  return examples::run_program("cholesky", [&] {
    const auto parsed = cholesky::parse_arguments(argc, argv);
    if (const auto* help = std::get_if<std::string>(&parsed)) {
      std::printf("%s", help->c_str());
      return 0;
    }
    return run(std::get<cholesky::Arguments>(parsed)) ? 0 : 1;
  });
}
