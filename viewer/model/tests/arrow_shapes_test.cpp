#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/base/numbers.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using picture::TagText;
using testing::document_from_text;
using testing::timeline_of;
using traces::ArrowBundle;
using traces::BundledArrows;
using traces::LaneId;

constexpr const char* three_rows = "aaaaaaaaaa\nbbbbbbbbbb\ncccccccccc";

BundledArrows bundled_of(const Timeline& timeline, const std::vector<traces::TaskArrow>& arrows) {
  return bundle_arrows(placed_rows(timeline, 0), arrows);
}

TEST(ArrowShapes, ArrowConnectsItsEndsAndTheStrongOneIsOnTop) {
  const Timeline timeline = timeline_of(document_from_text({three_rows}));
  const BundledArrows bundled = bundled_of(timeline, {{LaneId(0u), LaneId(2u), 2000, 5000, false, true, 0},
                                                      {LaneId(1u), LaneId(2u), 3000, 5000, false, false, 0}});
  Shapes shapes;
  add_arrow_shapes(placed_rows(timeline, 0), bundled, shapes);
  ASSERT_EQ(shapes.arrows.size(), 2U);
  EXPECT_TRUE(shapes.tags.empty()) << "a single visible arrow needs no count";
  const Shapes::Arrow& strong = shapes.arrows[1];
  EXPECT_EQ(strong.colour, picture::arrow_palette_on(traces::Background::white).strong);
  EXPECT_GT(strong.width, shapes.arrows[0].width);
  EXPECT_NEAR(strong.curve[0].x, timeline.x_from_time(2000), 1e-9);
  EXPECT_NEAR(strong.curve[3].x, timeline.x_from_time(5000), 1e-9);
  EXPECT_NEAR(traces::arrow_point(strong.curve, 0.0).y, strong.curve[0].y, 1e-9);
  EXPECT_NEAR(traces::arrow_point(strong.curve, 1.0).y, strong.curve[3].y, 1e-9);
}

TEST(ArrowShapes, ArrowWithinOneRowIsAnArchInsideIt) {
  const Timeline timeline = timeline_of(document_from_text({three_rows}));
  const BundledArrows bundled = bundled_of(timeline, {{LaneId(1u), LaneId(1u), 2000, 8000, false, false, 0}});
  const Shapes::Arrow arrow = arrow_shape(placed_rows(timeline, 0), bundled.bundles[0]);
  const Stretch row = timeline.layout().row({0, 1}, 0);
  EXPECT_LT(traces::arrow_point(arrow.curve, 0.5).y, arrow.curve[0].y - 3.0);
  EXPECT_GE(traces::arrow_point(arrow.curve, 0.5).y, row.top);
}

TEST(ArrowShapes, MessagesAreDashedAndBundlesShowTheirBytes) {
  Timeline timeline = timeline_of(document_from_text({three_rows}));
  timeline.show({4000, 6000});
  const BundledArrows bundled =
      bundled_of(timeline, {{LaneId(0u), LaneId(2u), 1000, 5000, true, false, 800},
                            {LaneId(0u), LaneId(2u), 2000, 5000, true, false, 1200}});
  Shapes shapes;
  add_arrow_shapes(placed_rows(timeline, 0), bundled, shapes);
  ASSERT_EQ(shapes.arrows.size(), 1U);
  EXPECT_TRUE(shapes.arrows[0].dashed);
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "2 messages earlier · 2.00 kB");
  const Box clip = rows_box(timeline, 0);
  EXPECT_GE(shapes.tags[0].x, clip.left);
}

