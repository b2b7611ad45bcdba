#include "gusset/viewer/model/explain/bound_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

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

TEST(BoundLine, NameWithoutRoomIsAWordAndTheTime) {
  const Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa"}));
  const Shapes shapes = shapes_of(timeline, {0, 5'000, std::string(400, 'b')});
  EXPECT_EQ(shapes.lines.size(), 1U);
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "bound 5.00 µs");
  EXPECT_EQ(shapes_of(timeline, {0, 5'000, std::string(400, 'b'), "work"}).tags[0].text, "work 5.00 µs");
}

// The names of lines, sorted by the lines' times.
std::vector<Shapes::Tag> names_of(const Timeline& timeline, std::vector<std::int64_t> times_ns) {
  Shapes shapes;
  for (const std::int64_t time_ns : times_ns)
    add_bound_line(timeline, {0, time_ns, "a long name " + std::to_string(time_ns)}, colour, shapes);
  std::ranges::sort(shapes.tags, {}, [](const Shapes::Tag& tag) { return tag.of_line->x; });
  return shapes.tags;
}

TEST(BoundLine, NamesAreInTheOrderOfTheirLinesAtEveryWidth) {
  for (int width = 1400; width >= 320; width -= 20) {
    Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa"}), width);
    timeline.set_bounds_row(true);
    const auto names = names_of(timeline, {3'000, 9'700, 9'600});  // in another order than the lines
    ASSERT_EQ(names.size(), 3U);
    double free_from = timeline.plot().left;
    for (const Shapes::Tag& name : names) {
      EXPECT_FALSE(name.text.empty()) << width;
      EXPECT_GE(name.x, free_from) << name.text << " at " << width;
      free_from = name.x + timeline.text_width(name.text);
    }
    EXPECT_LE(free_from, timeline.plot().right()) << width;
  }
}

TEST(BoundLine, NamesOfNeighboursAreOnBothSides) {
  Timeline timeline = testing::timeline_of(testing::document_from_text({"aaaaaaaaaa"}), 1400);
  timeline.set_bounds_row(true);
  const auto names = names_of(timeline, {4'000, 4'300});
  const double width = timeline.text_width(names[0].text);
  EXPECT_EQ(names[0].text, "a long name 4000");
  EXPECT_EQ(names[1].text, "a long name 4300");
  EXPECT_NEAR(names[0].x + width, names[0].of_line->x, 20.0) << "left of its line";
  EXPECT_NEAR(names[1].x, names[1].of_line->x, 5.0) << "right of its line";
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
