#include "gusset/base/numbered_path.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

TEST(NumberedPath, NumbersComeBeforeTheExtension) {
  EXPECT_EQ(numbered_path("a/T.gus", 1), "a/T.gus");
  EXPECT_EQ(path_with_number("a/T.gus", 1), "a/T.1.gus");
  EXPECT_EQ(path_with_number("T.gus", 0), "T.0.gus");
  EXPECT_EQ(numbered_path("a/T.gus", 2), "a/T.2.gus");
  EXPECT_EQ(numbered_path("T.gus", 13), "T.13.gus");
  EXPECT_EQ(numbered_path("a.b/T", 2), "a.b/T.2");
  EXPECT_EQ(numbered_path("T.v1.gus", 2), "T.v1.2.gus");
  EXPECT_EQ(numbered_path("", 2), "");
}

}  // namespace
}  // namespace gusset
