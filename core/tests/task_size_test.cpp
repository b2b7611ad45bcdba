// How many bytes tasks take: small tasks keep far-ahead submission in the caches.
#include <gtest/gtest.h>

#include <cstddef>

#include "gusset/core.hpp"
#include "gusset/core/engine/task_block.hpp"

namespace gusset {
namespace {

/// A kernel with that many captured bytes.
template <std::size_t bytes>
struct Kernel {
  alignas(8) std::byte captured[bytes];
  template <class... Views>
  void operator()(Views&&...) const {}
};

template <std::size_t captured, class... Accesses>
std::size_t block_bytes() {
  const std::size_t bytes = detail::TaskBlock<Kernel<captured>, Accesses...>::bytes(sizeof...(Accesses));
  return std::size_t{1} << detail::TaskAllocator::log2_of(bytes);
}

using Bare = Access<NoContents>;
using OfTile = Access<TileShape<double>>;

TEST(TaskSize, TwoAccessesAndSixteenCapturedBytesFitACacheLine) {
  EXPECT_EQ((block_bytes<16, Bare, Bare>()), 64u);
  EXPECT_EQ((block_bytes<16, OfTile, OfTile>()), 64u);
  EXPECT_EQ((block_bytes<48>()), 64u);
}

TEST(TaskSize, LargerTasksFitTwoCacheLines) {
  EXPECT_EQ((block_bytes<17, Bare, Bare>()), 128u);
  EXPECT_EQ((block_bytes<32, OfTile, OfTile, OfTile>()), 128u);
  EXPECT_EQ((block_bytes<48, OfTile, OfTile, OfTile, OfTile>()), 128u);
}

TEST(TaskSize, TileAccessesAreAsSmallAsHandleAccesses) {
  EXPECT_EQ((detail::TaskBlock<Kernel<8>, OfTile, OfTile, OfTile>::bytes(3)),
            (detail::TaskBlock<Kernel<8>, Bare, Bare, Bare>::bytes(3)));
}

}  // namespace
}  // namespace gusset
