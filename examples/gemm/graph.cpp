// Each node handles only its own tasks and messages. Each tile of A and B goes once to each node that
// multiplies it, and each partial sum to the node of its tile of C.
//
//     send A(i,k) ─► gemm(i,j,k) ◄─ send B(k,j)
//                         ▼
//                    gemm(i,j,k+R) …   the layer's other products, in order
//                         ▼
//                    add(i,j,layer) …  in layer 0, the layers' partial sums, in order
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/node_tiles.hpp"
#include "gusset/core/active_message.hpp"
#include "gusset/core/task_graph.hpp"
#include "kernels.hpp"
#include "products.hpp"

namespace gemm {
namespace {

using Block = std::array<std::size_t, 2>;    // row and column
using Product = std::array<std::size_t, 3>;  // row and column of C, and k
using Sum = std::array<std::size_t, 3>;      // row and column of C, and the layer
using Tiles = examples::NodeTiles<Matrix>;

class Products {
 public:
  Products(gusset::Runtime& runtime, const Matrix& a, const Matrix& b, const Matrix& c)
      : runtime_(runtime),
        grid_(runtime.grid()),
        n_(a.column_blocks()),
        layers_(std::min<std::size_t>(grid_.r, n_)),
        matrix_(c),
        a_(runtime, a),
        b_(runtime, b),
        sums_(layers_, Tiles(runtime, c)) {
    define_sends();
    define_products();
  }

  void run() {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        send_a_.fulfil({i, j});
        send_b_.fulfil({i, j});
      }
    }
    runtime_.wait();
  }

 private:
  /// The node that the calling function runs on.
  gusset::NodeId here() const { return runtime_.engine().place(); }
  /// Earlier steps come first.
  std::int32_t priority(std::size_t k) const { return static_cast<std::int32_t>(n_ - k); }

  void define_sends() {
    send_a_.define({.in_degree = [](const Block&) { return 1u; },
                    .node = [this](const Block& a) { return grid_.owner(a[0], a[1]); },
                    .work = [](const Block&) { return 1.0; },  // close to nothing
                    .priority = [this](const Block& a) { return priority(a[1]); },
                    .then = [this](const Block& a) { send_a(a[0], a[1]); }});
    send_b_.define({.in_degree = [](const Block&) { return 1u; },
                    .node = [this](const Block& b) { return grid_.owner(b[0], b[1]); },
                    .work = [](const Block&) { return 1.0; },
                    .priority = [this](const Block& b) { return priority(b[0]); },
                    .then = [this](const Block& b) { send_b(b[0], b[1]); }});
    a_message_.define({.memory = [this](std::size_t i, std::size_t k) { return a_.make(i, k); },
                       .then = [this](std::size_t i, std::size_t k) { use_a(i, k); }});
    b_message_.define({.memory = [this](std::size_t k, std::size_t j) { return b_.make(k, j); },
                       .then = [this](std::size_t k, std::size_t j) { use_b(k, j); }});
  }
  void send_a(std::size_t i, std::size_t k) {
    for (std::size_t j = 0; j < std::min<std::size_t>(n_, grid_.q); ++j) {
      const gusset::NodeId to = grid_.owner(i, j, k);
      if (to == here()) {
        use_a(i, k);
      } else {
        a_message_.send(to, a_.contents(i, k), i, k);
      }
    }
  }
  void send_b(std::size_t k, std::size_t j) {
    for (std::size_t i = 0; i < std::min<std::size_t>(n_, grid_.p); ++i) {
      const gusset::NodeId to = grid_.owner(i, j, k);
      if (to == here()) {
        use_b(k, j);
      } else {
        b_message_.send(to, b_.contents(k, j), k, j);
      }
    }
  }
  // This node now has the tile: fulfils one dependency of each product here that reads it.
  void use_a(std::size_t i, std::size_t k) {
    for (std::size_t j = 0; j < n_; ++j) {
      if (grid_.owner(i, j, k) == here()) gemm_.fulfil({i, j, k});
    }
  }
  void use_b(std::size_t k, std::size_t j) {
    for (std::size_t i = 0; i < n_; ++i) {
      if (grid_.owner(i, j, k) == here()) gemm_.fulfil({i, j, k});
    }
  }

