#pragma once
#include <cstddef>

#include "gusset/core/data/blocking.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/tile_reference.hpp"

namespace gusset {

/// The parts of a tile, as tasks that split see them. Parts are tiles that differ by at most one row and one
/// column, larger ones first; they may have parts themselves. T is const for read accesses. A small value;
/// the whole must outlive it.
template <class T>
class TileParts {
 public:
  /// Throws UsageError if the tile has no parts.
  explicit TileParts(HandleState& whole) : whole_(&whole) {
    if (whole.parts == nullptr) throw detail::has_no_parts(whole);
  }

  std::size_t rows() const { return whole_->part_rows; }
  std::size_t columns() const { return whole_->part_columns; }

  /// Part (i, j), for a task's access. Throws UsageError if it does not exist.
  TileReference<T> operator()(std::size_t i, std::size_t j) const {
    if (i >= rows() || j >= columns()) throw detail::no_such_part(*whole_, i, j);
    return TileReference<T>(whole_->parts[i + j * rows()]);
  }

  std::size_t tile_rows(std::size_t i) const { return row_blocking().length(i); }
  std::size_t tile_columns(std::size_t j) const { return column_blocking().length(j); }
  /// Position within the whole.
  std::size_t first_row(std::size_t i) const { return row_blocking().begin(i); }
  std::size_t first_column(std::size_t j) const { return column_blocking().begin(j); }

 private:
  detail::Blocking row_blocking() const { return {whole_->rows, rows()}; }
  detail::Blocking column_blocking() const { return {whole_->columns, columns()}; }

  HandleState* whole_;
};

template <class T>
TileParts<T> TileShape<T>::parts(HandleState& tile) const {
  return TileParts<T>(tile);
}

template <class T>
TileParts<T> TileReference<T>::parts() const {
  return TileParts<T>(*state_);
}

}  // namespace gusset
