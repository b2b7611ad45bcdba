#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "bench/command_line.hpp"
#include "contestants.hpp"
#include "row.hpp"

namespace gusset::bench {

/// The parsed command line.
struct Arguments {
  CommonOptions common{};
  std::chrono::milliseconds budget{200};
  std::vector<Row> rows;            ///< in the order of rows()
  std::optional<Contestant> child;  ///< measure this one in this process
};

/// Throws ArgumentError.
Arguments parse_arguments(CommandLine line);

std::string help_text();

}  // namespace gusset::bench
