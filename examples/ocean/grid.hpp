#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "common/loop_data.hpp"

namespace examples {

/// One grid. Point (i, j) is element (i ÷ 2, j) of its colour's matrix.
struct Grid {
  gusset::Chunks columns;
  gusset::TiledMatrix<double> colours[2];  ///< red and black
  gusset::TiledMatrix<double> source;      ///< h² f

  Grid(gusset::Runtime& runtime, std::size_t level, std::size_t chunk)
      : columns(gusset::chunks((std::size_t{1} << level) - 1, chunk)),
        colours{make(runtime, "red", level, (size() + 1) / 2),
                make(runtime, "black", level, (size() + 1) / 2)},
        source(make(runtime, "source", level, size())) {}

  std::size_t size() const { return columns.iterations(); }

 private:
  gusset::TiledMatrix<double> make(gusset::Runtime& runtime, const char* name, std::size_t level,
                                   std::size_t rows) const {
    return examples::columns_of<double>(runtime, name + std::to_string(level), rows, columns);
  }
};

/// The points of one colour that a task reads; 0 on the rim.
class Points {
 public:
  Points(const std::vector<gusset::Tile<const double>>& blocks, const gusset::Chunks& chunks,
         const gusset::Chunk& chunk, std::size_t reach)
      : columns_(blocks, chunks, chunk, reach), size_(chunks.iterations()) {}

  double operator()(std::size_t i, std::size_t j) const {  // −1 wraps around to a large number
    return i < size_ && j < size_ ? columns_(j)[i / 2] : 0.0;
  }
  double sum_around(std::size_t i, std::size_t j) const {
    return ((*this)(i - 1, j) + (*this)(i + 1, j)) + ((*this)(i, j - 1) + (*this)(i, j + 1));
  }

 private:
  examples::Columns<double> columns_;
  std::size_t size_;
};

}  // namespace examples
