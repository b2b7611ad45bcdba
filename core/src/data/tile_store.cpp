#include "gusset/core/data/tile_store.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "data/retired.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tile_reference.hpp"

namespace gusset::detail {

namespace {

// Sizes and distances within a matrix must fit a signed 64-bit number, and the number of handles a 32-bit
// number.
constexpr std::size_t max_matrix_bytes = INT64_MAX;
constexpr std::size_t max_tiles = UINT32_MAX;

std::size_t round_up(std::size_t bytes) {
  return (bytes + tile_alignment - 1) / tile_alignment * tile_alignment;
}

void set_shape(HandleState& tile, std::size_t rows, std::size_t columns, std::size_t element_bytes) {
  tile.rows = rows;
  tile.columns = columns;
  tile.size_bytes = std::uint64_t{rows} * columns * element_bytes;
}

/// Adapts a tile to the data type that Runtime::wait takes.
struct Reference {
  HandleState* tile;
  HandleState& state() const { return *tile; }
};

Blocking row_parts(const HandleState& tile) {
  return {tile.rows, tile.part_rows};
}
Blocking column_parts(const HandleState& tile) {
  return {tile.columns, tile.part_columns};
}

/// Part (i, j) of a tile that has parts.
TileStore::Leaf part_of(const TileStore::Leaf& tile, std::size_t i, std::size_t j) {
  const Blocking rows = row_parts(*tile.state);
  const Blocking columns = column_parts(*tile.state);
  return {&tile.state->parts[i + j * rows.blocks], tile.i * rows.blocks + i, tile.j * columns.blocks + j,
          tile.first_row + rows.begin(i), tile.first_column + columns.begin(j)};
}

std::string at(std::size_t i, std::size_t j) {
  return "(" + std::to_string(i) + "," + std::to_string(j) + ")";
}

}  // namespace

std::size_t part_count(const HandleState& tile) {
  return std::size_t{tile.part_rows} * tile.part_columns;
}

std::size_t padded_bytes(const HandleState& tile) {
  if (tile.parts == nullptr) return round_up(tile.size_bytes);
  std::size_t bytes = 0;
  for (std::size_t part = 0; part < part_count(tile); ++part) bytes += padded_bytes(tile.parts[part]);
  return bytes;
}

std::byte* place_contents(HandleState& tile, std::byte* begin) {
  tile.data = begin;
  if (tile.parts == nullptr) return begin + round_up(tile.size_bytes);
  for (std::size_t part = 0; part < part_count(tile); ++part) begin = place_contents(tile.parts[part], begin);
  return begin;
}

TileStore::TileStore(Layout layout, const std::function<NodeId(std::size_t, std::size_t)>& owner)
    : layout_(std::move(layout)) {
  check();
  states_ = std::make_unique<HandleState[]>(handles());
  shape_tiles();
  shape_parts();
  if (runtime().has_data()) take_memory(owner);
  attach(owner);
}

TileStore::~TileStore() {
  detach(handles());
  retire(std::move(states_), handles());
}

void TileStore::shape_tiles() {
  for (std::size_t i = 0; i < row_blocks().blocks; ++i) {
    const std::size_t columns = layout_.is_lower ? i + 1 : column_blocks().blocks;
    for (std::size_t j = 0; j < columns; ++j) {
      set_shape(states_[position(i, j)], row_blocks().length(i), column_blocks().length(j),
                layout_.element_bytes);
    }
  }
}

void TileStore::shape_parts() {
  std::size_t next = tiles();  // where the next tile's parts go
  std::size_t tile = 0;
  for (std::size_t level = 1; level < levels(); ++level) {
    for (const std::size_t end = next; tile < end; ++tile) {
      HandleState& whole = states_[tile];
      whole.parts = &states_[next];
      whole.part_rows = static_cast<std::uint32_t>(layout_.row_blocks[level]);
      whole.part_columns = static_cast<std::uint32_t>(layout_.column_blocks[level]);
      const Blocking rows = row_parts(whole);
      const Blocking columns = column_parts(whole);
      for (std::size_t j = 0; j < columns.blocks; ++j) {
        for (std::size_t i = 0; i < rows.blocks; ++i, ++next) {
          states_[next].whole = &whole;
          set_shape(states_[next], rows.length(i), columns.length(j), layout_.element_bytes);
        }
      }
    }
  }
}

/// Takes memory for the tiles that this process owns.
void TileStore::take_memory(const std::function<NodeId(std::size_t, std::size_t)>& owner) {
  const Engine& engine = runtime().engine();
  std::vector<HandleState*> own;
  for (std::size_t i = 0; i < row_blocks().blocks; ++i) {
    const std::size_t columns = layout_.is_lower ? i + 1 : column_blocks().blocks;
    for (std::size_t j = 0; j < columns; ++j) {
      if (engine.holds(owner_of(i, j, owner))) own.push_back(&states_[position(i, j)]);
    }
  }
  std::pmr::memory_resource* resource = layout_.options.memory;
  if (resource == nullptr)
    resource = layout_.options.pooled ? &runtime().pool() : std::pmr::new_delete_resource();
  std::size_t bytes = 0;
  for (const HandleState* tile : own) bytes += padded_bytes(*tile);
  if (bytes == 0) return;
  memory_ = {static_cast<std::byte*>(resource->allocate(bytes, tile_alignment)), GiveBack{resource, bytes}};
  std::byte* next = memory_.get();
  for (HandleState* tile : own) next = place_contents(*tile, next);
}

NodeId TileStore::owner_of(std::size_t i, std::size_t j,
                           const std::function<NodeId(std::size_t, std::size_t)>& owner) const {
  return owner ? owner(i, j) : runtime().grid().owner(i, j);
}

void TileStore::attach(const std::function<NodeId(std::size_t, std::size_t)>& owner) {
  std::size_t attached = 0;
  try {
    for (std::size_t i = 0; i < row_blocks().blocks; ++i) {
      const std::size_t columns = layout_.is_lower ? i + 1 : column_blocks().blocks;
      for (std::size_t j = 0; j < columns; ++j, ++attached) {
        HandleState& tile = states_[attached];
        runtime().attach(tile, tile_name(i, j), tile.size_bytes, owner_of(i, j, owner));
      }
    }
    for (const std::size_t end = handles(); attached < end; ++attached) {
      HandleState& part = states_[attached];
      const HandleState& whole = *part.whole;
      const auto index = static_cast<std::size_t>(&part - whole.parts);
      runtime().attach(part, whole.name + at(index % whole.part_rows, index / whole.part_rows),
                       part.size_bytes, whole.owner);
    }
  } catch (...) {
    detach(attached);
    throw;
  }
}

/// Detaches wholes first: while one is in use, tasks may still submit tasks that use its parts.
void TileStore::detach(std::size_t count) noexcept {
  for (std::size_t tile = 0; tile < count; ++tile) Runtime::detach(states_[tile]);
  runtime().engine().removed_data();
}

void TileStore::check() const {
  const Blocks& rows = layout_.row_blocks;
  const Blocks& columns = layout_.column_blocks;
  if (rows.levels() == 0 || rows.levels() != columns.levels()) {
    runtime().refuse(UsageError(name() + ": expected rows and columns in the same number of levels, at " +
                                "least 1, found " + std::to_string(rows.levels()) + " and " +
                                std::to_string(columns.levels())));
  }
  check_blocks("row", layout_.rows, rows);
  check_blocks("column", layout_.columns, columns);
  // Leaves are rounded up to `tile_alignment`. An extra `tile_alignment` bytes per element covers that,
  // because there are no more leaves than elements.
  const std::size_t widest = layout_.element_bytes + tile_alignment;
  std::size_t leaf_rows = 1;  // at most the number of rows, as checked above
  std::size_t leaf_columns = 1;
  bool fits = layout_.rows <= max_matrix_bytes / widest / layout_.columns;
  std::size_t total = 0;
  for (std::size_t level = 0; fits && level < rows.levels(); ++level) {
    leaf_rows *= rows[level];
    leaf_columns *= columns[level];
    fits = leaf_rows <= (max_tiles - total) / leaf_columns;
    if (fits) total += leaf_rows * leaf_columns;
  }
  if (!fits) {
    std::string found = std::to_string(layout_.rows) + " x " + std::to_string(layout_.columns) + " in ";
    for (std::size_t level = 0; level < rows.levels(); ++level) {
      found +=
          (level == 0 ? "" : " of ") + std::to_string(rows[level]) + " x " + std::to_string(columns[level]);
    }
    runtime().refuse(UsageError(
        name() + ": expected a matrix of less than 2^63 bytes and 2^32 tiles, found " + found + " tiles"));
  }
}

void TileStore::check_blocks(const char* what, std::size_t size, const Blocks& blocks) const {
  if (size == 0) runtime().refuse(UsageError(name() + ": expected at least one " + what + ", found none"));
  std::size_t smallest = size;  // smallest block of the level above
  for (std::size_t level = 0; level < blocks.levels(); ++level) {
    if (blocks[level] == 0 || blocks[level] > smallest) {
      runtime().refuse(UsageError(name() + ": expected 1 to " + std::to_string(smallest) + " blocks of " +
                                  std::to_string(smallest) + " " + what + "s" +
                                  (level == 0 ? "" : " on level " + std::to_string(level + 1)) + ", found " +
                                  std::to_string(blocks[level])));
    }
    smallest /= blocks[level];
  }
}

std::size_t TileStore::tiles() const {
  const std::size_t rows = row_blocks().blocks;
  return layout_.is_lower ? rows * (rows + 1) / 2 : rows * column_blocks().blocks;
}

std::size_t TileStore::handles() const {
  std::size_t total = 0;
  std::size_t on_level = tiles();
  for (std::size_t level = 1; level < levels(); ++level) {
    total += on_level;
    on_level *= layout_.row_blocks[level] * layout_.column_blocks[level];
  }
  return total + on_level;
}

std::size_t TileStore::position(std::size_t i, std::size_t j) const {
  if (i >= row_blocks().blocks || j >= column_blocks().blocks || (layout_.is_lower && j > i)) {
    runtime().refuse(UsageError(tile_name(i, j) + ": expected one of " + std::to_string(row_blocks().blocks) +
                                " x " + std::to_string(column_blocks().blocks) + " tiles" +
                                (layout_.is_lower ? " in the lower triangle" : "") + ", found none there"));
  }
  return layout_.is_lower ? i * (i + 1) / 2 + j : i * column_blocks().blocks + j;
}

HandleState& TileStore::state(std::size_t i, std::size_t j) const {
  return states_[position(i, j)];
}

void* TileStore::contents(const HandleState& tile) const {
  if (!runtime().has_data()) {
    runtime().refuse(
        UsageError(tile.name + ": expected a runtime with data, found one without (check has_data() first)"));
  }
  if (tile.parts != nullptr) runtime().refuse(has_parts(tile));
  return runtime().engine().contents(const_cast<HandleState&>(tile));
}

TileStore::Leaf TileStore::leaf_of(std::size_t row, std::size_t column) const {
  if (row >= layout_.rows || column >= layout_.columns) {
    runtime().refuse(UsageError(name() + ": expected an element of a matrix of " +
                                std::to_string(layout_.rows) + " x " + std::to_string(layout_.columns) +
                                ", found " + at(row, column)));
  }
  const std::size_t i = row_blocks().block_of(row);
  const std::size_t j = column_blocks().block_of(column);
  Leaf leaf{&state(i, j), i, j, row_blocks().begin(i), column_blocks().begin(j)};
  while (leaf.state->parts != nullptr) {
    leaf = part_of(leaf, row_parts(*leaf.state).block_of(row - leaf.first_row),
                   column_parts(*leaf.state).block_of(column - leaf.first_column));
  }
  return leaf;
}

void TileStore::fill_leaves(const std::function<void(const Leaf&)>& fill) const {
  for (std::size_t j = 0; j < column_blocks().blocks; ++j) {
    for (std::size_t i = first_block_row(j); i < row_blocks().blocks; ++i)
      fill_leaves_of({&state(i, j), i, j, row_blocks().begin(i), column_blocks().begin(j)}, fill);
  }
}

void TileStore::fill_leaves_of(const Leaf& tile, const std::function<void(const Leaf&)>& fill) const {
  const bool has_data = runtime().has_data();
  if (has_data) runtime().wait(Reference{tile.state});
  if (tile.state->parts == nullptr) {
    Engine& engine = runtime().engine();
    if (has_data && engine.fill(*tile.state)) fill(tile);
    return engine.filled(*tile.state);
  }
  for (std::size_t j = 0; j < tile.state->part_columns; ++j) {
    for (std::size_t i = 0; i < tile.state->part_rows; ++i) fill_leaves_of(part_of(tile, i, j), fill);
  }
}

std::string TileStore::tile_name(std::size_t i, std::size_t j) const {
  return layout_.name + at(i, j);
}

}  // namespace gusset::detail
