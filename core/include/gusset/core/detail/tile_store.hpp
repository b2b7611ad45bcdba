#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/ids.hpp"

namespace gusset {
class Runtime;
namespace detail {

/// `size` indices cut into `blocks` pieces that differ by one at most, the longer ones first. 1 ≤ blocks ≤
/// size.
struct Blocking {
  std::size_t size = 0;
  std::size_t blocks = 1;

  std::size_t length(std::size_t block) const { return size / blocks + (block < size % blocks ? 1 : 0); }
  std::size_t begin(std::size_t block) const {
    const std::size_t longer = size % blocks;
    return block * (size / blocks) + (block < longer ? block : longer);
  }
};

/// Handles and memory of a tiled matrix, whatever its elements are.
class TileStore {
 public:
  struct Layout {
    Runtime* runtime = nullptr;
    std::string name;
    Blocking rows;
    Blocking columns;
    bool is_lower = false;  ///< only tiles with i ≥ j; rows and columns are cut alike
    std::size_t element_bytes = 0;
  };

  TileStore(Layout layout, const std::function<NodeId(std::size_t, std::size_t)>& owner);
  ~TileStore();
  TileStore(const TileStore&) = delete;
  TileStore& operator=(const TileStore&) = delete;

  Runtime& runtime() const { return *layout_.runtime; }
  const std::string& name() const { return layout_.name; }
  const Blocking& row_blocks() const { return layout_.rows; }
  const Blocking& column_blocks() const { return layout_.columns; }
  /// The first i for which there is a tile (i, j).
  std::size_t first_block_row(std::size_t j) const { return layout_.is_lower ? j : 0; }

  HandleState& state(std::size_t i, std::size_t j) const;
  void* contents(std::size_t i, std::size_t j) const;

 private:
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{alignment}); }
  };
  static constexpr std::size_t alignment = 64;  // a cache line, and the widest vector

  void check() const;
  std::size_t tiles() const;
  std::size_t position(std::size_t i, std::size_t j) const;
  std::string tile_name(std::size_t i, std::size_t j) const;
  std::size_t tile_bytes(std::size_t i, std::size_t j) const;
  void detach(std::size_t count) noexcept;

  Layout layout_;
  std::unique_ptr<HandleState[]> states_;
  std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace detail
}  // namespace gusset
