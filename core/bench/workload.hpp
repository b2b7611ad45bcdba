#pragma once
#include <cstddef>
#include <cstdint>

namespace gusset::bench {

/// Which tasks, and what they access.
enum class Shape : std::uint8_t {
  independent,  ///< no accesses
  cholesky,     ///< of size × size tiles: potrf and trsm write one tile, syrk reads one, gemm two
  chain,        ///< each writes the same handle
  adds,         ///< each adds to the same handle
  stencil       ///< each reads what `reads` tasks of the layer before it wrote, and writes one handle
};

/// A graph of tasks that every runtime executes in the same order of submission.
struct Workload {
  Shape shape = Shape::independent;
  std::size_t size = 0;    ///< tasks; of a Cholesky factorization the tiles in a row
  double body_us = 0.0;    ///< each task keeps its worker busy for so long
  std::size_t reads = 0;   ///< of each task of a stencil
  std::size_t width = 64;  ///< tasks in a layer of a stencil

  friend bool operator==(const Workload&, const Workload&) = default;
};

std::size_t task_count(const Workload& workload);
/// Handles that its tasks access, numbered from 0.
std::size_t handle_count(const Workload& workload);

}  // namespace gusset::bench
