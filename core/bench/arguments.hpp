#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "bench/command_line.hpp"
#include "contender.hpp"
#include "row.hpp"

namespace gusset::bench {

/// What one child process measures.
struct ChildTask {
  Contender contender;
  Row row;
};

/// The parsed command line.
struct Arguments {
  CommonOptions common{};
  std::chrono::milliseconds budget{200};
  std::vector<Row> rows;           ///< in the order of rows()
  std::optional<ChildTask> child;  ///< measure this one in this process
};

/// Throws ArgumentError.
Arguments parse_arguments(CommandLine line);

std::string help_text();

}  // namespace gusset::bench
