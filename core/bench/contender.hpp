#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "row.hpp"

namespace gusset::bench {

/// A runtime that takes part.
struct Contender {
  std::string name;
  /// The row's value, from repetitions during `budget`, three at least. Nothing where it doesn't apply.
  /// Throws std::runtime_error where the runtime fails or executes wrongly. To be called once per process:
  /// idle threads of one runtime disturb the others.
  std::optional<double> (*measure)(const Row& row, std::chrono::milliseconds budget);
};

/// This repository's runtime, then the others that were there when this was built.
const std::vector<Contender>& contenders();

/// Names of those that were not.
const std::vector<std::string>& absent_contenders();

std::optional<double> measure_gusset(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_openmp(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_starpu(const Row& row, std::chrono::milliseconds budget);
std::optional<double> measure_tbb(const Row& row, std::chrono::milliseconds budget);

}  // namespace gusset::bench
