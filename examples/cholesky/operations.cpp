#include "operations.hpp"

#include <cstddef>

#include "gusset/core/task.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "kernels.hpp"

namespace cholesky {
namespace {

using TileOf = gusset::TileReference<double>;
using ConstantTile = gusset::TileReference<const double>;
using Parts = gusset::TileParts<double>;
using ConstantParts = gusset::TileParts<const double>;

struct Types {
  gusset::TaskType syrk{"syrk"};
  gusset::TaskType gemm{"gemm"};
  gusset::TaskType potrf{"potrf"};
  gusset::TaskType trsm{"trsm"};
};

const Types& types() {
  static const Types all;
  return all;
}

auto update(const TileOf& tile, Updates updates) {
  return updates == Updates::add ? add(tile) : write(tile);
}

void submit_syrk(const Syrk& syrk, const auto& a, const TileOf& c) {
  syrk.runtime->submit(types().syrk(syrk_flops(c.rows(), a.columns())), syrk, read(a),
                       update(c, syrk.updates));
}

void submit_gemm(const Gemm& gemm, const auto& a, const auto& b, const TileOf& c) {
  gemm.runtime->submit(types().gemm(gemm_flops(c.rows(), c.columns(), a.columns())), gemm, read(a), read(b),
                       update(c, gemm.updates));
}

void submit_trsm(const Trsm& trsm, const auto& l, const TileOf& b) {
  trsm.runtime->submit(types().trsm(trsm_flops(b.rows(), b.columns())), trsm, read(l), write(b));
}

void submit_potrf(const Potrf& potrf, const TileOf& a) {
  potrf.runtime->submit(types().potrf(potrf_flops(a.rows())), potrf, write(a));
}

}  // namespace

void Syrk::operator()(gusset::Tile<const double> a, gusset::Tile<double> c) const {
  subtract_square(a, c);
}

void Syrk::split(ConstantParts a, Parts c) const {
  for (std::size_t k = 0; k < a.columns(); ++k) {
    for (std::size_t j = 0; j < c.columns(); ++j) {
      submit_syrk(*this, a(j, k), c(j, j));
      for (std::size_t i = j + 1; i < c.rows(); ++i) {
        submit_gemm(Gemm{runtime, updates}, a(i, k), a(j, k), c(i, j));
      }
    }
  }
}

void Gemm::operator()(gusset::Tile<const double> a, gusset::Tile<const double> b,
                      gusset::Tile<double> c) const {
  subtract_product(a, b, c);
}

void Gemm::split(ConstantParts a, ConstantParts b, Parts c) const {
  for (std::size_t k = 0; k < a.columns(); ++k) {
    for (std::size_t j = 0; j < c.columns(); ++j) {
      for (std::size_t i = 0; i < c.rows(); ++i) submit_gemm(*this, a(i, k), b(j, k), c(i, j));
    }
  }
}

void Trsm::operator()(gusset::Tile<const double> l, gusset::Tile<double> b) const {
  solve(l, b);
}

void Trsm::split(ConstantParts l, Parts b) const {
  for (std::size_t k = 0; k < b.columns(); ++k) {
    for (std::size_t i = 0; i < b.rows(); ++i) {
      for (std::size_t j = 0; j < k; ++j) submit_gemm(Gemm{runtime, updates}, b(i, j), l(k, j), b(i, k));
      submit_trsm(*this, l(k, k), b(i, k));
    }
  }
}

void Potrf::operator()(gusset::Tile<double> a) const {
  factorize(a);
}

void Potrf::split(Parts a) const {
  for (std::size_t i = 0; i < a.columns(); ++i) column(a, a.columns(), i);
}

template <class Tiles>
void Potrf::column(const Tiles& a, std::size_t blocks, std::size_t i) const {
  for (std::size_t j = 0; j < i; ++j) {
    submit_syrk(Syrk{runtime, updates}, a(i, j), a(i, i));
    for (std::size_t k = i + 1; k < blocks; ++k) {
      submit_gemm(Gemm{runtime, updates}, a(k, j), a(i, j), a(k, i));
    }
  }
  submit_potrf(*this, a(i, i));
  for (std::size_t j = i + 1; j < blocks; ++j) submit_trsm(Trsm{runtime, updates}, a(i, i), a(j, i));
}

template void Potrf::column(const gusset::TiledMatrix<double>& a, std::size_t blocks, std::size_t i) const;

}  // namespace cholesky
