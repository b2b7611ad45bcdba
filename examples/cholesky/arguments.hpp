#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>
#include <variant>

#include "factorize.hpp"

namespace cholesky {

/// What the command line asks for.
struct Arguments {
  std::size_t size = 2048;  ///< rows of the matrix
  std::size_t blocks = 8;   ///< tiles in a row of tiles; 1 … size
  Updates updates = Updates::add;
  std::size_t repeat = 1;
  bool check = false;
};

/// Words that the command line may not have.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The arguments, or the help text that was asked for. Throws ArgumentError.
std::variant<Arguments, std::string> parse_arguments(int argc, char** argv);

}  // namespace cholesky
