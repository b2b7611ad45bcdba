#include "gusset/traces/picture/graph/graph_detail.hpp"

#include <gtest/gtest.h>

namespace gusset::picture {
namespace {

constexpr double view_pixels = 600.0 * 800.0;

TEST(GraphDetail, SmallGraphAtNormalSizeIsDrawnInFull) {
  EXPECT_EQ(detail_at(1.0, 20, view_pixels), GraphDetail());
}

TEST(GraphDetail, UnreadableTextIsLeftOut) {
  EXPECT_FALSE(detail_at(0.3, 20, view_pixels).labels);
  EXPECT_TRUE(detail_at(0.6, 20, view_pixels).labels);
  EXPECT_FALSE(detail_at(0.6, 20, view_pixels).second_lines);
}

TEST(GraphDetail, LinesFadeWithTheirNumberButStayVisible) {
  double before = 1.1;
  for (const std::size_t lines : {1000U, 3000U, 10'000U, 30'000U}) {
    const double opacity = detail_at(1.0, lines, view_pixels).line_strength;
    EXPECT_LE(opacity, before);
    before = opacity;
  }
  EXPECT_LT(before, 0.5);
  EXPECT_GT(before, 0.1);
}

TEST(GraphDetail, ManyLinesAreStraightWithoutArrows) {
  const GraphDetail detail = detail_at(1.0, 10'000, view_pixels);
  EXPECT_FALSE(detail.curves);
  EXPECT_FALSE(detail.arrows);
  EXPECT_FALSE(detail.smooth);
}

}  // namespace
}  // namespace gusset::picture
