#pragma once
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "factorize.hpp"

namespace cholesky {

/// What the command line asks for.
struct Arguments {
  std::size_t size = 2048;                ///< rows of the matrix
  std::vector<std::size_t> blocks = {8};  ///< tiles in a row of tiles, level by level; 1 … size in all
  Updates updates = Updates::add;
  std::size_t repeat = 1;
  bool check = false;
};

/// The arguments, or the help text that was asked for. Throws examples::ArgumentError.
std::variant<Arguments, std::string> parse_arguments(int argc, char** argv);

}  // namespace cholesky
