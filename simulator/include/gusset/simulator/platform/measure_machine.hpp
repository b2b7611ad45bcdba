#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// The same thing measured several times.
struct Measurement {
  std::vector<double> values;  ///< one at least

  double median() const;
  double least() const;
  double greatest() const;
  /// (greatest − least) ÷ median.
  double spread() const { return (greatest() - least()) / median(); }
};

/// How this machine is measured.
struct MachinePlan {
  unsigned cores = 1;             ///< that compute at once, ≥ 1: one thread each
  unsigned runs = 7;              ///< of each measurement, ≥ 1
  double run_s = 0.1;             ///< that a run takes at least, about
  std::uint64_t array_bytes = 0;  ///< of each of three arrays that memory is measured with; ≥ 8 · cores
};

/// What this machine can do at most: figures of its hardware, not of programs.
struct MachineMeasurements {
  std::string instructions;           ///< of the peak: "AVX-512", "AVX2 with FMA" or "baseline"
  Measurement core_flops_per_s;       ///< multiply-adds of doubles in registers, of one core alone,
  Measurement busy_core_flops_per_s;  ///< and of each core while all compute: what a busy node has
  Measurement core_bytes_per_s;    ///< of a triad a[i] = b[i] + s·c[i]: read and written, by one core alone
  Measurement memory_bytes_per_s;  ///< and by all together
  MachinePlan plan;
};

/// Measures, in about 4 · (runs + 2) · run_s. Fails where there is no memory for the arrays, or where threads
/// are refused.
Result<MachineMeasurements> measure_machine(const MachinePlan& plan);

/// How a machine that hwloc described is measured: all its cores, and arrays four times as large as its
/// caches together (an eighth of the memory at most, all three, and 64 MB each at least, if it has so much).
MachinePlan plan_for(const Platform& platform);

/// The platform with what was measured in the place of what was not known, and with where it comes from.
/// `date` says when.
Platform with_measurements(Platform platform, const MachineMeasurements& measured, const std::string& date);

}  // namespace gusset::simulator
