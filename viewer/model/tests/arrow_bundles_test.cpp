#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;
using traces::ArrowBundle;
using traces::ArrowEnd;
using traces::BundledArrows;
using traces::LaneId;
using traces::TaskArrow;
using Where = ArrowEnd::Where;

TaskArrow arrow(std::size_t from_row, std::int64_t from_ns, std::size_t to_row, std::int64_t to_ns,
                bool is_strong = false) {
  return {LaneId(from_row), LaneId(to_row), from_ns, to_ns, false, is_strong, 0};
}

constexpr const char* two_rows = "aaaaaaaaaa\nbbbbbbbbbb";

TEST(ArrowBundles, FewArrowsAreNotBundled) {
  const Timeline timeline = timeline_of(document_from_text({two_rows}));
  const std::vector<TaskArrow> arrows{arrow(0, 2000, 1, 3000), arrow(0, 4000, 1, 6000, true)};
  const BundledArrows bundled = bundle_arrows(placed_rows(timeline, 0), arrows);
  ASSERT_EQ(bundled.bundles.size(), 2U);
  const ArrowBundle& strong = bundled.bundles[1];
  EXPECT_TRUE(strong.is_strong);
  EXPECT_EQ(strong.first, 1U);
  EXPECT_NEAR(strong.from.x, timeline.x_from_time(4000), 1e-9);
  EXPECT_NEAR(strong.to.x, timeline.x_from_time(6000), 1e-9);
  EXPECT_TRUE(timeline.layout().row({0, 0}, 0).contains(static_cast<int>(strong.from.y)));
  EXPECT_TRUE(timeline.layout().row({0, 1}, 0).contains(static_cast<int>(strong.to.y)));
}

TEST(ArrowBundles, ManyArrowsAreBundledByRowsWithACount) {
  const Timeline timeline = timeline_of(document_from_text({two_rows}));
  std::vector<TaskArrow> arrows;
  for (int i = 0; i < 5; ++i) arrows.push_back(arrow(0, 1000 + 1000 * i, 1, 9000));
  arrows.push_back(arrow(1, 1000, 0, 3000));
  arrows.push_back(arrow(0, 1000, 1, 3000, true));
  EXPECT_EQ(bundle_arrows(placed_rows(timeline, 0), arrows, 7).bundles.size(), 7U);
  const BundledArrows bundled = bundle_arrows(placed_rows(timeline, 0), arrows, 6);
  ASSERT_EQ(bundled.bundles.size(), 3U) << "one in each direction, and the strong one";
  EXPECT_EQ(bundled.bundles[0].count, 5U);
  EXPECT_NEAR(bundled.bundles[0].from.x, timeline.x_from_time(3000), 1e-6) << "the mean";
}

TEST(ArrowBundles, ArrowsOutOfViewEndAtTheEdgeWithACount) {
  Timeline timeline = timeline_of(document_from_text({two_rows}));
  timeline.show({4000, 6000});
  const std::vector<TaskArrow> arrows{arrow(0, 1000, 1, 5000), arrow(0, 2000, 1, 5000),
                                      arrow(1, 5000, 0, 9000), arrow(0, 1000, 1, 9000)};
  const BundledArrows bundled = bundle_arrows(placed_rows(timeline, 0), arrows);
  ASSERT_EQ(bundled.bundles.size(), 2U);
  EXPECT_EQ(bundled.unseen, 1U);
  for (const ArrowBundle& bundle : bundled.bundles) {
    if (bundle.from.where == Where::earlier) {
      EXPECT_EQ(bundle.count, 2U);
      EXPECT_EQ(bundle.from.x, timeline.plot().left);
    } else {
      EXPECT_EQ(bundle.to.where, Where::later);
      EXPECT_EQ(bundle.count, 1U);
      EXPECT_EQ(bundle.to.x, timeline.plot().right());
    }
  }
}

TEST(ArrowBundles, ArrowsToHiddenRowsAreCounted) {
  Timeline timeline = timeline_of(document_from_text({"n0/w0: aaaa\nn1/w0: bbbb"}));
  timeline.filter_rows("n0");
  const BundledArrows bundled =
      bundle_arrows(placed_rows(timeline, 0), std::vector<TaskArrow>{arrow(0, 1000, 1, 2000)});
  EXPECT_EQ(bundled.filtered, 1U);
  EXPECT_TRUE(bundled.bundles.empty());
}

TEST(ArrowBundles, OmitsTheSmallestBundlesButNeverAStrongOne) {
  std::string text;
  for (int row = 0; row < 12; ++row) text += "aaaaaaaaaa\n";
  const Timeline timeline = timeline_of(document_from_text({text}));
  std::vector<TaskArrow> arrows{arrow(0, 1000, 11, 2000, true)};
  for (std::size_t row = 1; row < 12; ++row) {
    for (std::size_t i = 0; i < row; ++i) arrows.push_back(arrow(0, 1000, row, 2000));
  }
  const BundledArrows bundled = bundle_arrows(placed_rows(timeline, 0), arrows, 4);
  ASSERT_EQ(bundled.bundles.size(), 4U);
  EXPECT_TRUE(bundled.bundles[0].is_strong);
  EXPECT_EQ(bundled.bundles[1].count, 11U);
  EXPECT_EQ(bundled.bundles[3].count, 9U);
  EXPECT_EQ(bundled.left_out_bundles, 8U);
  EXPECT_EQ(bundled.left_out, 8U * 9U / 2U);
}

