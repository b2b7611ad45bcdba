#pragma once
#include <cstddef>
#include <cstdint>

namespace cholesky {

/// Lengths of paths from tasks to the end of the factorization of blocks × blocks tiles: the tasks'
/// priorities. In b³/3 operations, potrf takes 1, trsm and syrk 3 and gemm 6, so that each step of the
/// longest path, a trsm and a gemm, takes 9.
struct Path {
  std::size_t blocks = 1;

  std::int32_t potrf(std::size_t k) const { return from(k) + 1; }
  std::int32_t trsm(std::size_t k) const { return from(k); }
  /// Subtracts L(i,k)·L(i,k)ᵀ from tile (i,i).
  std::int32_t syrk(std::size_t i, std::size_t k) const { return from(i) + updates(i - k, 3); }
  /// Subtracts L(i,k)·L(j,k)ᵀ from tile (i,j), for any i.
  std::int32_t gemm(std::size_t j, std::size_t k) const { return from(j) + updates(j - k, 6); }

 private:
  std::int32_t from(std::size_t k) const { return static_cast<std::int32_t>(9 * (blocks - k)); }
  static std::int32_t updates(std::size_t count, std::size_t length) {
    return static_cast<std::int32_t>(count * length);
  }
};

}  // namespace cholesky
