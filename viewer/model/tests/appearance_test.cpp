#include "gusset/viewer/model/document/appearance.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

TEST(Appearance, TogglingHidesThenShowsAgain) {
  const Appearance hidden = toggled({}, "gemm");
  EXPECT_EQ(hidden.hidden, std::set<std::string>{"gemm"});
  EXPECT_TRUE(hidden.filters());
  EXPECT_EQ(toggled(hidden, "gemm"), Appearance());
  EXPECT_FALSE(Appearance().filters());
}

TEST(Appearance, IsolatingTwiceShowsAllAgain) {
  const std::vector<std::string> names{"gemm", "potrf", "trsm"};
  const Appearance alone = isolated({}, names, "potrf");
  EXPECT_EQ(alone.hidden, (std::set<std::string>{"gemm", "trsm"}));
  EXPECT_TRUE(isolated(alone, names, "potrf").hidden.empty());
  EXPECT_EQ(isolated(alone, names, "gemm").hidden, (std::set<std::string>{"potrf", "trsm"}));
}

}  // namespace
}  // namespace gusset::viewer
