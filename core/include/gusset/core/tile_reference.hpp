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
/// A tile that has parts, where one without was expected.
UsageError has_parts(const HandleState& tile);
/// A tile without parts, where they were asked for.
UsageError has_no_parts(const HandleState& tile);
/// Parts that are not there.
UsageError no_such_part(const HandleState& whole, std::size_t i, std::size_t j);
}  // namespace detail

/// Makes views of a tile, from its handle, when tasks run. Empty, so that tasks are small.
template <class T>
struct TileShape {
  /// For kernels. A tile that has parts is no single column-major block: UsageError.
  Tile<T> view(void* data, const HandleState& tile) const {
    if (tile.parts != nullptr) throw detail::has_parts(tile);
    return {static_cast<T*>(data), tile.rows, tile.columns, tile.rows};
  }
  /// For tasks that split (tile_parts.hpp). UsageError where it has none.
  TileParts<T> parts(HandleState& tile) const;
};

/// One tile of a matrix, to be accessed by tasks and waited for; says nothing about where its contents are.
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
  /// Its parts (tile_parts.hpp). UsageError where it has none.
  TileParts<T> parts() const;

 private:
  HandleState* state_;
};

}  // namespace gusset
