#pragma once
#include <cstddef>
#include <cstdint>

namespace gusset::bench {

/// The shape of a task graph and its accesses.
enum class Shape : std::uint8_t {
  independent,  ///< no accesses
  cholesky,     ///< size × size tiles: each task writes one; trsm and syrk also read one, gemm two
  chain,        ///< each task writes the same handle
  adds,         ///< each task adds to the same handle
  stencil       ///< each task reads what `reads` tasks of the previous layer wrote, and writes one handle
};

/// A graph whose tasks are submitted to every runtime in the same order.
struct Workload {
  Shape shape = Shape::independent;
  std::size_t size = 0;    ///< number of tasks; for a Cholesky factorization, tiles per row
  double body_us = 0.0;    ///< how long each task keeps its worker busy
  std::size_t reads = 0;   ///< number of handles that each stencil task reads
  std::size_t width = 64;  ///< tasks per stencil layer

  friend bool operator==(const Workload&, const Workload&) = default;
};

std::size_t task_count(const Workload& workload);
/// The number of handles that the tasks access; handles are numbered from 0.
std::size_t handle_count(const Workload& workload);

}  // namespace gusset::bench
