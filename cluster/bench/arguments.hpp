#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/command_line.hpp"
#include "contestants.hpp"
#include "row.hpp"

namespace gusset::cluster::bench {

/// What one process of a measurement does.
struct Child {
  std::string engine;  ///< "distribute" or "run"
  Work work;
  unsigned threads = 1;
};

struct Arguments {
  gusset::bench::CommonOptions common{};
  std::vector<Row> rows{};
  std::vector<Mpi> mpis{};
  std::vector<PeerProgram> programs{};
  std::optional<Child> child{};
};

std::string help_text();
/// Throws gusset::bench::ArgumentError.
Arguments parse_arguments(gusset::bench::CommandLine line);

}  // namespace gusset::cluster::bench
