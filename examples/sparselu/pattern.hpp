#pragma once
#include <cstddef>
#include <vector>

namespace examples {

struct Block {
  std::size_t i, j;
};
using BlockList = std::vector<Block>;

/// The blocks of a square matrix that are not zero.
class Pattern {
 public:
  /// Three diagonals, and every second block of the even rows and columns.
  explicit Pattern(std::size_t blocks) : blocks_(blocks), filled_(blocks * blocks) {
    for (std::size_t i = 0; i < blocks; ++i) {
      for (std::size_t j = 0; j < blocks; ++j) filled_[i * blocks + j] = is_given(i, j);
    }
  }
  static bool is_given(std::size_t i, std::size_t j) {
    return i == j || i == j + 1 || i + 1 == j || (i % 2 == 0 && j % 2 == 0 && (i + j) % 4 == 0);
  }

  std::size_t blocks() const { return blocks_; }
  bool operator()(std::size_t i, std::size_t j) const { return filled_[i * blocks_ + j]; }
  void fill(Block block) { filled_[block.i * blocks_ + block.j] = true; }

 private:
  std::size_t blocks_;
  std::vector<bool> filled_;
};

/// Block k's loops.
struct Step {
  BlockList row, column, products;
};

/// All steps. The pattern becomes that of L and U.
inline std::vector<Step> steps_of(Pattern& pattern) {
  std::vector<Step> steps(pattern.blocks());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    for (std::size_t i = k + 1; i < steps.size(); ++i) {
      if (pattern(k, i)) steps[k].row.push_back({k, i});
      if (pattern(i, k)) steps[k].column.push_back({i, k});
    }
    for (const Block& left : steps[k].column) {
      for (const Block& above : steps[k].row) {
        steps[k].products.push_back({left.i, above.j});
        pattern.fill({left.i, above.j});
      }
    }
  }
  return steps;
}

inline BlockList filled_blocks(const Pattern& pattern) {
  BlockList found;
  for (std::size_t i = 0; i < pattern.blocks(); ++i) {
    for (std::size_t j = 0; j < pattern.blocks(); ++j) {
      if (pattern(i, j)) found.push_back({i, j});
    }
  }
  return found;
}

}  // namespace examples
