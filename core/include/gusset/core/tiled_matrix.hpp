#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "gusset/core/blocks.hpp"
#include "gusset/core/data/tile_store.hpp"
#include "gusset/core/data_options.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tile.hpp"
#include "gusset/core/tile_parts.hpp"
#include "gusset/core/tile_reference.hpp"

namespace gusset {

/// A matrix in tiles, each contiguous and column-major, aligned to 64 bytes, with a handle named "A(i,j)".
/// Tiles differ by one row and column at most, the larger ones first. Tile (i, j) is owned by node
/// grid().owner(i, j), or as a function says.
///
/// Blocks of several levels, {8, 4}, cut each tile again: it has parts "A(i,j)(k,l)", tiles with handles of
/// their own and the same owner. Contents are contiguous level by level, those of a tile one part after the
/// other, column by column; only the innermost tiles are column-major, and kernels get views of these alone.
/// Tasks that access a tile with parts split (see TileParts).
///
/// Contents are in the runtime's pool, or where DataOptions say; where the runtime has no data no memory is
/// taken. They are indeterminate until init or a task sets them. Movable. Its destruction waits for the tasks
/// that use it. Arguments that make no matrix are refused by UsageError.
template <class T>
class TiledMatrix {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
                !std::is_const_v<T>);
  using Owner = std::function<NodeId(std::size_t i, std::size_t j)>;

  /// The lower triangle of a symmetric n × n matrix in blocks × blocks tiles: those with i ≥ j. Tiles on the
  /// diagonal are stored in full and have all their parts. 1 ≤ blocks ≤ n.
  static TiledMatrix lower(Runtime& runtime, std::string name, std::size_t n, const Blocks& blocks,
                           const Owner& owner = {}, const DataOptions& options = {}) {
    return TiledMatrix({&runtime, std::move(name), n, n, blocks, blocks, true, sizeof(T), options}, owner);
  }
  /// All tiles of a rows × columns matrix.
  static TiledMatrix full(Runtime& runtime, std::string name, std::size_t rows, std::size_t columns,
                          const Blocks& row_blocks, const Blocks& column_blocks, const Owner& owner = {},
                          const DataOptions& options = {}) {
    return TiledMatrix(
        {&runtime, std::move(name), rows, columns, row_blocks, column_blocks, false, sizeof(T), options},
        owner);
  }

  const std::string& name() const { return store_->name(); }
  std::size_t rows() const { return store_->row_blocks().size; }
  std::size_t columns() const { return store_->column_blocks().size; }
  /// 1 where tiles have no parts.
  std::size_t levels() const { return store_->levels(); }
  std::size_t row_blocks() const { return store_->row_blocks().blocks; }
  std::size_t column_blocks() const { return store_->column_blocks().blocks; }
  std::size_t first_row(std::size_t i) const { return store_->row_blocks().begin(i); }
  std::size_t first_column(std::size_t j) const { return store_->column_blocks().begin(j); }
  std::size_t tile_rows(std::size_t i) const { return store_->row_blocks().length(i); }
  std::size_t tile_columns(std::size_t j) const { return store_->column_blocks().length(j); }

  /// Tile (i, j), for a task's access. UsageError where there is none.
  TileReference<T> operator()(std::size_t i, std::size_t j) const {
    return TileReference<T>(store_->state(i, j));
  }

  /// The contents of tile (i, j), for checks outside of tasks once these are waited for. UsageError where the
  /// runtime has no data, and where the tile has parts.
  Tile<T> tile(std::size_t i, std::size_t j) const { return tile((*this)(i, j)); }
  /// The same of any tile: a.tile(a(1, 2).parts()(0, 3)).
  Tile<T> tile(const TileReference<T>& tile) const {
    return tile.contents().view(store_->contents(tile.state()), tile.state());
  }
  /// One element, wherever it is stored; as slow as checks may be.
  T& element(std::size_t row, std::size_t column) const {
    const detail::TileStore::Leaf leaf = store_->leaf_of(row, column);
    return tile(TileReference<T>(*leaf.state))(row - leaf.first_row, column - leaf.first_column);
  }

  /// Calls fill(i, j, tile, first_row, first_column) for every tile, of the innermost level where there are
  /// several: i and j then count these. Only where there is data; no task, and not counted as one. Waits for
  /// the tasks that use a tile first.
  template <class Fill>
  void init(Fill&& fill) {
    if (!store_->runtime().has_data()) return;
    store_->for_each_idle_leaf([&](const detail::TileStore::Leaf& leaf) {
      fill(leaf.i, leaf.j, tile(TileReference<T>(*leaf.state)), leaf.first_row, leaf.first_column);
    });
  }

 private:
  TiledMatrix(detail::TileStore::Layout layout, const Owner& owner)
      : store_(std::make_unique<detail::TileStore>(std::move(layout), owner)) {}
  std::unique_ptr<detail::TileStore> store_;
};

}  // namespace gusset
