#include "gusset/traces/picture/timeline/task_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "nested.hpp"
#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::measure;
using testing::timeline_of;

const picture::NameSize size{15.0, 4.0, measure};

std::vector<Shapes::Name> names_in(const Timeline& timeline, bool are_boxes = false) {
  Shapes shapes;
  picture::add_task_names(placed_rows(timeline, 0), size, are_boxes, shapes);
  return shapes.names;
}

std::vector<std::string> texts_in(const Timeline& timeline) {
  std::vector<std::string> texts;
  for (const Shapes::Name& name : names_in(timeline)) texts.push_back(name.text);
  return texts;
}

TEST(TaskNames, WholeNamesWhereTheyFitOtherwiseTheType) {
  // Of 1000 pixels, the plot has about 900, for 16 characters: over 100 for "aa", over 50 for "b".
  const auto document = document_from_text({"aa|b|aaaaaaaaaaaaa\na1: write left@0"});
  EXPECT_THAT(texts_in(timeline_of(document)), ElementsAre("a left", "b #1", "a #2"));
  Timeline narrow = timeline_of(document, 400);
  EXPECT_THAT(texts_in(narrow), ElementsAre("a", "b", "a #2"));
}

TEST(TaskNames, LieWithinTheVisiblePartsOfTheirTasks) {
  const auto document = document_from_text({"aaaaaaaaaabbbbbbbbbb"});
  Timeline timeline = timeline_of(document);
  timeline.show({5'000, 15'000});
  const std::vector<Shapes::Name> names = names_in(timeline);
  ASSERT_EQ(names.size(), 2U);
  const double plot = timeline.plot().left;
  const double middle = timeline.x_from_time(10'000);
  EXPECT_GE(names[0].x, plot + size.padding);
  EXPECT_LE(names[0].x + measure(names[0].text), middle - size.padding);
  EXPECT_GE(names[1].x, middle + size.padding);
  const Stretch row = timeline.layout().row({0, 0}, 0);
  EXPECT_GE(names[0].y, row.top);
  EXPECT_LE(names[0].y + size.line_height, row.bottom());
}

TEST(TaskNames, LowRowsHaveNone) {
  Timeline timeline = timeline_of(document_from_text({"aaaa\nbbbb"}));
  timeline.scale_rows(0.01);
  EXPECT_THAT(names_in(timeline), IsEmpty());
}

TEST(TaskNames, HiddenTasksAndFoldedNodesHaveNone) {
  Appearance appearance;
  appearance.hidden = {"a"};
  const auto document = make_document(
      {index_trace(traces::testing::trace_from_text("aaaa|bbbb", 1000), {}, 1, appearance)}, appearance);
  EXPECT_THAT(texts_in(timeline_of(document)), ElementsAre("b #1"));
  Timeline folded = timeline_of(document_from_text({"n0/w0: aaaa\nn1/w1: bbbb"}));
  EXPECT_THAT(texts_in(folded), ElementsAre("a #0", "b #1"));
  folded.fold(0, traces::NodeId(0u), true);
  EXPECT_THAT(texts_in(folded), ElementsAre("b #1"));
}

TEST(TaskNames, AnInterruptedTaskHasItsNameOnce) {
  const auto document = testing::nested_document({{{0, 12'000, 0}, {2'000, 5'000, 1}, {8'000, 10'000, 2}}});
  Timeline timeline = timeline_of(document);
  timeline.show_sub_rows(false);
  EXPECT_THAT(texts_in(timeline), ElementsAre("a #0", "b #1", "a #2"));
  timeline.show_sub_rows(true);
  EXPECT_THAT(texts_in(timeline), ElementsAre("a #0", "b #1", "a #2"));
}

TEST(TaskNames, ManyNarrowTasksCostNothing) {
  const auto trace = testing::synthetic_trace(200'000, 4, 1);
  const auto document = make_document({index_trace(trace, {}, 1)});
  std::size_t measured = 0;
  Shapes shapes;
  const Timeline timeline = timeline_of(document);
  picture::add_task_names(placed_rows(timeline, 0),
                          {15.0, 4.0,
                           [&measured](std::string_view text) {
                             ++measured;
                             return measure(text);
                           }},
                          false, shapes);
  EXPECT_LE(measured, 500U) << "depends on pixels, not on tasks";
}

TEST(TaskNames, ContrastWithEveryColourOfTheirType) {
  using traces::Background;
  for (const Background background : {Background::white, Background::dark}) {
    for (std::size_t type = 0; type < traces::palette_size; ++type) {
      const traces::Colour fill = traces::type_colour(type, background);
      EXPECT_GE(picture::contrast(picture::text_colour_on(fill), fill), picture::min_text_contrast) << type;
    }
    const picture::NameColours colours = picture::name_colours(background);
    EXPECT_GE(picture::contrast(picture::colour_of(colours.text), picture::colour_of(colours.rim)), 15.0);
  }
}

TEST(TaskNames, BoxesHaveReadableTextAndTrianglesARim) {
  const Timeline timeline = timeline_of(document_from_text({"aaaa"}));
  const Shapes::Name in_box = names_in(timeline, true).at(0);
  EXPECT_EQ(in_box.rim, 0U);
  EXPECT_EQ(picture::colour_of(in_box.colour),
            picture::text_colour_on(timeline.document().colours.of_categories(0)[0]));
  const Shapes::Name in_triangle = names_in(timeline).at(0);
  EXPECT_EQ(in_triangle.rim, picture::name_colours(traces::Background::white).rim);
}

TEST(TaskNames, TheWindowsPictureHasThem) {
  const Timeline timeline = timeline_of(document_from_text({"aaaa|bbbb"}));
  const Picture picture = compose_picture(timeline, {15.0, measure, measure});
  ASSERT_EQ(picture.shapes.names.size(), 2U);
  EXPECT_EQ(picture.shapes.names[1].text, "b #1");
}

}  // namespace
}  // namespace gusset::viewer
