#include "append_buffer.hpp"

#include <gtest/gtest.h>

namespace gusset::core_tracing {
namespace {

TEST(AppendBuffer, KeepsItemsInOrderAndInPlace) {
  AppendBuffer<int> buffer;
  EXPECT_EQ(buffer.size(), 0u);
  buffer.push_back(0);
  const int* const first = &buffer[0];
  for (int i = 1; i < 10000; ++i) buffer.push_back(i);
  EXPECT_EQ(buffer.size(), 10000u);
  EXPECT_EQ(&buffer[0], first);
  for (int i = 0; i < 10000; ++i) ASSERT_EQ(buffer[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace gusset::core_tracing
