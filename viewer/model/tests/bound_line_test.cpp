#include "gusset/viewer/model/explain/bound_line.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

constexpr Rgba colour = 0xff0000ff;

Shapes shapes_of(const Timeline& timeline, const BoundLine& line) {
  Shapes shapes;
  add_bound_line(timeline, line, colour, shapes);
  return shapes;
}

TEST(BoundLine, IsAtItsTimeThroughThePanelsRows) {
  const Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa", "bbbb"}));
  const Shapes shapes = shapes_of(timeline, {1, 3'000, "bound 3.00 µs (work)"});
  ASSERT_EQ(shapes.lines.size(), 1U);
  EXPECT_EQ(shapes.lines[0].from_x, shapes.lines[0].to_x);
  EXPECT_NEAR(shapes.lines[0].from_x, timeline.x_from_time(1, 3'000), 0.5);
  EXPECT_EQ(shapes.lines[0].from_y, timeline.layout().body(1).top);
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "bound 3.00 µs (work)");
  EXPECT_GT(shapes.tags[0].x, shapes.lines[0].from_x);
}

TEST(BoundLine, NameIsLeftOfALineAtTheRightEdge) {
  const Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa"}));
  const Shapes shapes = shapes_of(timeline, {0, 9'900, "bound 9.90 µs (work)"});
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_LT(shapes.tags[0].x + 100, shapes.lines[0].from_x);
}

TEST(BoundLine, NamesCoverNoTasksAndNotEachOther) {
  Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa", "bb"}));
  const int title = timeline.layout().title(1).top;
  timeline.set_bounds_row(true);
  EXPECT_EQ(timeline.layout().title(1).top - timeline.layout().body(0).bottom() -
                timeline.layout().bounds(0).height,
            timeline.layout().metrics().bottom_margin)
      << "below the first trace's rows";
  Shapes shapes;
  for (const std::int64_t time_ns : {9'900, 9'800, 5'000, 5'010})
    add_bound_line(timeline, {0, time_ns, "bound " + std::to_string(time_ns)}, colour, shapes);
  ASSERT_EQ(shapes.tags.size(), 4U);
  for (const Shapes::Tag& tag : shapes.tags) {
    EXPECT_GE(tag.y, timeline.layout().body(0).bottom()) << tag.text;
    EXPECT_LE(tag.y + 16, timeline.layout().bounds(0).bottom()) << tag.text;
    for (const Shapes::Tag& other : shapes.tags) {
      if (&tag == &other) continue;
      EXPECT_GE(std::abs(tag.x - other.x), timeline.text_width(tag.text)) << tag.text << other.text;
    }
  }
  timeline.set_bounds_row(false);
  EXPECT_EQ(timeline.layout().title(1).top, title);
}

TEST(BoundLine, NameWithoutRoomIsLeftOut) {
  const Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa"}));
  const Shapes shapes = shapes_of(timeline, {0, 5'000, std::string(400, 'b')});
  EXPECT_EQ(shapes.lines.size(), 1U);
  EXPECT_TRUE(shapes.tags.empty());
}

TEST(BoundLine, OutOfViewIsNotDrawn) {
  Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa"}));
  timeline.zoom_at(timeline.plot().left, 100.0);
  const Shapes shapes = shapes_of(timeline, {0, 9'000, "bound"});
  EXPECT_TRUE(shapes.lines.empty());
  EXPECT_TRUE(shapes.tags.empty());
}

TEST(BoundLine, CostsTheSameForEveryTrace) {
  for (const std::size_t tasks : {10U, 100'000U}) {
    const Timeline timeline =
        testing::timeline_of(make_document({index_trace(testing::synthetic_trace(tasks, 4, 1), {}, 1)}));
    const Shapes shapes = shapes_of(timeline, {0, timeline.document().extent_ns / 2, "bound"});
    EXPECT_EQ(shapes.lines.size(), 1U) << tasks;
    EXPECT_EQ(shapes.tags.size(), 1U) << tasks;
    EXPECT_TRUE(shapes.bars.empty() && shapes.frames.empty()) << tasks;
  }
}

}  // namespace
}  // namespace gusset::viewer
