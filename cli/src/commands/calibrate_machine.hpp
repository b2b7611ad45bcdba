#pragma once
#include <string>

#include "gusset/simulator/platform/measure_machine.hpp"

namespace gusset::cli {

/// Measures this machine and prints what was found; `output`, where given, becomes a platform. Returns the
/// exit status; throws Failure.
int calibrate_machine(const std::string& output);

/// What is said of it: a sentence, a table of the measurements with their spread, and what is not measured.
std::string machine_text(const simulator::Platform& platform, const simulator::MachineMeasurements& measured);

}  // namespace gusset::cli
