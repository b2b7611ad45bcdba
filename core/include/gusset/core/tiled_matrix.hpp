#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/detail/tile_store.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tile.hpp"

namespace gusset {

/// The shape of a tile, from which kernels' views are made when they run.
template <class T>
struct TileShape {
  std::size_t rows = 0;
  std::size_t columns = 0;

  Tile<T> view(void* data) const { return {static_cast<T*>(data), rows, columns, rows}; }
};

/// One tile of a matrix, to be accessed by tasks and waited for; says nothing about where its contents are.
template <class T>
class TileReference {
 public:
  TileReference(detail::HandleState& state, std::size_t rows, std::size_t columns)
      : state_(&state), rows_(rows), columns_(columns) {}

  detail::HandleState& state() const { return *state_; }
  TileShape<T> contents() const { return {rows_, columns_}; }
  TileShape<const T> constant_contents() const { return {rows_, columns_}; }

  HandleId id() const { return state_->id; }
  const std::string& name() const { return state_->name; }
  std::uint64_t size_bytes() const { return state_->size_bytes; }
  NodeId owner() const { return state_->owner; }

 private:
  detail::HandleState* state_;
  std::size_t rows_;
  std::size_t columns_;
};

/// A matrix in tiles, each contiguous and column-major, aligned to 64 bytes, with a handle named "A(i,j)".
/// Tiles differ by one row and column at most, the larger ones first. Tile (i, j) is owned by node
/// grid().owner(i, j), or as a function says. Where the runtime has no data no memory is taken. Contents are
/// indeterminate until init or a task sets them. Movable. Its destruction waits for the tasks that use it.
/// Arguments that make no matrix are refused by UsageError.
template <class T>
class TiledMatrix {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
                !std::is_const_v<T>);
  using Owner = std::function<NodeId(std::size_t i, std::size_t j)>;

  /// The lower triangle of a symmetric n × n matrix in blocks × blocks tiles: those with i ≥ j. 1 ≤ blocks ≤
  /// n.
  static TiledMatrix lower(Runtime& runtime, std::string name, std::size_t n, std::size_t blocks,
                           const Owner& owner = {}) {
    return TiledMatrix({&runtime, std::move(name), {n, blocks}, {n, blocks}, true, sizeof(T)}, owner);
  }
  /// All tiles of a rows × columns matrix.
  static TiledMatrix full(Runtime& runtime, std::string name, std::size_t rows, std::size_t columns,
                          std::size_t row_blocks, std::size_t column_blocks, const Owner& owner = {}) {
    return TiledMatrix(
        {&runtime, std::move(name), {rows, row_blocks}, {columns, column_blocks}, false, sizeof(T)}, owner);
  }

  const std::string& name() const { return store_->name(); }
  std::size_t rows() const { return store_->row_blocks().size; }
  std::size_t columns() const { return store_->column_blocks().size; }
  std::size_t row_blocks() const { return store_->row_blocks().blocks; }
  std::size_t column_blocks() const { return store_->column_blocks().blocks; }
  std::size_t first_row(std::size_t i) const { return store_->row_blocks().begin(i); }
  std::size_t first_column(std::size_t j) const { return store_->column_blocks().begin(j); }
  std::size_t tile_rows(std::size_t i) const { return store_->row_blocks().length(i); }
  std::size_t tile_columns(std::size_t j) const { return store_->column_blocks().length(j); }

  /// Tile (i, j), for a task's access. UsageError where there is none.
  TileReference<T> operator()(std::size_t i, std::size_t j) const {
    return {store_->state(i, j), tile_rows(i), tile_columns(j)};
  }

  /// The contents of tile (i, j), for checks outside of tasks once these are waited for. UsageError where the
  /// runtime has no data.
  Tile<T> tile(std::size_t i, std::size_t j) const {
    return TileShape<T>{tile_rows(i), tile_columns(j)}.view(store_->contents(i, j));
  }

  /// Calls fill(i, j, tile, first_row, first_column) for every tile, where there is data; no task, and not
  /// counted as one. Waits for the tasks that use a tile first.
  template <class Fill>
  void init(Fill&& fill) {
    if (!store_->runtime().has_data()) return;
    for (std::size_t j = 0; j < column_blocks(); ++j) {
      for (std::size_t i = store_->first_block_row(j); i < row_blocks(); ++i) {
        store_->runtime().wait((*this)(i, j));
        fill(i, j, tile(i, j), first_row(i), first_column(j));
      }
    }
  }

 private:
  TiledMatrix(detail::TileStore::Layout layout, const Owner& owner)
      : store_(std::make_unique<detail::TileStore>(std::move(layout), owner)) {}
  std::unique_ptr<detail::TileStore> store_;
};

}  // namespace gusset
