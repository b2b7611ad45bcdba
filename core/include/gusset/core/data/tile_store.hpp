#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <memory_resource>
#include <string>

#include "gusset/core/blocks.hpp"
#include "gusset/core/data/blocking.hpp"
#include "gusset/core/data_options.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/ids.hpp"

namespace gusset {
class Runtime;
namespace detail {

inline constexpr std::size_t tile_alignment = 64;  // a cache line, and the widest vector

/// The number of a tile's parts; 0 if it has none.
std::size_t part_count(const HandleState& tile);
/// The size of a tile's contents in memory: every leaf is rounded up to `tile_alignment`.
std::size_t padded_bytes(const HandleState& tile);
/// Places the contents of a tile and its parts in that many bytes at `begin`; returns their end.
std::byte* place_contents(HandleState& tile, std::byte* begin);

/// Returns a matrix's memory to the resource that it came from.
struct GiveBack {
  std::pmr::memory_resource* resource = nullptr;
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const { resource->deallocate(memory, bytes, tile_alignment); }
};

/// The handles and the memory of a tiled matrix, for any element type. A leaf is a tile without parts.
class TileStore {
 public:
  struct Layout {
    Runtime* runtime = nullptr;
    std::string name;
    std::size_t rows = 0;
    std::size_t columns = 0;
    Blocks row_blocks;
    Blocks column_blocks;
    bool is_lower = false;  ///< only tiles with i ≥ j; rows and columns have the same blocks
    std::size_t element_bytes = 0;
    DataOptions options{};
  };

  /// A leaf and its position in the matrix; i and j count leaves.
  struct Leaf {
    HandleState* state = nullptr;
    std::size_t i = 0;
    std::size_t j = 0;
    std::size_t first_row = 0;
    std::size_t first_column = 0;
  };

  TileStore(Layout layout, const std::function<NodeId(std::size_t, std::size_t)>& owner);
  ~TileStore();
  TileStore(const TileStore&) = delete;
  TileStore& operator=(const TileStore&) = delete;

  Runtime& runtime() const { return *layout_.runtime; }
  const std::string& name() const { return layout_.name; }
  Blocking row_blocks() const { return {layout_.rows, layout_.row_blocks[0]}; }
  Blocking column_blocks() const { return {layout_.columns, layout_.column_blocks[0]}; }
  std::size_t levels() const { return layout_.row_blocks.levels(); }

  HandleState& state(std::size_t i, std::size_t j) const;
  /// The address of a tile's contents, for use outside of tasks. Throws UsageError if the runtime has no data
  /// or the tile has parts.
  void* contents(const HandleState& tile) const;
  /// The leaf that holds a matrix element. Throws UsageError if there is no such element.
  Leaf leaf_of(std::size_t row, std::size_t column) const;
  /// Visits each leaf whose initial contents this process writes, after waiting for the tasks that use the
  /// leaf or a tile that contains it.
  void fill_leaves(const std::function<void(const Leaf&)>& fill) const;

 private:
  void check() const;
  void check_blocks(const char* what, std::size_t size, const Blocks& blocks) const;
  std::size_t tiles() const;
  std::size_t handles() const;
  std::size_t position(std::size_t i, std::size_t j) const;
  std::string tile_name(std::size_t i, std::size_t j) const;
  /// The first i for which tile (i, j) exists.
  std::size_t first_block_row(std::size_t j) const { return layout_.is_lower ? j : 0; }

  void shape_tiles();
  void shape_parts();
  void take_memory(const std::function<NodeId(std::size_t, std::size_t)>& owner);
  void attach(const std::function<NodeId(std::size_t, std::size_t)>& owner);
  void detach(std::size_t count) noexcept;
  NodeId owner_of(std::size_t i, std::size_t j,
                  const std::function<NodeId(std::size_t, std::size_t)>& owner) const;
  void fill_leaves_of(const Leaf& tile, const std::function<void(const Leaf&)>& fill) const;

  Layout layout_;
  std::unique_ptr<HandleState[]> states_;  // all tiles, row by row, then their parts, then the parts' parts …
  std::unique_ptr<std::byte, GiveBack> memory_;
};

}  // namespace detail
}  // namespace gusset
