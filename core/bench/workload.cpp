#include "workload.hpp"

namespace gusset::bench {

std::size_t task_count(const Workload& workload) {
  const std::size_t n = workload.size;
  return workload.shape == Shape::cholesky ? n * (n + 1) * (n + 2) / 6 : n;
}

std::size_t handle_count(const Workload& workload) {
  switch (workload.shape) {
    case Shape::independent:
      return 0;
    case Shape::cholesky:
      return workload.size * workload.size;
    case Shape::chain:
    case Shape::adds:
      return 1;
    case Shape::stencil:
      return 2 * workload.width;
  }
  return 0;
}

}  // namespace gusset::bench
