#pragma once
#include <array>
#include <cstddef>

namespace accuracy {

/// The blocks of the factorization's matrix on a number of nodes, and the efficiency that a simple model
/// predicts. The model only knows S_1, the numbers of blocks and ports of 6 GB/s.
struct ScalingStep {
  std::size_t nodes;
  std::size_t blocks;   ///< B: level-1 blocks per row
  std::size_t parts;    ///< b: level-2 blocks per row of a level-1 block
  double simple_model;  ///< efficiency, for any N_1
};

/// A problem that grows with the machine: N_p = √p · N_1 rows on p nodes.
struct ScalingSeries {
  std::size_t rows_of_one_node;               ///< N_1
  double one_node_tflops;                     ///< S_1, measured
  std::array<double, 7> measured_efficiency;  ///< E_p = S_p ÷ (p · S_1) at each step
};

/// Weak scaling of a hierarchical Cholesky factorization, measured by DuctTeip's authors on Rackham (two
/// 10-core Xeon E5-2630 v4 per node). Thread 0 of each node only submits. Zafari, Larsson and Tillenius,
/// "DuctTeip" (2019).
inline constexpr std::array<ScalingStep, 7> scaling_steps{{{1, 5, 30, 1.0},
                                                           {4, 8, 30, 0.80},
                                                           {9, 12, 30, 0.68},
                                                           {16, 16, 30, 0.64},
                                                           {25, 20, 30, 0.61},
                                                           {36, 18, 20, 0.51},
                                                           {49, 28, 30, 0.58}}};
inline constexpr std::array<ScalingSeries, 3> scaling_series{
    {{40'000, 0.46, {1.0, 0.71, 0.55, 0.55, 0.54, 0.50, 0.43}},
     {20'000, 0.44, {1.0, 0.60, 0.38, 0.42, 0.36, 0.31, 0.29}},
     {10'000, 0.33, {1.0, 0.50, 0.38, 0.40, 0.34, 0.29, 0.27}}}};

}  // namespace accuracy
