#pragma once
#include <string>

#include "gusset/simulator/platform/measure_machine.hpp"

namespace gusset::cli {

/// Measures this machine and prints the results. Writes a platform to `output` unless it is empty. Returns
/// the exit status. Throws Failure.
int calibrate_machine(const std::string& output);

/// The report on the machine: a sentence, a table of the measurements with their spread, and what they leave
/// out.
std::string machine_text(const simulator::Platform& platform, const simulator::MachineMeasurements& measured);

}  // namespace gusset::cli
