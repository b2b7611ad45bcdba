#pragma once
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace gusset {

/// The number of blocks that rows or columns are cut into, level by level: 8, or {8, 4} for 8 blocks that are
/// each cut into 4.
class Blocks {
 public:
  // Implicit by design: programs write numbers.
  Blocks(std::size_t blocks) : of_level_{blocks} {}
  Blocks(std::initializer_list<std::size_t> of_level) : of_level_(of_level) {}
  Blocks(std::vector<std::size_t> of_level) : of_level_(std::move(of_level)) {}

  std::size_t levels() const { return of_level_.size(); }
  /// The number of blocks at a level; level 0 is cut first.
  std::size_t operator[](std::size_t level) const { return of_level_[level]; }

 private:
  std::vector<std::size_t> of_level_;
};

}  // namespace gusset
