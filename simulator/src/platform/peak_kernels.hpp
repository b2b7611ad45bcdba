#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace gusset::simulator {

/// Multiplies and adds doubles in registers, in enough independent chains to keep a core's floating-point
/// units busy.
struct PeakKernel {
  std::string instructions;
  double flops_per_round = 0.0;
  double (*run)(std::uint64_t rounds) = nullptr;  ///< the result keeps the compiler from removing the work
};

/// Returns the kernel with the widest instructions that this processor supports.
PeakKernel peak_kernel();

/// Computes a[i] = b[i] + factor · c[i]. All spans have the same size.
void triad(std::span<double> a, std::span<const double> b, std::span<const double> c, double factor);

}  // namespace gusset::simulator
