#pragma once
#include <cstddef>

namespace gusset::detail {

/// Cuts `size` indices into `blocks` pieces whose lengths differ by at most one, longer pieces first.
/// Requires 1 ≤ blocks ≤ size.
struct Blocking {
  std::size_t size = 0;
  std::size_t blocks = 1;

  std::size_t length(std::size_t block) const { return size / blocks + (block < size % blocks ? 1 : 0); }
  std::size_t begin(std::size_t block) const {
    const std::size_t longer = size % blocks;
    return block * (size / blocks) + (block < longer ? block : longer);
  }
  /// The block that contains an index below `size`.
  std::size_t block_of(std::size_t index) const {
    const std::size_t in_longer = size % blocks * (size / blocks + 1);
    return index < in_longer ? index / (size / blocks + 1)
                             : size % blocks + (index - in_longer) / (size / blocks);
  }
};

}  // namespace gusset::detail
