#include "gusset/core/detail/tile_store.hpp"

#include <cstdint>
#include <utility>

#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset::detail {

namespace {

// Sizes and distances within a matrix must fit a signed number of 64 bits, and handles one of 32 bits.
constexpr std::size_t max_bytes = INT64_MAX;
constexpr std::size_t max_tiles = UINT32_MAX;

std::size_t round_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

void check_blocking(const Runtime& runtime, const std::string& name, const char* what,
                    const Blocking& blocking) {
  if (blocking.blocks >= 1 && blocking.blocks <= blocking.size) return;
  if (blocking.size == 0)
    runtime.refuse(UsageError(name + ": expected at least one " + what + ", found none"));
  runtime.refuse(UsageError(name + ": expected 1 to " + std::to_string(blocking.size) + " blocks of " +
                            std::to_string(blocking.size) + " " + what + "s, found " +
                            std::to_string(blocking.blocks)));
}

}  // namespace

TileStore::TileStore(Layout layout, const std::function<NodeId(std::size_t, std::size_t)>& owner)
    : layout_(std::move(layout)) {
  check();
  const ProcessGrid grid = runtime().grid();
  const std::size_t count = tiles();
  states_ = std::make_unique<HandleState[]>(count);
  if (runtime().has_data()) {
    std::size_t bytes = 0;
    for (std::size_t j = 0; j < layout_.columns.blocks; ++j) {
      for (std::size_t i = first_block_row(j); i < layout_.rows.blocks; ++i)
        bytes += round_up(tile_bytes(i, j), alignment);
    }
    memory_.reset(static_cast<std::byte*>(::operator new (bytes, std::align_val_t{alignment})));
  }
  std::byte* next = memory_.get();
  std::size_t attached = 0;
  try {
    for (std::size_t i = 0; i < layout_.rows.blocks; ++i) {
      const std::size_t columns = layout_.is_lower ? i + 1 : layout_.columns.blocks;
      for (std::size_t j = 0; j < columns; ++j, ++attached) {
        HandleState& tile = states_[attached];
        const std::size_t bytes = tile_bytes(i, j);
        if (next != nullptr) {
          tile.data = next;
          next += round_up(bytes, alignment);
        }
        runtime().attach(tile, tile_name(i, j), bytes, owner ? owner(i, j) : grid.owner(i, j));
      }
    }
  } catch (...) {
    detach(attached);
    throw;
  }
}

TileStore::~TileStore() {
  detach(tiles());
}

void TileStore::detach(std::size_t count) noexcept {
  for (std::size_t tile = 0; tile < count; ++tile) Runtime::detach(states_[tile]);
}

void TileStore::check() const {
  const Blocking& rows = layout_.rows;
  const Blocking& columns = layout_.columns;
  check_blocking(runtime(), name(), "row", rows);
  check_blocking(runtime(), name(), "column", columns);
  // Tiles are rounded up to `alignment`: one more element's worth of room per tile covers it, as there are no
  // more tiles than elements.
  const std::size_t widest = layout_.element_bytes + alignment;
  if (rows.size > max_bytes / widest / columns.size || rows.blocks > max_tiles / columns.blocks) {
    runtime().refuse(
        UsageError(name() + ": expected a matrix of less than 2^63 bytes and 2^32 tiles, found " +
                   std::to_string(rows.size) + " x " + std::to_string(columns.size) + " in " +
                   std::to_string(rows.blocks) + " x " + std::to_string(columns.blocks) + " tiles"));
  }
}

std::size_t TileStore::tiles() const {
  const std::size_t rows = layout_.rows.blocks;
  return layout_.is_lower ? rows * (rows + 1) / 2 : rows * layout_.columns.blocks;
}

std::size_t TileStore::position(std::size_t i, std::size_t j) const {
  if (i >= layout_.rows.blocks || j >= layout_.columns.blocks || (layout_.is_lower && j > i)) {
    runtime().refuse(UsageError(tile_name(i, j) + ": expected a tile of " +
                                std::to_string(layout_.rows.blocks) + " x " +
                                std::to_string(layout_.columns.blocks) +
                                (layout_.is_lower ? ", in the lower triangle" : "") + ", found none there"));
  }
  return layout_.is_lower ? i * (i + 1) / 2 + j : i * layout_.columns.blocks + j;
}

HandleState& TileStore::state(std::size_t i, std::size_t j) const {
  return states_[position(i, j)];
}

void* TileStore::contents(std::size_t i, std::size_t j) const {
  HandleState& tile = state(i, j);
  if (tile.data == nullptr) {
    runtime().refuse(UsageError(
        tile.name + ": expected a runtime that has data, found one without (guard checks by has_data())"));
  }
  return tile.data;
}

std::string TileStore::tile_name(std::size_t i, std::size_t j) const {
  return layout_.name + "(" + std::to_string(i) + "," + std::to_string(j) + ")";
}

std::size_t TileStore::tile_bytes(std::size_t i, std::size_t j) const {
  return layout_.rows.length(i) * layout_.columns.length(j) * layout_.element_bytes;
}

}  // namespace gusset::detail
