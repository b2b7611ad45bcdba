#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/tile.hpp"

namespace gusset {

template <class T>
class TileParts;

namespace detail {
/// The error for a tile with parts where a tile without parts was expected.
UsageError has_parts(const HandleState& tile);
/// The error for a tile without parts whose parts were requested.
UsageError has_no_parts(const HandleState& tile);
/// The error for a part that does not exist.
UsageError no_such_part(const HandleState& whole, std::size_t i, std::size_t j);
}  // namespace detail

/// Makes views of a tile from its handle when tasks run. Empty, so that tasks stay small.
template <class T>
struct TileShape {
  /// For kernels. Throws UsageError for a tile that has parts, because it is not a single column-major block.
  Tile<T> view(void* data, const HandleState& tile) const {
    if (tile.parts != nullptr) throw detail::has_parts(tile);
    return {static_cast<T*>(data), tile.rows, tile.columns, tile.rows};
  }
  /// For tasks that split (tile_parts.hpp). Throws UsageError if the tile has no parts.
  TileParts<T> parts(HandleState& tile) const;
};

/// One tile of a matrix, for tasks to access and programs to wait for. It does not know where the contents
/// are.
template <class T>
class TileReference {
 public:
  explicit TileReference(HandleState& state) : state_(&state) {}

  HandleState& state() const { return *state_; }
  TileShape<T> contents() const { return {}; }
  TileShape<const T> constant_contents() const { return {}; }

  HandleId id() const { return state_->id; }
  const std::string& name() const { return state_->name; }
  std::uint64_t size_bytes() const { return state_->size_bytes; }
  NodeId owner() const { return state_->owner; }
  std::size_t rows() const { return state_->rows; }
  std::size_t columns() const { return state_->columns; }

  bool has_parts() const { return state_->parts != nullptr; }
  /// The tile's parts (tile_parts.hpp). Throws UsageError if it has none.
  TileParts<T> parts() const;

 private:
  HandleState* state_;
};

}  // namespace gusset
