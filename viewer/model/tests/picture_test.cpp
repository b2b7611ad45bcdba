#include "gusset/viewer/model/picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "brute_force.hpp"
#include "documents.hpp"
#include "synthetic.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::measure;

const TextSize text{16.0, measure, measure};

Timeline timeline_of(std::shared_ptr<const Document> document, int width = 1000, int height = 600) {
  Timeline timeline(measure);
  timeline.set_size(width, height, 1.0);
  timeline.set_document(std::move(document));
  return timeline;
}

std::vector<std::string> words_of(const Picture& picture) {
  std::vector<std::string> words;
  for (const Label& label : picture.labels) words.push_back(label.text);
  return words;
}

class BruteForce : public ::testing::TestWithParam<double> {};

TEST_P(BruteForce, EveryTexelOfAMillionTasksIsTrue) {
  static const auto document =
      make_document({index_trace(testing::synthetic_trace(1'000'000, 16, 7), {}, 2)});
  Timeline timeline = timeline_of(document, 1600, 900);
  for (const double place : {0.13, 0.5, 0.97}) {
    timeline.fit();
    timeline.zoom_at(timeline.plot().left + place * timeline.plot().width, GetParam());
    const Picture picture = compose_picture(timeline, text, 2);
    ASSERT_EQ(picture.strips[0].strips.size(), 16U);
    for (std::size_t row = 0; row < 16; ++row) {
      const auto expected = testing::texels_by_brute_force(
          *document->panel(0).trace, document->panel(0).trace->lanes[row].spans, timeline.axis().grid(),
          document->colours.of_categories(0), picture.texel_columns);
      const auto first = picture.texels.begin() + static_cast<std::ptrdiff_t>(row * picture.texel_columns);
      const std::vector<Rgba> shown(first, first + static_cast<std::ptrdiff_t>(picture.texel_columns));
      ASSERT_EQ(shown, expected) << "row " << row << ", place " << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AtSeveralZooms, BruteForce, ::testing::Values(1.0, 2.7, 20.0, 333.0, 5e3, 1e5, 1e7));

TEST(Picture, BlankMeansIdle) {
  const auto document = document_from_text({"aaaa....aaaa"});
  const Timeline timeline = timeline_of(document);
  const Picture picture = compose_picture(timeline, text, 1);
  for (std::size_t x = 0; x < picture.texel_columns; ++x) {
    const double time = timeline.axis().time_from_x(static_cast<double>(x) + 0.5);
    const bool busy = (time > 0 && time < 4000) || (time > 8000 && time < 12000);
    ASSERT_EQ(picture.texels[x] != 0, busy) << "column " << x << ", " << time << " ns";
  }
}

TEST(Picture, PanningByWholePixelsOnlyMovesTexels) {
  const auto document = make_document({index_trace(testing::synthetic_trace(20'000, 1, 3), {}, 1)});
  Timeline timeline = timeline_of(document);
  timeline.zoom_at(500, 3.0);
  const Picture before = compose_picture(timeline, text, 1);
  timeline.pan(13);
  const Picture after = compose_picture(timeline, text, 1);
  const std::vector<Rgba> left(before.texels.begin() + 13,
                               before.texels.begin() + static_cast<std::ptrdiff_t>(before.texel_columns));
  const std::vector<Rgba> right(after.texels.begin(),
                                after.texels.begin() + static_cast<std::ptrdiff_t>(after.texel_columns) - 13);
  EXPECT_EQ(left, right);
}

TEST(Picture, TheNumberOfThreadsChangesNothing) {
  const auto document = make_document({index_trace(testing::synthetic_trace(50'000, 16, 3), {}, 1)});
  const Timeline timeline = timeline_of(document);
  EXPECT_EQ(compose_picture(timeline, text, 1).texels, compose_picture(timeline, text, 5).texels);
}

TEST(Picture, TitlesTellOriginAndTotals) {
  const Picture picture = compose_picture(timeline_of(document_from_text({"aa..b", "cc"})), text, 1);
  EXPECT_THAT(words_of(picture),
              ::testing::IsSupersetOf({"measured", "2 tasks · 1 worker · 5.000 µs · 60.0 % busy",
                                       "1 task · 1 worker · 2.000 µs · 100.0 % busy"}));
}

TEST(Picture, RowsCarryTheirWorkersNames) {
  const auto document = document_from_text({"aa\nbb"});
  const std::vector<std::string> words = words_of(compose_picture(timeline_of(document), text, 1));
  for (const Row& row : document->panel(0).rows) EXPECT_THAT(words, ::testing::Contains(row.label));
}

TEST(Picture, OnlyRowsInSightAreComputed) {
  std::string rows;
  for (int i = 0; i < 500; ++i) rows += "a\n";
  Timeline timeline = timeline_of(document_from_text({rows}));
  timeline.scroll(0, 1000);
  const Picture picture = compose_picture(timeline, text, 1);
  EXPECT_LT(picture.strips[0].strips.size(), 110U);
  for (const Strip& strip : picture.strips[0].strips) {
    EXPECT_GT(strip.stretch.bottom(), picture.strips[0].clip.top);
    EXPECT_LT(strip.stretch.top, picture.strips[0].clip.bottom());
  }
}

TEST(Picture, AShorterTraceEndsWhereItEnds) {
  const auto document = document_from_text({"aaaaaaaaaa", "bbbb"});
  const Timeline timeline = timeline_of(document);
  const Picture picture = compose_picture(timeline, text, 1);
  EXPECT_NEAR(picture.strips[1].clip.right(), timeline.x_from_time(4000), 1.01);
  EXPECT_NEAR(picture.strips[0].clip.right(), timeline.x_from_time(10000), 1.01);
}

TEST(Picture, TheOverviewMarksWhatIsShown) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const auto marked = [&] {
    const std::vector<Fill> fills = compose_picture(timeline, text, 1).over_fills;
    return std::any_of(fills.begin(), fills.end(),
                       [](const Fill& fill) { return fill.colour == ink::accent; });
  };
  EXPECT_FALSE(marked()) << "everything is shown";
  timeline.zoom_at(300, 50.0);
  EXPECT_TRUE(marked());
}

TEST(Picture, LongNamesAreShortened) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a"));
  trace->workers[0].name = std::string(200, 'x');
  const Picture picture = compose_picture(timeline_of(make_document({index_trace(trace, {}, 1)})), text, 1);
  EXPECT_THAT(words_of(picture), ::testing::Contains(::testing::EndsWith("x…")));
}

TEST(Picture, WithoutADocumentItIsBlank) {
  Timeline timeline(measure);
  timeline.set_size(300, 200, 1.0);
  const Picture picture = compose_picture(timeline, text, 1);
  EXPECT_TRUE(picture.fills.empty());
  EXPECT_TRUE(picture.strips.empty());
  EXPECT_TRUE(picture.labels.empty());
}

TEST(Picture, RowsOfFewPixelsGiveNoneToGaps) {
  EXPECT_EQ(track_of_row({10, 3}, 1.0), (Stretch{10, 3}));
  EXPECT_EQ(track_of_row({10, 8}, 1.0), (Stretch{10, 7}));
  EXPECT_EQ(track_of_row({10, 40}, 1.0), (Stretch{12, 36}));
}

}  // namespace
}  // namespace gusset::viewer
