#pragma once
#include <cstddef>
#include <cstdint>

namespace gusset::bench {

/// The shape of a task graph and its accesses.
enum class Shape : std::uint8_t {
  independent,  ///< no accesses
  cholesky,     ///< of size × size tiles: potrf and trsm write one tile; syrk also reads one, gemm two
  chain,        ///< each task writes the same handle
  adds,         ///< each task adds to the same handle
  stencil       ///< each task reads what `reads` tasks of the previous layer wrote, and writes one handle
};

/// A graph of tasks that every runtime executes in the same order of submission.
struct Workload {
  Shape shape = Shape::independent;
  std::size_t size = 0;    ///< number of tasks; for a Cholesky factorization, tiles per row
  double body_us = 0.0;    ///< how long each task keeps its worker busy
  std::size_t reads = 0;   ///< of each stencil task
  std::size_t width = 64;  ///< tasks per stencil layer

  friend bool operator==(const Workload&, const Workload&) = default;
};

std::size_t task_count(const Workload& workload);
/// The number of handles that the tasks access; handles are numbered from 0.
std::size_t handle_count(const Workload& workload);

}  // namespace gusset::bench
