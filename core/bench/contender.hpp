#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "row.hpp"

namespace gusset::bench {

/// A runtime in the comparison.
struct Contender {
  std::string name;
  /// Measures the row's value with repetitions for `budget`, at least three. Returns nothing if the row
  /// does not apply. Throws std::runtime_error if the runtime fails or executes wrongly. Call it once per
  /// process, because one runtime's idle threads disturb the others.
  std::optional<double> (*measure)(const Row& row, std::chrono::milliseconds budget);
};

/// This repository's runtime, then the other runtimes found at build time.
const std::vector<Contender>& contenders();

/// The names of the runtimes not found at build time.
const std::vector<std::string>& absent_contenders();

std::optional<double> measure_gusset(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_openmp(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_starpu(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_tbb(const Row& row, std::chrono::milliseconds budget);

}  // namespace gusset::bench
