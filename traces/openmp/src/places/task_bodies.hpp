#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "places/called_function.hpp"
#include "places/debug_units.hpp"

namespace gusset::ompt {

struct SourceLine {
  std::string file;  ///< full path
  int number = 0;
};

/// Finds the functions that compilers make from tasks and parallel regions, and what they reveal about the
/// program.
class TaskBodies {
 public:
  explicit TaskBodies(Dwfl* process) : units_(process), called_(process) {}

  /// The line of a task's or a region's directive, where g++ puts the beginning of its body. g++ gives wrong
  /// lines to the calls that create tasks and regions. `body` is 0 if unknown; then the call's description is
  /// used. Nothing if the body is unknown or not made by g++.
  std::optional<SourceLine> directive(std::uint64_t return_address, std::uint64_t body);

  /// The function that the task exists to call (see CalledFunctions); empty if there is none, and for
  /// regions. If `body` is 0, uses the body that clang made from a task on this line.
  std::string called_function(std::uint64_t return_address, std::uint64_t body, const SourceLine& line);

  /// The file of the function that contains the address, if `file` is wrong: the file of another function,
  /// which was inlined into that one but does not contain the address. Otherwise empty.
  std::string file_instead_of(const std::string& file, std::uint64_t address);

 private:
  std::uint64_t passed_body(std::uint64_t return_address);

  DebugUnits units_;
  CalledFunctions called_;
};

}  // namespace gusset::ompt