  void define_products() {
    gemm_.define({.in_degree = [this](const Product& p) { return p[2] < grid_.r ? 2u : 3u; },
                  .node = [this](const Product& p) { return grid_.owner(p[0], p[1], p[2]); },
                  .work =
                      [this](const Product& p) {
                        return multiply_flops(matrix_.tile_rows(p[0]), matrix_.tile_columns(p[1]),
                                              matrix_.tile_rows(p[2]));
                      },
                  .priority = [this](const Product& p) { return priority(p[2]); },
                  .run = [this](const Product& p) { compute(p[0], p[1], p[2]); },
                  .then = [this](const Product& p) { after_product(p[0], p[1], p[2]); }});
    sum_message_.define({.memory = [this](const Sum& s) { return sums_[s[2]].make(s[0], s[1]); },
                         .then = [this](const Sum& s) { add_.fulfil(s); },
                         .sent = [this](const Sum& s) { sums_[s[2]].drop(s[0], s[1]); }});
    add_.define(
        {.in_degree = [](const Sum&) { return 2u; },
         .node = [this](const Sum& s) { return grid_.owner(s[0], s[1]); },
         .work =
             [this](const Sum& s) { return add_flops(matrix_.tile_rows(s[0]), matrix_.tile_columns(s[1])); },
         .run =
             [this](const Sum& s) {
               add(sums_[s[2]](s[0], s[1]), sums_[0].writable(s[0], s[1]));
               sums_[s[2]].drop(s[0], s[1]);
             },
         .then = [this](const Sum& s) { after_layer(s[0], s[1], s[2]); }});
  }
  void compute(std::size_t i, std::size_t j, std::size_t k) {
    const std::size_t layer = k % grid_.r;
    if (layer > 0 && layer == k) sums_[layer].make(i, j);  // the layer's first product
    multiply(a_(i, k), b_(k, j), sums_[layer].writable(i, j));
  }
  void after_product(std::size_t i, std::size_t j, std::size_t k) {
    const std::size_t layer = k % grid_.r;
    if (k + grid_.r < n_) {
      gemm_.fulfil({i, j, k + grid_.r});
    } else if (layer == 0) {
      after_layer(i, j, 0);
    } else {
      sum_message_.send(grid_.owner(i, j), sums_[layer].contents(i, j), {i, j, layer});
    }
  }
  void after_layer(std::size_t i, std::size_t j, std::size_t layer) {
    if (layer + 1 < layers_) add_.fulfil({i, j, layer + 1});
  }

  gusset::Runtime& runtime_;
  gusset::ProcessGrid grid_;
  std::size_t n_;       // blocks per row
  std::size_t layers_;  // that have products
  const Matrix& matrix_;
  Tiles a_, b_;
  std::vector<Tiles> sums_;  // one per layer; layer 0's is C
  gusset::LargeMessage<double, std::size_t, std::size_t> a_message_{runtime_, "A"}, b_message_{runtime_, "B"};
  gusset::LargeMessage<double, Sum> sum_message_{runtime_, "partial sum"};
  gusset::TaskGraph<Block> send_a_{runtime_, "send A"}, send_b_{runtime_, "send B"};
  gusset::TaskGraph<Product> gemm_{runtime_, "gemm"};
  gusset::TaskGraph<Sum> add_{runtime_, "add"};
};

}  // namespace

void multiply_with_graph(gusset::Runtime& runtime, const Matrix& a, const Matrix& b, const Matrix& c) {
  Products(runtime, a, b, c).run();
}

}  // namespace gemm
