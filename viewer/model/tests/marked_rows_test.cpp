#include "gusset/traces/picture/timeline/marked_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gusset/viewer/model/timeline/time_axis.hpp"

namespace gusset::viewer {
namespace {

// 1000 pixels for 1000 ns.
traces::ColumnGrid pixel_per_ns() {
  return TimeAxis(1000, 1000).showing({0, 1000}, 0.0).grid();
}

TEST(MarkedRows, WideMarksStaySeparate) {
  picture::MarkedRows rows(2);
  rows.add(1, 500, 600, 7);
  rows.add(1, 100, 200, 3);
  rows.finish();
  EXPECT_FALSE(rows.empty());
  EXPECT_TRUE(rows.stretches(0, pixel_per_ns(), 1000).empty());
  const auto found = rows.stretches(1, pixel_per_ns(), 1000);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].item, 3U);
  EXPECT_EQ(found[0].count, 1U);
  EXPECT_NEAR(found[0].right - found[0].left, 100.0, 1.0);
  EXPECT_EQ(found[1].item, 7U);
}

TEST(MarkedRows, IndistinguishableMarksMergeWithACount) {
  picture::MarkedRows rows(1);
  for (std::uint32_t i = 0; i < 50; ++i) rows.add(0, 100 + i, 101 + i, i);
  rows.add(0, 300, 301, 50);
  rows.finish();
  const auto found = rows.stretches(0, pixel_per_ns(), 1000);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].count, 50U);
  EXPECT_NEAR(found[0].right - found[0].left, 50.0, 1.0);
  EXPECT_EQ(found[1].count, 1U);
}

TEST(MarkedRows, WideMarkAfterNarrowOnesStaysSeparate) {
  picture::MarkedRows rows(1);
  rows.add(0, 100, 101, 0);
  rows.add(0, 101, 102, 1);
  rows.add(0, 102, 160, 2);
  rows.finish();
  const auto found = rows.stretches(0, pixel_per_ns(), 1000);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].count, 2U);
  EXPECT_EQ(found[1].item, 2U);
}

TEST(MarkedRows, MarkThatReachesIntoViewIsFound) {
  picture::MarkedRows rows(1);
  rows.add(0, 0, 900, 0);
  rows.add(0, 10, 20, 1);
  rows.finish();
  const TimeAxis axis = TimeAxis(1000, 1000).showing({400, 500}, 0.0);
  const auto found = rows.stretches(0, axis.grid(), axis.width());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].item, 0U);
}

// Stretches cover everything that is marked and count each mark once. There are at most two stretches per
// pixel.
TEST(MarkedRows, StretchesCoverAllMarksAtAnyZoom) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    picture::MarkedRows rows(1);
    std::int64_t at = 0;
    while (at < 100'000) {
      at += static_cast<std::int64_t>(random() % 200);
      const std::int64_t length = random() % 20 == 0 ? 3000 : static_cast<std::int64_t>(random() % 100);
      all.emplace_back(at, at + length);
      rows.add(0, at, at + length, static_cast<std::uint32_t>(all.size() - 1));
      at += length;
    }
    rows.finish();
    const auto from = static_cast<std::int64_t>(random() % 90'000);
    const auto length = static_cast<std::int64_t>(10 + random() % 90'000);
    const TimeAxis axis = TimeAxis(100'000, 800).showing({from, from + length}, 0.0);
    const auto found = rows.stretches(0, axis.grid(), axis.width());
    EXPECT_LE(found.size(), 2U * 800U);
    std::size_t count = 0;
    for (const auto& stretch : found) count += stretch.count;
    std::size_t expected = 0;
    for (const auto& [begin, end] : all) {
      if (static_cast<double>(end) < axis.time_from_x(0.0)) continue;
      if (static_cast<double>(begin) >= axis.time_from_x(axis.width())) continue;
      ++expected;
      const double left = axis.x_from_time(static_cast<double>(begin));
      const bool covered = std::any_of(found.begin(), found.end(), [&](const auto& stretch) {
        return stretch.left <= left + 1e-6 && stretch.right >= left - 1e-6;
      });
      EXPECT_TRUE(covered) << begin;
    }
    // A mark that ends in the pixel left of the view may be counted or not.
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(expected), 1.0);
  }
}

}  // namespace
}  // namespace gusset::viewer
