#include "policies/boundary.hpp"

#include <algorithm>

namespace gusset::detail {
namespace {

/// The smallest level ≥ 1 with part × branching^(level − 1) ≥ whole. Found by multiplication, because
/// logarithms round.
unsigned level_of(unsigned branching, std::uint64_t whole, std::uint64_t part) {
  unsigned level = 1;
  for (auto reached = static_cast<long double>(part); reached < static_cast<long double>(whole); ++level)
    reached *= branching;
  return level;
}

}  // namespace

unsigned level_for_sockets(unsigned branching, unsigned sockets) {
  return level_of(branching, sockets, 1);
}

unsigned level_for_cache(unsigned branching, std::uint64_t data_bytes, std::uint64_t cache_bytes) {
  return level_of(branching, data_bytes, cache_bytes);
}

unsigned boundary_level(unsigned branching, unsigned sockets, std::uint64_t data_bytes,
                        std::uint64_t cache_bytes) {
  if (sockets <= 1 || data_bytes == 0) return 0;
  const unsigned level = level_for_sockets(branching, sockets);
  return cache_bytes == 0 ? level : std::max(level, level_for_cache(branching, data_bytes, cache_bytes));
}

}  // namespace gusset::detail
