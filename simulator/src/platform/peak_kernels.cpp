// Optimised in every build, because it measures the machine.
#include "peak_kernels.hpp"

namespace gusset::simulator {
namespace {

// The chains converge to 1. They never become denormal, which would be slow.
constexpr double shrink = 0.999;
constexpr double add = 0.001;

// A macro, because a function takes its instructions from its attribute: templates can't set attributes from
// their arguments, and vectors are cut to the allowed size before inlining.
#define GUSSET_MULTIPLY_ADDS(name, attribute, bytes, chains)                                                \
  attribute double name(std::uint64_t rounds) {                                                             \
    typedef double Vector __attribute__((vector_size(bytes)));                                              \
    constexpr std::size_t lanes = (bytes) / sizeof(double);                                                 \
    Vector values[chains];                                                                                  \
    Vector factor;                                                                                          \
    Vector term;                                                                                            \
    for (std::size_t lane = 0; lane < lanes; ++lane) {                                                      \
      factor[lane] = shrink;                                                                                \
      term[lane] = add;                                                                                     \
      for (std::size_t chain = 0; chain < (chains); ++chain)                                                \
        values[chain][lane] = 0.5 / static_cast<double>(chain + 1);                                         \
    }                                                                                                       \
    for (std::uint64_t round = 0; round < rounds; ++round)                                                  \
      for (std::size_t chain = 0; chain < (chains); ++chain) values[chain] = values[chain] * factor + term; \
    double sum = 0.0;                                                                                       \
    for (const Vector& value : values)                                                                      \
      for (std::size_t lane = 0; lane < lanes; ++lane) sum += value[lane];                                  \
    return sum;                                                                                             \
  }

// Two units with a latency of four or five cycles need eight or ten chains. There are 16 registers, or 32
// with AVX-512.
constexpr std::size_t few_chains = 12;

#if defined(__x86_64__)
constexpr std::size_t many_chains = 16;
GUSSET_MULTIPLY_ADDS(multiply_adds_avx512, [[gnu::target("avx512f")]], 64, many_chains)
GUSSET_MULTIPLY_ADDS(multiply_adds_avx2, [[gnu::target("avx2,fma")]], 32, few_chains)
#endif
GUSSET_MULTIPLY_ADDS(multiply_adds, , 16, few_chains)

#undef GUSSET_MULTIPLY_ADDS

double flops(std::size_t bytes, std::size_t chains) {
  return 2.0 * static_cast<double>(bytes / sizeof(double) * chains);
}

}  // namespace

PeakKernel peak_kernel() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0)
    return {"AVX-512", flops(64, many_chains), multiply_adds_avx512};
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0)
    return {"AVX2 with FMA", flops(32, few_chains), multiply_adds_avx2};
#endif
  return {"baseline", flops(16, few_chains), multiply_adds};
}

void triad(std::span<double> a, std::span<const double> b, std::span<const double> c, double factor) {
  const std::size_t size = a.size();
  double* const to = a.data();
  const double* const from = b.data();
  const double* const scaled = c.data();
  for (std::size_t i = 0; i < size; ++i) to[i] = from[i] + factor * scaled[i];
}

}  // namespace gusset::simulator
