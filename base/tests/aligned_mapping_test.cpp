#include "gusset/base/aligned_mapping.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <limits>

namespace gusset {
namespace {

TEST(AlignedMapping, IsAlignedAndHoldsZeros) {
  constexpr std::size_t alignment = std::size_t{1} << 21;
  for (const std::size_t bytes : {alignment, 3 * alignment}) {
    auto* const memory = static_cast<unsigned char*>(map_aligned(bytes, alignment));
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
    EXPECT_EQ(memory[0] + memory[bytes - 1], 0);
    memory[bytes - 1] = 1;
    EXPECT_EQ(::munmap(memory, bytes), 0);
  }
}

TEST(AlignedMapping, IsNullWithoutMemory) {
  EXPECT_EQ(map_aligned(std::numeric_limits<std::size_t>::max() / 2, std::size_t{1} << 21), nullptr);
}

}  // namespace
}  // namespace gusset
