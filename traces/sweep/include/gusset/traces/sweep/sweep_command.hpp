#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::figure {

/// The words after "gusset" that simulate one configuration of a sweep again, as it was when its figures were
/// found, and write the predicted trace: simulate … -o OUTPUT -- PROGRAM ARGS…
std::vector<std::string> simulate_arguments(const SweepDefinition& definition, const SweepRow& row,
                                            const std::filesystem::path& output);

}  // namespace gusset::figure
