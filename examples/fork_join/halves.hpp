#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "programs.hpp"

// What the programs share: matrices whose rows are halved again and again.
namespace fork_join {

using Matrix = gusset::TiledMatrix<double>;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;

/// One block that is halved until it has that many parts.
inline gusset::Blocks halved(std::size_t leaves) {
  std::vector<std::size_t> levels(static_cast<std::size_t>(std::countr_zero(leaves)), 2);
  levels.insert(levels.begin(), 1);
  return levels;
}

inline Matrix halved_matrix(gusset::Runtime& runtime, const std::string& name, const Settings& settings) {
  const gusset::Blocks rows = halved(settings.leaves);
  return Matrix::full(runtime, name, settings.rows, settings.columns, rows,
                      std::vector<std::size_t>(rows.levels(), 1));
}

/// The first row of each leaf, and the number of rows as the last entry.
inline std::vector<std::size_t> first_rows_of(const Settings& settings) {
  std::vector<std::size_t> lengths{settings.rows};
  while (lengths.size() < settings.leaves) {
    std::vector<std::size_t> halves;
    for (const std::size_t length : lengths) halves.insert(halves.end(), {length - length / 2, length / 2});
    lengths = std::move(halves);
  }
  std::vector<std::size_t> first{0};
  for (const std::size_t length : lengths) first.push_back(first.back() + length);
  return first;
}

inline const gusset::TaskType& divide_type() {
  static const gusset::TaskType divide("divide");
  return divide;
}

/// The half `i` (0 or 1) of a task that divides.
template <class Divide>
Divide half_of(Divide whole, std::size_t i) {
  whole.first += i * whole.leaves / 2;
  whole.leaves /= 2;
  return whole;
}

/// Divides a task over a matrix into tasks over its halves, and calls `submit_leaf(number, tile)` for the
/// undivided parts. One task for each step of a sweep.
template <class SubmitLeaf>
struct Halve {
  gusset::Runtime* runtime;
  SubmitLeaf submit_leaf;
  std::size_t first = 0;  // number of its first leaf
  std::size_t leaves;     // below it

  void operator()(Out) const { std::abort(); }  // the runtime calls `split` instead: the matrix has parts
  void split(gusset::TileParts<double> data) const {
    for (std::size_t i = 0; i < data.rows(); ++i) {
      const auto part = data(i, 0);
      if (!part.has_parts()) {
        submit_leaf(first + i, part);
      } else if (submit_leaf.has_work(first + i * leaves / 2, leaves / 2)) {
        runtime->submit(divide_type()(0.0), half_of(*this, i), write(part));
      }
    }
  }
};

/// The same over two matrices with the same parts, of which the tasks read the first and write the second.
template <class SubmitLeaf>
struct HalveTwo {
  gusset::Runtime* runtime;
  SubmitLeaf submit_leaf;
  std::size_t first = 0;
  std::size_t leaves;

  void operator()(In, Out) const { std::abort(); }
  void split(gusset::TileParts<const double> from, gusset::TileParts<double> to) const {
    for (std::size_t i = 0; i < to.rows(); ++i) {
      if (to(i, 0).has_parts()) {
        runtime->submit(divide_type()(0.0), half_of(*this, i), read(from(i, 0)), write(to(i, 0)));
      } else {
        submit_leaf(first + i, from(i, 0), to(i, 0));
      }
    }
  }
};

/// A reproducible number in −1 … 1.
inline double value_at(std::size_t row, std::size_t column) {
  std::uint64_t bits = (row + 1) * 0x9e3779b97f4a7c15u + (column + 1) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 31)) * 0x94d049bb133111ebu;
  return static_cast<double>(bits >> 11) * 0x1.0p-52 - 1.0;
}

/// Fills the matrix with `value(row, column)`.
template <class Value>
void fill(Matrix& matrix, Value value) {
  matrix.init([&](std::size_t, std::size_t, Out tile, std::size_t row, std::size_t column) {
    for (std::size_t j = 0; j < tile.columns; ++j) {
      for (std::size_t i = 0; i < tile.rows; ++i) tile(i, j) = value(row + i, column + j);
    }
  });
}

/// A number with few digits: "0", "1.02e-10".
inline std::string number_text(double number) {
  std::ostringstream text;
  text << std::setprecision(3) << number;
  return text.str();
}

/// Compares a matrix with the result of the serial program, row by row. Both do the same operations in the
/// same order, so nothing may differ.
inline Outcome compared(const Matrix& matrix, const std::vector<double>& expected, double seconds) {
  double difference = 0.0;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j)
      difference = std::max(difference, std::abs(matrix.element(i, j) - expected[i * matrix.columns() + j]));
  }
  return {"difference from the serial program " + number_text(difference), difference == 0.0, seconds};
}

/// The edges of each leaf's rows, which its neighbours read: rows 2n and 2n + 1 are leaf n's first and last
/// row. Two copies: a sweep reads one and writes the other.
struct Edges {
  Edges(gusset::Runtime& runtime, const Settings& settings)
      : copies{copy(runtime, "edges 0", settings), copy(runtime, "edges 1", settings)} {}

  static Matrix copy(gusset::Runtime& runtime, const std::string& name, const Settings& settings) {
    return Matrix::full(runtime, name, 2 * settings.leaves, settings.columns, 2 * settings.leaves, 1);
  }

  Matrix copies[2];
};

/// Copies the first and the last row.
template <class T>
void copy_edges(const gusset::Tile<T>& tile, Out first, Out last) {
  for (std::size_t j = 0; j < tile.columns; ++j) {
    first(0, j) = tile(0, j);
    last(0, j) = tile(tile.rows - 1, j);
  }
}

/// Fills the edges as `fill` fills the matrix with value_at.
inline void fill_edges(Matrix& edges, const Settings& settings) {
  const std::vector<std::size_t> first = first_rows_of(settings);
  fill(edges, [&](std::size_t edge, std::size_t column) {
    return value_at(edge % 2 == 0 ? first[edge / 2] : first[edge / 2 + 1] - 1, column);
  });
}

using EdgeReads = std::vector<decltype(read(std::declval<gusset::TileReference<double>>()))>;

/// The neighbours' edges that leaf `number` reads: the row above, if there is one, then the row below.
inline EdgeReads edges_beside(const Matrix& edges, std::size_t number, std::size_t leaves) {
  EdgeReads reads;
  if (number > 0) reads.push_back(read(edges(2 * number - 1, 0)));
  if (number + 1 < leaves) reads.push_back(read(edges(2 * number + 2, 0)));
  return reads;
}

/// The rows above and below a leaf, as its kernel sees them. The rim is 0.
struct Beside {
  Beside(const std::vector<In>& edges, std::size_t number, std::size_t leaves)
      : above(number > 0 ? &edges.front() : nullptr), below(number + 1 < leaves ? &edges.back() : nullptr) {}

  double north(const auto& tile, std::size_t i, std::size_t j) const {
    return i > 0 ? tile(i - 1, j) : above != nullptr ? (*above)(0, j) : 0.0;
  }
  double south(const auto& tile, std::size_t i, std::size_t j) const {
    return i + 1 < tile.rows ? tile(i + 1, j) : below != nullptr ? (*below)(0, j) : 0.0;
  }

  const In* above;
  const In* below;
};

}  // namespace fork_join
