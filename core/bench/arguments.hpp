#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "contender.hpp"
#include "row.hpp"

namespace gusset::bench {

/// What one child process measures.
struct ChildTask {
  Contender contender;
  Row row;
};

/// What the command line asks for.
struct Arguments {
  bool wants_help = false;
  bool is_json = false;
  std::size_t rounds = 5;
  std::chrono::milliseconds budget{200};
  std::vector<Row> rows;           ///< in the order of rows()
  std::optional<ChildTask> child;  ///< measure that one in this process
};

/// Throws ArgumentError.
Arguments parse_arguments(CommandLine words);

std::string help_text();

}  // namespace gusset::bench
