#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/engine/renaming.hpp"
#include "gusset/core/loop.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

// Data for loops over the columns of matrices. A vector is a matrix with one row.
namespace examples {

template <class T>
using Reads = std::vector<gusset::Access<gusset::TileShape<const T>>>;

/// Makes a matrix with a block of columns for each chunk. Each node owns neighbouring chunks.
template <class T>
gusset::TiledMatrix<T> columns_of(gusset::Runtime& runtime, std::string name, std::size_t rows,
                                  const gusset::Chunks& chunks) {
  const auto owner = [nodes = runtime.grid().nodes(), count = chunks.count()](std::size_t, std::size_t j) {
    return gusset::NodeId(j * nodes / count);
  };
  return gusset::TiledMatrix<T>::full(runtime, std::move(name), rows, chunks.iterations(), 1, chunks.count(),
                                      owner);
}

/// Reads the columns of a chunk, which may belong to a loop over another matrix, and up to `reach` columns on
/// both sides of it.
template <class T>
Reads<T> read_around(const gusset::TiledMatrix<T>& matrix, const gusset::Chunks& chunks,
                     const gusset::Chunk& chunk, std::size_t reach = 0) {
  Reads<T> reads;
  for (const std::size_t block : chunks.around(chunk, reach)) reads.push_back(read(matrix(0, block)));
  return reads;
}

/// What a kernel gets for read_around with the same chunks, chunk and reach: finds columns by number.
template <class T>
class Columns {
 public:
  Columns(const std::vector<gusset::Tile<const T>>& blocks, const gusset::Chunks& chunks,
          const gusset::Chunk& chunk, std::size_t reach = 0)
      : blocks_(blocks), first_(blocks.empty() ? 0 : chunks[*chunks.around(chunk, reach).begin()].begin) {}

  /// The first element of a column that the task reads.
  const T* operator()(std::size_t column) const {
    std::size_t in_block = column - first_;
    std::size_t block = 0;
    while (in_block >= blocks_[block].columns) in_block -= blocks_[block++].columns;
    return &blocks_[block](0, in_block);
  }

 private:
  const std::vector<gusset::Tile<const T>>& blocks_;
  std::size_t first_;
};

/// Sums to which all chunks of loops add at once: `length` numbers for each node, in renamed buffers.
template <class T>
class Sums {
 public:
  Sums(gusset::Runtime& runtime, const std::string& name, std::size_t length = 1)
      : sums_(columns_of<T>(runtime, name, length, gusset::chunks(runtime.grid().nodes(), 1))) {
    const auto plus = [length](void* into, const void* from) {
      for (std::size_t i = 0; i < length; ++i) static_cast<T*>(into)[i] += static_cast<const T*>(from)[i];
    };
    const auto clear = [length](void* buffer) {
      for (std::size_t i = 0; i < length; ++i) static_cast<T*>(buffer)[i] = T{};
    };
    sums_.init([](auto, auto, gusset::Tile<T> tile, auto, auto) {
      for (std::size_t i = 0; i < tile.rows; ++i) tile(i, 0) = T{};
    });
    for (std::size_t node = 0; node < sums_.columns(); ++node)
      runtime.rename_adds(sums_(0, node), {clear, plus, plus});
  }

  /// The sums of a node, for accesses.
  auto of(gusset::NodeId node) const { return sums_(0, node.value()); }
  /// The sum over all nodes, for checks after a wait.
  T total(std::size_t i = 0) const {
    T sum{};
    for (std::size_t node = 0; node < sums_.columns(); ++node) sum += sums_.element(i, node);
    return sum;
  }

 private:
  gusset::TiledMatrix<T> sums_;
};

}  // namespace examples
