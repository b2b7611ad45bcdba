#pragma once
#include "factorize.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tile.hpp"
#include "gusset/core/tile_parts.hpp"

namespace cholesky {

// The four operations on tiles. Each is a kernel, and a split into the same operations on the parts of the
// tiles where these have parts: one definition for every level.

struct Syrk {
  gusset::Runtime* runtime;
  Updates updates;
  void operator()(gusset::Tile<const double> a, gusset::Tile<double> c) const;
  void split(gusset::TileParts<const double> a, gusset::TileParts<double> c) const;
};

struct Gemm {
  gusset::Runtime* runtime;
  Updates updates;
  void operator()(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c) const;
  void split(gusset::TileParts<const double> a, gusset::TileParts<const double> b,
             gusset::TileParts<double> c) const;
};

struct Trsm {
  gusset::Runtime* runtime;
  Updates updates;
  void operator()(gusset::Tile<const double> l, gusset::Tile<double> b) const;
  void split(gusset::TileParts<const double> l, gusset::TileParts<double> b) const;
};

struct Potrf {
  gusset::Runtime* runtime;
  Updates updates;
  void operator()(gusset::Tile<double> a) const;
  void split(gusset::TileParts<double> a) const;

  /// Submits column `i` of the factorization of a matrix, or of the parts of a tile: what updates its tiles,
  /// then what makes them a part of L.
  template <class Tiles>
  void column(const Tiles& a, std::size_t blocks, std::size_t i) const;
};

}  // namespace cholesky
