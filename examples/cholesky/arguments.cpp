#include "arguments.hpp"

#include "common/arguments.hpp"

namespace cholesky {

std::variant<Arguments, std::string> parse_arguments(int argc, char** argv) {
  Arguments arguments;
  std::string updates = "add";
  CLI::App app("Factorizes a symmetric positive definite matrix, A = L·Lᵀ, by tiles.", "cholesky");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size, "Rows of the matrix");
  examples::add_blocks(app, "--blocks", arguments.blocks,
                       "Tiles in a row of tiles; 36x6 cuts each of 36 in 6 again, and tasks split");
  examples::add_word(app, "--updates", updates, {"add", "write"},
                     "Whether syrk and gemm run in any order or as submitted");
  examples::add_number(app, "--repeat", arguments.repeat, 1, 1'000'000,
                       "Factorizations, each of a fresh matrix");
  app.add_flag("--check", arguments.check, "Compute the residual and fail above 1e-12");
  if (auto help = examples::parse(app, argc, argv)) return *help;
  examples::require_fit(arguments.blocks, arguments.size);
  arguments.updates = updates == "add" ? Updates::add : Updates::write;
  return arguments;
}

}  // namespace cholesky
