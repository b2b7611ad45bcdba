#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Repeated measurements of one quantity.
struct Measurement {
  std::vector<double> values;  ///< at least one

  double median() const;
  double least() const;
  double greatest() const;
  /// Returns (greatest − least) ÷ median.
  double spread() const { return (greatest() - least()) / median(); }
};

/// How to measure this machine.
struct MachinePlan {
  unsigned cores = 1;             ///< cores that compute at once, one thread each; ≥ 1
  unsigned runs = 7;              ///< runs per measurement; ≥ 1
  double run_s = 0.1;             ///< approximate minimum duration of a run
  std::uint64_t array_bytes = 0;  ///< size of each of the three arrays used to measure memory; ≥ 8 · cores
};

/// Upper limits of this machine's hardware, independent of any program.
struct MachineMeasurements {
  std::string instructions;           ///< used for the peak: "AVX-512", "AVX2 with FMA" or "baseline"
  Measurement core_flops_per_s;       ///< multiply-adds of doubles in registers, on one core alone
  Measurement busy_core_flops_per_s;  ///< the same per core while all cores compute, as on a busy node
  Measurement core_bytes_per_s;       ///< one core reading and writing in a triad, a[i] = b[i] + s·c[i]
  Measurement memory_bytes_per_s;     ///< the same for all cores together
  MachinePlan plan;
};

/// Measures this machine in about 4 · (runs + 2) · run_s. Fails if memory for the arrays or a thread is
/// refused.
Result<MachineMeasurements> measure_machine(const MachinePlan& plan);

/// Plans measurements for a machine that hwloc described. Uses all its cores. Each array is four times as
/// large as the largest cache level and at least 64 MB, but all three use at most an eighth of the memory.
MachinePlan plan_for(const Platform& platform);

/// Sets the platform's GFlop/s and memory bandwidth from the measurements and records their sources. `date`
/// is the date of the measurement.
Platform with_measurements(Platform platform, const MachineMeasurements& measured, const std::string& date);

}  // namespace gusset::simulator