TEST(ArrowShapes, TagsNeverOverlapAndStayWithinTheRows) {
  std::string text;
  for (int row = 0; row < 10; ++row) text += "aaaaaaaaaa\n";
  Timeline timeline = timeline_of(document_from_text({text}), 1000, 700);
  timeline.show({4000, 6000});
  std::vector<traces::TaskArrow> arrows;
  for (std::size_t row = 1; row < 10; ++row) {
    for (std::size_t i = 0; i <= row; ++i)
      arrows.push_back({LaneId(row), LaneId(0u), 1000, 5000, false, false, 0});
  }
  Shapes shapes;
  shapes.tags.push_back({static_cast<double>(timeline.plot().left) + 5, 200, "not submitted", 0, {}});
  add_arrow_shapes(placed_rows(timeline, 0), bundled_of(timeline, arrows), shapes);
  ASSERT_EQ(shapes.tags.size(), 10U);
  const Box clip = rows_box(timeline, 0);
  for (std::size_t i = 0; i < shapes.tags.size(); ++i) {
    if (i > 0) {
      EXPECT_GE(shapes.tags[i].y, clip.top);
      EXPECT_LE(shapes.tags[i].y + 19, clip.bottom());
    }
    for (std::size_t j = 0; j < i; ++j) {
      const bool apart = std::abs(shapes.tags[i].y - shapes.tags[j].y) >= 17 ||
                         std::abs(shapes.tags[i].x - shapes.tags[j].x) >= 90;
      EXPECT_TRUE(apart) << shapes.tags[i].text << " and " << shapes.tags[j].text;
    }
  }
}

TEST(ArrowShapes, TagsWithoutRoomAreShortenedThenOmitted) {
  const Timeline timeline = timeline_of(document_from_text({three_rows}));
  const Box clip = rows_box(timeline, 0);
  const TagText words = picture::message_text(15, 31'460'000);
  EXPECT_EQ(words.whole, "15 messages · 31.5 MB");
  EXPECT_EQ(words.shorter, "15 · 31.5 MB");
  const double whole_width = timeline.text_width(words.whole) + 10.0;
  const double x = clip.left + 400.0;
  const std::vector<picture::Point> points{{x, clip.top + 100.0}};
  Shapes shapes;
  // Leaves room for the shorter text but not for the whole text.
  shapes.tags.push_back({x + whole_width / 2 - 5.0, clip.top + 90.0, "other", 0, clip});
  const picture::PlacedRows rows = placed_rows(timeline, 0);
  picture::TagPlacer tags(rows, shapes);
  Shapes::Tag tag;
  tag.clip = clip;
  tags.add(points, words, tag);
  ASSERT_EQ(shapes.tags.size(), 2U);
  EXPECT_EQ(shapes.tags[1].text, words.shorter);
  tags.add(points, words, tag);
  EXPECT_EQ(shapes.tags.size(), 2U) << "no room is left";
  tags.add_note("a note", 0);
  EXPECT_EQ(shapes.tags.size(), 3U);
}

TEST(ArrowShapes, NoteReplacesTooManyArrows) {
  const Timeline timeline = timeline_of(document_from_text({three_rows}));
  BundledArrows bundled = bundled_of(timeline, {{LaneId(0u), LaneId(2u), 2000, 5000, false, true, 0}});
  bundled.left_out = 1234;
  bundled.left_out_bundles = 56;
  Shapes shapes;
  add_too_many_arrows(placed_rows(timeline, 0), bundled, shapes);
  EXPECT_TRUE(shapes.arrows.empty());
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text,
            count_text(1235) + " arrows are too many to follow: zoom in or select fewer tasks");
}

TEST(ArrowShapes, NotesCountArrowsThatAreNotDrawn) {
  const Timeline timeline = timeline_of(document_from_text({three_rows}));
  BundledArrows bundled;
  bundled.left_out = 1234;
  bundled.left_out_bundles = 56;
  bundled.filtered = 1;
  Shapes shapes;
  add_arrow_shapes(placed_rows(timeline, 0), bundled, shapes);
  ASSERT_EQ(shapes.tags.size(), 2U);
  EXPECT_THAT(shapes.tags[0].text, ::testing::HasSubstr("more arrows in 56 bundles"));
  EXPECT_EQ(shapes.tags[1].text, "1 arrow ends in hidden rows");
  EXPECT_NE(shapes.tags[0].y, shapes.tags[1].y);
}

TEST(ArrowShapes, DistanceToACurveMatchesItsPixels) {
  Shapes::Arrow arrow;
  arrow.curve = {{{0, 50}, {30, 50}, {60, 50}, {90, 50}}};
  arrow.clip = {0, 0, 100, 100};
  EXPECT_NEAR(distance_to(arrow, {45, 57}), 7.0, 0.01);
  EXPECT_NEAR(distance_to(arrow, {95, 50}), 5.0, 0.01);
  EXPECT_TRUE(std::isinf(distance_to(arrow, {45, 120}))) << "outside its clip";
}

}  // namespace
}  // namespace gusset::viewer
