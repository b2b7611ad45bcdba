// Tiled Cholesky factorization. The same program runs for real (`gusset run`) and in simulation (`gusset
// simulate`), where it takes no memory and its kernels are not called.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include "arguments.hpp"
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

bool run(const cholesky::Arguments& arguments) {
  cholesky::use_one_thread_per_kernel();
  gusset::Runtime runtime;
  auto a = gusset::TiledMatrix<double>::lower(runtime, "A", arguments.size, arguments.blocks);

  if (runtime.has_data()) cholesky::warm_up(std::min(runtime.workers(), gusset::available_cores()));
  for (std::size_t repetition = 0; repetition < arguments.repeat; ++repetition) {
    cholesky::fill(a);
    const auto begin = std::chrono::steady_clock::now();
    cholesky::submit_factorization(runtime, a, arguments.updates);
    runtime.wait();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (runtime.has_data()) {
      std::printf("N = %zu, %zu × %zu blocks: %.6f s, %.2f GFlop/s\n", arguments.size, arguments.blocks,
                  arguments.blocks, elapsed.count(),
                  cholesky::potrf_flops(arguments.size) / elapsed.count() * 1e-9);
    }
  }
  return !arguments.check || check(runtime, a);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto parsed = cholesky::parse_arguments(argc, argv);
    if (const auto* help = std::get_if<std::string>(&parsed)) {
      std::printf("%s", help->c_str());
      return 0;
    }
    return run(std::get<cholesky::Arguments>(parsed)) ? 0 : 1;
  } catch (const cholesky::ArgumentError& error) {
    std::fprintf(stderr, "cholesky: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cholesky: %s\n", error.what());
    return 1;
  }
}
