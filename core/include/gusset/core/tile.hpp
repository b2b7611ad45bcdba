#pragma once
#include <cstddef>

namespace gusset {

/// A column-major block of a matrix, as kernels see it. T is const for read accesses.
template <class T>
struct Tile {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t leading_dimension = 0;  ///< distance between columns, in elements

  T& operator()(std::size_t row, std::size_t column) const { return data[row + column * leading_dimension]; }
};

}  // namespace gusset
