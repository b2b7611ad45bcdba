#include <gtest/gtest.h>

#include "everything.hpp"

TEST(Headers, TwoUnitsWithAllHeadersLink) {
  const gusset::traces::Trace trace;
  EXPECT_EQ(gusset::headers::count_things(), 6 + static_cast<int>(trace.nodes.size()));
}
