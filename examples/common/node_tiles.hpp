#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tile.hpp"

namespace examples {

/// The tiles of a matrix as tasks of a task graph use them, without handles: the node's own tiles, and this
/// node's memory for other nodes' tiles, for example copies of what these nodes have computed. In simulations
/// there are only sizes. Several threads may use different tiles at the same time.
template <class Matrix>
class NodeTiles {
 public:
  NodeTiles(const gusset::Runtime& runtime, const Matrix& matrix)
      : matrix_(&matrix), columns_(matrix.column_blocks()), has_data_(runtime.has_data()) {
    if (has_data_) memory_.resize(matrix.row_blocks() * columns_);
  }

  /// Takes memory for another node's tile, filled with zeros. Needs data.
  std::span<double> make(std::size_t i, std::size_t j) {
    memory_[i * columns_ + j].assign(size(i, j), 0.0);
    return memory_[i * columns_ + j];
  }
  /// Frees that memory.
  void drop(std::size_t i, std::size_t j) {
    if (has_data_) std::vector<double>().swap(memory_[i * columns_ + j]);
  }

  /// A tile of this node, or this node's memory for another node's tile. Needs data.
  gusset::Tile<double> writable(std::size_t i, std::size_t j) {
    return {data(i, j), matrix_->tile_rows(i), matrix_->tile_columns(j), matrix_->tile_rows(i)};
  }
  gusset::Tile<const double> operator()(std::size_t i, std::size_t j) {
    return {data(i, j), matrix_->tile_rows(i), matrix_->tile_columns(j), matrix_->tile_rows(i)};
  }
  /// The same for a message. In simulations the span has its size, but no elements.
  std::span<const double> contents(std::size_t i, std::size_t j) {
    return {has_data_ ? data(i, j) : nullptr, size(i, j)};
  }

 private:
  std::size_t size(std::size_t i, std::size_t j) const {
    return matrix_->tile_rows(i) * matrix_->tile_columns(j);
  }
  double* data(std::size_t i, std::size_t j) {
    std::vector<double>& memory = memory_[i * columns_ + j];
    return memory.empty() ? matrix_->tile(i, j).data : memory.data();
  }

  const Matrix* matrix_;
  std::size_t columns_;
  bool has_data_;
  std::vector<std::vector<double>> memory_;  // for each tile; empty for own tiles
};

}  // namespace examples
