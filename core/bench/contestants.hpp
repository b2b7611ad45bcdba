#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "bench/rounds.hpp"
#include "row.hpp"

namespace gusset::bench {

/// This repository's runtime, then the other runtimes found at build time. Each repeats the row until
/// `budget` is spent (see time_tasks), and throws if the runtime computes wrong results. Measure once per
/// process, because one runtime's idle threads disturb the others.
std::vector<Contestant> contestants(const Row& row, std::chrono::milliseconds budget);

/// The names of the runtimes not found at build time.
const std::vector<std::string>& absent_contestants();

std::optional<double> measure_gusset(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_openmp(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_starpu(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_tbb(const Row& row, std::chrono::milliseconds budget);

}  // namespace gusset::bench
