// Each node handles only its own tasks and messages. A tile of L that is finished goes once to each node that
// has tasks with it, and these tasks run as soon as the other tasks that they wait for have run:
//
//     potrf(k) ─► trsm(i,k) ─┬► syrk(i,k) ─► … ─► potrf(i)       updates of one tile, in order
//                            └► gemm(i,j,k) ─► … ─► trsm(i,j)
#include <array>
#include <cstddef>
#include <set>

#include "common/node_tiles.hpp"
#include "factorize.hpp"
#include "gusset/core/active_message.hpp"
#include "gusset/core/task_graph.hpp"
#include "kernels.hpp"
#include "path.hpp"

namespace cholesky {
namespace {

using Key2 = std::array<std::size_t, 2>;  // a row and k
using Key3 = std::array<std::size_t, 3>;  // a row, a column and k

class Factorization {
 public:
  Factorization(gusset::Runtime& runtime, const Matrix& a)
      : runtime_(runtime), grid_(runtime.grid()), a_(a), n_(a.row_blocks()), path_{n_}, tiles_(runtime, a) {
    define_factors();
    define_updates();
    factor_.define({.memory = [this](std::size_t i, std::size_t k) { return tiles_.make(i, k); },
                    .then = [this](std::size_t i, std::size_t k) { use(i, k); }});
  }

  void run() {
    potrf_.fulfil(0);
    runtime_.wait();
  }

 private:
  void define_factors() {
    potrf_.define({.in_degree = [](std::size_t) { return 1u; },
                   .node = [this](std::size_t k) { return grid_.owner(k, k); },
                   .work = [this](std::size_t k) { return potrf_flops(a_.tile_rows(k)); },
                   .priority = [this](std::size_t k) { return path_.potrf(k); },
                   .run = [this](std::size_t k) { factorize(tiles_.writable(k, k)); },
                   .then = [this](std::size_t k) { finished(k, k); }});
    trsm_.define(
        {.in_degree = [](const Key2& t) { return t[1] == 0 ? 1u : 2u; },
         .node = [this](const Key2& t) { return grid_.owner(t[0], t[1]); },
         .work = [this](const Key2& t) { return trsm_flops(a_.tile_rows(t[0]), a_.tile_rows(t[1])); },
         .priority = [this](const Key2& t) { return path_.trsm(t[1]); },
         .run = [this](const Key2& t) { solve(tiles_(t[1], t[1]), tiles_.writable(t[0], t[1])); },
         .then = [this](const Key2& t) { finished(t[0], t[1]); }});
  }
  void define_updates() {
    syrk_.define(
        {.in_degree = [](const Key2& s) { return s[1] == 0 ? 1u : 2u; },
         .node = [this](const Key2& s) { return grid_.owner(s[0], s[0]); },
         .work = [this](const Key2& s) { return syrk_flops(a_.tile_rows(s[0]), a_.tile_rows(s[1])); },
         .priority = [this](const Key2& s) { return path_.syrk(s[0], s[1]); },
         .run = [this](const Key2& s) { subtract_square(tiles_(s[0], s[1]), tiles_.writable(s[0], s[0])); },
         .then =
             [this](const Key2& s) {
               if (s[1] + 1 < s[0]) {
                 syrk_.fulfil({s[0], s[1] + 1});
               } else {
                 potrf_.fulfil(s[0]);
               }
             }});
    gemm_.define({.in_degree = [](const Key3& g) { return g[2] == 0 ? 2u : 3u; },
                  .node = [this](const Key3& g) { return grid_.owner(g[0], g[1]); },
                  .work =
                      [this](const Key3& g) {
                        return gemm_flops(a_.tile_rows(g[0]), a_.tile_rows(g[1]), a_.tile_rows(g[2]));
                      },
                  .priority = [this](const Key3& g) { return path_.gemm(g[1], g[2]); },
                  .run =
                      [this](const Key3& g) {
                        subtract_product(tiles_(g[0], g[2]), tiles_(g[1], g[2]), tiles_.writable(g[0], g[1]));
                      },
                  .then =
                      [this](const Key3& g) {
                        if (g[2] + 1 < g[1]) {
                          gemm_.fulfil({g[0], g[1], g[2] + 1});
                        } else {
                          trsm_.fulfil({g[0], g[1]});
                        }
                      }});
  }

  /// Calls visit(row, column) for each tile that a task with L(i,k) changes.
  template <class Visit>
  void for_each_use(std::size_t i, std::size_t k, Visit&& visit) const {
    for (std::size_t j = k + 1; i > k && j < i; ++j) visit(i, j);
    for (std::size_t row = i == k ? i + 1 : i; row < n_; ++row) visit(row, i);
  }
  /// L(i,k) is finished, on its node.
  void finished(std::size_t i, std::size_t k) {
    std::set<gusset::NodeId> nodes;
    for_each_use(i, k, [&](std::size_t row, std::size_t column) { nodes.insert(grid_.owner(row, column)); });
    for (const gusset::NodeId to : nodes) {
      if (to == here()) {
        use(i, k);
      } else {
        factor_.send(to, tiles_.contents(i, k), i, k);
      }
    }
  }
  /// This node has L(i,k): one event for each of its tasks with L(i,k).
  void use(std::size_t i, std::size_t k) {
    for_each_use(i, k, [&](std::size_t row, std::size_t column) {
      if (grid_.owner(row, column) != here()) return;
      if (i == k) {
        trsm_.fulfil({row, k});
      } else if (row == column) {
        syrk_.fulfil({row, k});
      } else {
        gemm_.fulfil({row, column, k});
      }
    });
  }
  /// The node that the calling function runs on.
  gusset::NodeId here() const { return runtime_.engine().place(); }

  gusset::Runtime& runtime_;
  gusset::ProcessGrid grid_;
  const Matrix& a_;
  std::size_t n_;  // blocks per row
  Path path_;
  examples::NodeTiles<Matrix> tiles_;
  gusset::LargeMessage<double, std::size_t, std::size_t> factor_{runtime_, "L"};
  gusset::TaskGraph<std::size_t> potrf_{runtime_, "potrf"};
  gusset::TaskGraph<Key2> trsm_{runtime_, "trsm"}, syrk_{runtime_, "syrk"};
  gusset::TaskGraph<Key3> gemm_{runtime_, "gemm"};
};

}  // namespace

void factorize_with_graph(gusset::Runtime& runtime, const Matrix& a) {
  Factorization(runtime, a).run();
}

}  // namespace cholesky
