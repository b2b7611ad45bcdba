#pragma once
#include <cstddef>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace gusset::simulator::testing {

/// The kernels of a two-level Cholesky factorization. Each splits if its tiles have parts. The declared work
/// is in flops; a task's work is the sum of its parts' work.
class HierarchicalCholesky {
 public:
  explicit HierarchicalCholesky(Runtime& runtime) : runtime_(&runtime) {}

  /// Submits the factorization of an n × n matrix's lower triangle and waits for it.
  void factorize(std::size_t n, const Blocks& blocks) const {
    auto a = TiledMatrix<double>::lower(*runtime_, "A", n, blocks);
    for (std::size_t i = 0; i < a.row_blocks(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        submit_syrk(a(i, j), a(i, i), a.tile_rows(i), a.tile_columns(j));
        for (std::size_t k = i + 1; k < a.row_blocks(); ++k) {
          submit_gemm(a(k, j), a(i, j), a(k, i), a.tile_rows(k), a.tile_rows(i), a.tile_columns(j));
        }
      }
      submit_potrf(a(i, i), a.tile_rows(i));
      for (std::size_t j = i + 1; j < a.row_blocks(); ++j)
        submit_trsm(a(i, i), a(j, i), a.tile_rows(j), a.tile_rows(i));
    }
    runtime_->wait();
  }

 private:
  using In = Tile<const double>;
  using Out = Tile<double>;
  using InParts = TileParts<const double>;
  using OutParts = TileParts<double>;
  using Reference = TileReference<double>;

  struct Gemm {
    Runtime* runtime;
    void operator()(In, In, Out) const {}
    void split(const InParts& a, const InParts& b, const OutParts& c) const {
      const HierarchicalCholesky own(*runtime);
      for (std::size_t k = 0; k < a.columns(); ++k) {
        for (std::size_t i = 0; i < c.rows(); ++i) {
          for (std::size_t j = 0; j < c.columns(); ++j)
            own.submit_gemm(a(i, k), b(j, k), c(i, j), c.tile_rows(i), c.tile_columns(j), a.tile_columns(k));
        }
      }
    }
  };
  struct Syrk {
    Runtime* runtime;
    void operator()(In, Out) const {}
    void split(const InParts& a, const OutParts& c) const {
      const HierarchicalCholesky own(*runtime);
      for (std::size_t k = 0; k < a.columns(); ++k) {
        for (std::size_t i = 0; i < c.rows(); ++i) {
          own.submit_syrk(a(i, k), c(i, i), c.tile_rows(i), a.tile_columns(k));
          for (std::size_t j = 0; j < i; ++j)
            own.submit_gemm(a(i, k), a(j, k), c(i, j), c.tile_rows(i), c.tile_columns(j), a.tile_columns(k));
        }
      }
    }
  };
  struct Trsm {
    Runtime* runtime;
    void operator()(In, Out) const {}
    void split(const InParts& l, const OutParts& a) const {
      const HierarchicalCholesky own(*runtime);
      for (std::size_t j = 0; j < a.columns(); ++j) {
        for (std::size_t i = 0; i < a.rows(); ++i) {
          for (std::size_t k = 0; k < j; ++k)
            own.submit_gemm(a(i, k), l(j, k), a(i, j), a.tile_rows(i), a.tile_columns(j), a.tile_columns(k));
          own.submit_trsm(l(j, j), a(i, j), a.tile_rows(i), a.tile_columns(j));
        }
      }
    }
  };
  struct Potrf {
    Runtime* runtime;
    void operator()(Out) const {}
    void split(const OutParts& a) const {
      const HierarchicalCholesky own(*runtime);
      for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          own.submit_syrk(a(i, j), a(i, i), a.tile_rows(i), a.tile_columns(j));
          for (std::size_t k = i + 1; k < a.rows(); ++k)
            own.submit_gemm(a(k, j), a(i, j), a(k, i), a.tile_rows(k), a.tile_rows(i), a.tile_columns(j));
        }
        own.submit_potrf(a(i, i), a.tile_rows(i));
        for (std::size_t j = i + 1; j < a.rows(); ++j)
          own.submit_trsm(a(i, i), a(j, i), a.tile_rows(j), a.tile_rows(i));
      }
    }
  };

  static double product(std::size_t m, std::size_t n, std::size_t k) {
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
  void submit_gemm(const auto& a, const auto& b, const Reference& c, std::size_t m, std::size_t n,
                   std::size_t k) const {
    static const TaskType type("gemm");
    runtime_->submit(type(2 * product(m, n, k)), Gemm{runtime_}, read(a), read(b), write(c));
  }
  void submit_syrk(const auto& a, const Reference& c, std::size_t n, std::size_t k) const {
    static const TaskType type("syrk");
    runtime_->submit(type(product(n, n, k)), Syrk{runtime_}, read(a), write(c));
  }
  void submit_trsm(const auto& l, const Reference& a, std::size_t m, std::size_t n) const {
    static const TaskType type("trsm");
    runtime_->submit(type(product(m, n, n)), Trsm{runtime_}, read(l), write(a));
  }
  void submit_potrf(const Reference& a, std::size_t n) const {
    static const TaskType type("potrf");
    runtime_->submit(type(product(n, n, n) / 3), Potrf{runtime_}, write(a));
  }

  Runtime* runtime_;
};

}  // namespace gusset::simulator::testing
