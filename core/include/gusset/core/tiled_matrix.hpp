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

/// A matrix in tiles. Each tile is contiguous and column-major, aligned to 64 bytes, and has a handle named
/// "A(i,j)". Tiles differ by at most one row and one column, larger ones first. Node grid().owner(i, j) owns
/// tile (i, j), unless an owner function says otherwise.
///
/// Blocks with several levels, {8, 4}, cut each tile again into parts "A(i,j)(k,l)": tiles with their own
/// handles and the same owner. Contents are contiguous level by level: a tile's contents are those of its
/// parts, one after the other, column by column. Only the innermost tiles are column-major, and kernels get
/// views of these alone. Tasks that access a tile with parts split (see TileParts).
///
/// Contents are in the runtime's pool, or where DataOptions say. A runtime without data allocates no memory.
/// Contents are indeterminate until init or a task sets them. Movable. The destructor waits for the tasks
/// that use the matrix. Throws UsageError for arguments that do not describe a matrix.
template <class T>
class TiledMatrix {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
                !std::is_const_v<T>);
  using Owner = std::function<NodeId(std::size_t i, std::size_t j)>;

  /// The lower triangle of a symmetric n × n matrix in blocks × blocks tiles: the tiles with i ≥ j. Diagonal
  /// tiles are stored in full and have all their parts. Requires 1 ≤ blocks ≤ n.
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
  /// 1 if tiles have no parts.
  std::size_t levels() const { return store_->levels(); }
  std::size_t row_blocks() const { return store_->row_blocks().blocks; }
  std::size_t column_blocks() const { return store_->column_blocks().blocks; }
  std::size_t first_row(std::size_t i) const { return store_->row_blocks().begin(i); }
  std::size_t first_column(std::size_t j) const { return store_->column_blocks().begin(j); }
  std::size_t tile_rows(std::size_t i) const { return store_->row_blocks().length(i); }
  std::size_t tile_columns(std::size_t j) const { return store_->column_blocks().length(j); }

  /// Tile (i, j), for a task's access. Throws UsageError if it does not exist.
  TileReference<T> operator()(std::size_t i, std::size_t j) const {
    return TileReference<T>(store_->state(i, j));
  }

  /// The contents of tile (i, j), for checks outside of tasks, after waiting for the tasks that use it.
  /// Throws UsageError if the runtime has no data or the tile has parts.
  Tile<T> tile(std::size_t i, std::size_t j) const { return tile((*this)(i, j)); }
  /// The contents of any tile: a.tile(a(1, 2).parts()(0, 3)).
  Tile<T> tile(const TileReference<T>& tile) const {
    return tile.contents().view(store_->contents(tile.state()), tile.state());
  }
  /// One element, wherever it is stored. Slow; meant for checks.
  T& element(std::size_t row, std::size_t column) const {
    const detail::TileStore::Leaf leaf = store_->leaf_of(row, column);
    return tile(TileReference<T>(*leaf.state))(row - leaf.first_row, column - leaf.first_column);
  }

  /// Calls fill(i, j, tile, first_row, first_column) for every tile, or for every innermost tile if there are
  /// several levels; i and j then count innermost tiles. Calls nothing without data. This is not a task, and
  /// no statistics count it. Waits first for the tasks that use each tile. If each node is a process, each
  /// fills the tiles that it owns.
  template <class Fill>
  void init(Fill&& fill) {
    store_->fill_leaves([&](const detail::TileStore::Leaf& leaf) {
      fill(leaf.i, leaf.j, tile(TileReference<T>(*leaf.state)), leaf.first_row, leaf.first_column);
    });
  }

 private:
  TiledMatrix(detail::TileStore::Layout layout, const Owner& owner)
      : store_(std::make_unique<detail::TileStore>(std::move(layout), owner)) {}
  std::unique_ptr<detail::TileStore> store_;
};

}  // namespace gusset
