#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace gusset::simulator {

/// Multiplies and adds doubles in registers: chains that wait for nothing but themselves, as many as keep the
/// units of a core busy.
struct PeakKernel {
  std::string instructions;
  double flops_per_round = 0.0;
  double (*run)(std::uint64_t rounds) = nullptr;  ///< what it returns keeps the work from being left out
};

/// With the widest instructions that this processor has.
PeakKernel peak_kernel();

/// a[i] = b[i] + factor · c[i]; all of the same size.
void triad(std::span<double> a, std::span<const double> b, std::span<const double> c, double factor);

}  // namespace gusset::simulator
