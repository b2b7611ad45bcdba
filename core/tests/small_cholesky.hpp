#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gusset/core.hpp"

namespace gusset::testing {

/// The left-looking Cholesky factorization of 3 × 3 tiles without contents. It has ten tasks; two of them,
/// the syrks on the last tile, commute.
class SmallCholesky {
 public:
  static constexpr std::size_t tiles = 3;

  explicit SmallCholesky(Runtime& runtime) : runtime_(runtime) {
    for (std::size_t i = 0; i < tiles; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        handles_.push_back(runtime.handle("(" + std::to_string(i) + "," + std::to_string(j) + ")"));
    }
  }

  void submit() {
    for (std::size_t j = 0; j < tiles; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        for (std::size_t i = j + 1; i < tiles; ++i)
          runtime_.submit(
              TaskType("gemm")(), [] {}, read(at(i, k)), read(at(j, k)), add(at(i, j)));
        runtime_.submit(
            TaskType("syrk")(), [] {}, read(at(j, k)), add(at(j, j)));
      }
      runtime_.submit(
          TaskType("potrf")(), [] {}, write(at(j, j)));
      for (std::size_t i = j + 1; i < tiles; ++i)
        runtime_.submit(
            TaskType("trsm")(), [] {}, read(at(j, j)), write(at(i, j)));
    }
  }

 private:
  const Handle& at(std::size_t i, std::size_t j) const { return handles_[i * (i + 1) / 2 + j]; }

  Runtime& runtime_;
  std::vector<Handle> handles_;
};

}  // namespace gusset::testing
