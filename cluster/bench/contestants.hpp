#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/rounds.hpp"
#include "launcher.hpp"
#include "row.hpp"

namespace gusset::cluster::bench {

using gusset::bench::Contestant;

/// A user's program that measures another library. It is started with the same arguments as our own programs:
/// PROBE SIZE BYTES THREADS. Its first process prints a number, or "-" if it can't measure the probe.
struct PeerProgram {
  std::string name;
  std::string program;
};

/// This repository's engine on several nodes, then the engine `run` in one process, this MPI alone,
/// StarPU-MPI if it was found for this MPI at build time, and the user's programs. Each starts its own
/// processes.
std::vector<Contestant> contestants(const Mpi& mpi, const Row& row, const std::vector<PeerProgram>& programs);

/// The median of the numbers before this unit in a program's output, one in a line ("…: 0.123 s, 29.27
/// GFlop/s", with " s, " or " GFlop/s"). Throws std::runtime_error if there are none.
double median_before(const std::string& unit, const std::string& output);

}  // namespace gusset::cluster::bench