// Every arrow is in one bundle, or left out, or not visible. All arrows of a bundle are of the same kind.
TEST(ArrowBundles, EachArrowIsCountedExactlyOnceInRandomViews) {
  const auto document = make_document({index_trace(testing::synthetic_trace(2000, 70, 7), {}, 1)});
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t bound) {
      return static_cast<std::int64_t>(random()) % std::max<std::int64_t>(1, bound);
    };
    Timeline timeline = timeline_of(document, 900, 300);
    const std::int64_t extent_ns = document->extent_ns;
    const std::int64_t from_ns = below(extent_ns);
    timeline.show({from_ns, from_ns + 1 + below(extent_ns / (1 + below(20)))});
    timeline.scroll(0, static_cast<int>(below(timeline.layout().max_scroll(0) + 1)));
    if (seed % 5 == 0) timeline.filter_rows("1");
    std::vector<TaskArrow> arrows;
    const auto count = static_cast<std::size_t>(below(seed % 2 == 0 ? 30 : 3000));
    for (std::size_t i = 0; i < count; ++i) {
      arrows.push_back({LaneId(static_cast<std::size_t>(below(70))),
                        LaneId(static_cast<std::size_t>(below(70))), below(extent_ns), below(extent_ns),
                        below(3) == 0, below(10) == 0, static_cast<std::uint64_t>(below(100))});
    }
    const std::size_t most = 1 + static_cast<std::size_t>(below(40));
    // Counts every arrow separately.
    using Key = std::tuple<Where, std::size_t, Where, std::size_t, bool, bool>;
    std::map<Key, std::pair<std::size_t, std::uint64_t>> expected;
    std::size_t filtered = 0;
    std::size_t unseen = 0;
    std::size_t inside = 0;
    std::size_t all = 0;
    for (const TaskArrow& one : arrows) {
      const ArrowEnd from = arrow_end(placed_rows(timeline, 0), one.from_lane, one.from_ns);
      const ArrowEnd to = arrow_end(placed_rows(timeline, 0), one.to_lane, one.to_ns);
      if (from.where == Where::filtered || to.where == Where::filtered) {
        ++filtered;
        continue;
      }
      if (from.where != Where::inside && to.where != Where::inside) {
        ++unseen;
        continue;
      }
      ++all;
      if (from.where == to.where) ++inside;
      auto& [number, bytes] =
          expected[{from.where, from.place, to.where, to.place, one.is_message, one.is_strong}];
      ++number;
      bytes += one.bytes;
    }
    const BundledArrows bundled = bundle_arrows(placed_rows(timeline, 0), arrows, most);
    EXPECT_EQ(bundled.filtered, filtered);
    EXPECT_EQ(bundled.unseen, unseen);
    EXPECT_LE(bundled.bundles.size(), most);
    std::size_t counted = bundled.left_out;
    std::map<Key, std::pair<std::size_t, std::uint64_t>> found;
    for (const ArrowBundle& bundle : bundled.bundles) {
      counted += bundle.count;
      const bool is_inside = bundle.from.where == Where::inside && bundle.to.where == Where::inside;
      if (is_inside && inside <= most) {
        EXPECT_EQ(bundle.count, 1U) << "too few arrows to bundle";
      }
      auto& [number, bytes] = found[{bundle.from.where, bundle.from.place, bundle.to.where, bundle.to.place,
                                     bundle.is_message, bundle.is_strong}];
      number += bundle.count;
      bytes += bundle.bytes;
    }
    EXPECT_EQ(counted, all);
    if (bundled.left_out == 0) {
      EXPECT_EQ(found, expected);
    } else {
      for (const auto& [key, numbers] : found) EXPECT_LE(numbers, expected.at(key));
    }
  }
}

TEST(ArrowBundles, EndsFollowTheirTimesAndRows) {
  const auto document = make_document({index_trace(testing::synthetic_trace(2000, 70, 7), {}, 1)});
  Timeline timeline = timeline_of(document, 900, 300);
  ASSERT_GT(timeline.layout().max_scroll(0), 0);
  timeline.scroll(0, timeline.layout().max_scroll(0) / 2);
  const Stretch body = timeline.layout().body(0);
  EXPECT_EQ(arrow_end(placed_rows(timeline, 0), LaneId(0u), 0).where, Where::above);
  EXPECT_EQ(arrow_end(placed_rows(timeline, 0), LaneId(0u), 0).y, body.top);
  EXPECT_EQ(arrow_end(placed_rows(timeline, 0), LaneId(69u), 0).where, Where::below);
  EXPECT_EQ(arrow_end(placed_rows(timeline, 0), LaneId(69u), 0).y, body.bottom());
  const std::size_t middle = timeline.layout().visible_rows(0, timeline.scrolls()[0]).scrolled_first + 3;
  const ArrowEnd inside = arrow_end(placed_rows(timeline, 0), LaneId(middle), document->extent_ns / 2);
  EXPECT_EQ(inside.where, Where::inside);
  EXPECT_EQ(inside.place, middle);
  EXPECT_EQ(bundle_arrows(placed_rows(timeline, 1), std::vector<TaskArrow>(3)).unseen, 3U) << "no such panel";
}

}  // namespace
}  // namespace gusset::viewer
