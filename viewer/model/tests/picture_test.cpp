#include "gusset/viewer/model/timeline/picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "brute_force.hpp"
#include "documents.hpp"
#include "one_processor.hpp"
#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::measure;
using testing::timeline_of;

const TextSize text{16.0, measure, measure};

std::vector<std::string> texts_of(const Picture& picture) {
  std::vector<std::string> texts;
  for (const Label& label : picture.labels) texts.push_back(label.text);
  return texts;
}

class BruteForce : public ::testing::TestWithParam<double> {};

TEST_P(BruteForce, EveryTexelOfAMillionTasksIsExact) {
  static const auto document =
      make_document({index_trace(testing::synthetic_trace(1'000'000, 16, 7), {}, 2)});
  Timeline timeline = timeline_of(document, 1600, 900);
  for (const double place : {0.13, 0.5, 0.97}) {
    timeline.fit();
    timeline.zoom_at(timeline.plot().left + place * timeline.plot().width, GetParam());
    const Picture picture = compose_picture(timeline, text);
    ASSERT_EQ(picture.strips[0].strips.size(), 16U);
    for (std::size_t row = 0; row < 16; ++row) {
      auto expected = testing::texels_by_brute_force(
          *document->panel(0).trace, document->panel(0).trace->lanes[row].spans, timeline.axis().grid(),
          document->colours.of_categories(0), picture.texel_columns);
      const auto layers = testing::layers_by_brute_force(
          *document->panel(0).trace, document->panel(0).trace->lanes[row].spans, timeline.axis().grid(),
          document->colours.of_categories(0), picture.texel_columns);
      for (std::size_t column = 0; column < layers.size(); ++column) {
        if (!layers[column].empty()) expected[column] = layers[column].front() & ~testing::triangle_bit;
      }
      const auto first = picture.texels.begin() + static_cast<std::ptrdiff_t>(row * picture.texel_columns);
      const std::vector<Rgba> shown(first, first + static_cast<std::ptrdiff_t>(picture.texel_columns));
      ASSERT_EQ(shown, expected) << "row " << row << ", place " << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AtSeveralZooms, BruteForce, ::testing::Values(1.0, 2.7, 20.0, 333.0, 5e3, 1e5, 1e7));

// Whether one of the drawings' tasks begins or ends within a column.
bool has_edge(const Timeline& timeline, std::size_t column) {
  const double from = timeline.axis().time_from_x(static_cast<double>(column));
  const double to = timeline.axis().time_from_x(static_cast<double>(column) + 1.0);
  return std::floor(from / 4000.0) != std::floor(to / 4000.0);
}

TEST(Picture, BlankMeansIdle) {
  const auto document = document_from_text({"aaaa....aaaa"});
  const Timeline timeline = timeline_of(document);
  const Picture picture = compose_picture(timeline, text);
  for (std::size_t x = 0; x < picture.texel_columns; ++x) {
    if (has_edge(timeline, x)) continue;
    const double time = timeline.axis().time_from_x(static_cast<double>(x) + 0.5);
    const bool busy = (time > 0 && time < 4000) || (time > 8000 && time < 12000);
    ASSERT_EQ(picture.texels[x] != 0, busy) << "column " << x << ", " << time << " ns";
  }
}

Appearance hiding(std::set<std::string> names) {
  Appearance appearance;
  appearance.hidden = std::move(names);
  return appearance;
}

TEST(Picture, HiddenWorkStaysVisibleBehindTheRest) {
  const Appearance appearance = hiding({"b"});
  const auto document =
      make_document({with_appearance(*testing::loaded_from_text("aaaa....bbbb"), appearance, 1)}, appearance);
  const Timeline timeline = timeline_of(document);
  const Picture picture = compose_picture(timeline, text);
  ASSERT_EQ(picture.strips.size(), 3U) << "all work, the shown work, the overview";
  EXPECT_FALSE(picture.strips[0].over);
  EXPECT_TRUE(picture.strips[1].over);
  for (std::size_t x = 0; x < picture.texel_columns; ++x) {
    if (has_edge(timeline, x)) continue;
    const double time = timeline.axis().time_from_x(static_cast<double>(x) + 0.5);
    const bool shown = time > 0 && time < 4000;
    const bool hidden = time > 8000 && time < 12000;
    ASSERT_EQ(picture.texels[x] != 0, shown || hidden) << "all work at column " << x;
    ASSERT_EQ(picture.texels[picture.texel_columns + x] != 0, shown) << "shown work at column " << x;
  }
}

TEST(Picture, FoldedNodesRowIsItsWorkersBusyShare) {
  const auto document = document_from_text({"n0/w0: aaaa....\nn0/w1: aa......\nn1/w0: bbbbbbbb"});
  Timeline timeline = timeline_of(document);
  timeline.fold(0, traces::NodeId(0), true);
  const Picture picture = compose_picture(timeline, text);
  ASSERT_EQ(picture.strips[0].strips.size(), 2U);
  for (std::size_t x = 0; x < picture.texel_columns; ++x) {
    const double from = timeline.axis().time_from_x(static_cast<double>(x));
    const double to = timeline.axis().time_from_x(static_cast<double>(x) + 1.0);
    const unsigned height = picture.texels[x] >> 24;
    const bool is_edge = (from < 0 && to > 0) || (from < 2000 && to > 2000) || (from < 4000 && to > 4000);
    if (is_edge) continue;
    const unsigned expected = from < 0 || from >= 4000 ? 0 : from < 2000 ? 255 : 128;
    ASSERT_EQ(height, expected) << x;
  }
  EXPECT_THAT(texts_of(picture), ::testing::Contains(::testing::StartsWith("▸ ")));
}

// The colours of a strip's column from the foot, each with its upper end; the strip's own colour is last,
// unless a layer covers it.
std::vector<std::pair<Rgba, unsigned>> stack_at(const Picture& picture, const Strip& strip, int x) {
  std::vector<std::pair<Rgba, unsigned>> parts;
  const auto column = static_cast<std::size_t>(x - strip.left);
  for (std::size_t layer = strip.layers; layer-- > 0;) {
    const Rgba texel = picture.texels[strip.first_layer + layer * picture.texel_columns + column];
    if (texel != 0) parts.emplace_back(texel & 0xFFFFFFU, texel >> 24);
  }
  const Rgba highest = picture.texels[strip.first_texel + column];
  if (parts.empty() || highest >> 24 > parts.back().second)
    parts.emplace_back(highest & 0xFFFFFFU, highest >> 24);
  return parts;
}

TEST(Picture, FoldedNodesAndTheOverviewStackTheSharesOfTypes) {
  const auto document = document_from_text({"n0/w0: aaaa....\nn0/w1: bb......\nn1/w0: bbbbbbbb"});
  Timeline timeline = timeline_of(document);
  timeline.fold(0, traces::NodeId(0), true);
  const Picture picture = compose_picture(timeline, text);
  const auto colour = [&](std::size_t type) { return rgba(document->colours.colour(type), 0); };
  const Strip& folded = picture.strips[0].strips[0];
  const int x = static_cast<int>(timeline.x_from_time(1'000));
  EXPECT_EQ(stack_at(picture, folded, x), (std::vector<std::pair<Rgba, unsigned>>{
                                              {colour(1), 128}, {colour(0) & ~testing::triangle_bit, 255}}));
  EXPECT_EQ(stack_at(picture, picture.strips.back().strips[0], x),
            (std::vector<std::pair<Rgba, unsigned>>{{colour(1), 170}, {colour(0), 255}}))
      << "two of three workers";
}

TEST(Picture, DenseColumnsStackTheSharesOfTypes) {
  std::string row;
  for (int i = 0; i < 4'000; ++i) row += i % 4 == 0 ? "a" : i % 4 == 1 ? "|b" : i % 4 == 2 ? "b" : ".";
  Timeline timeline = timeline_of(document_from_text({row}), 300);
  const Picture picture = compose_picture(timeline, text);
  const Strip& strip = picture.strips[0].strips[0];
  const auto stack = stack_at(picture, strip, strip.left + strip.width / 2);
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_NEAR(stack[0].second, 128, 20) << "b: two of four";
  EXPECT_NEAR(stack[1].second, 191, 20) << "and a: one of four";
  timeline.zoom_at(200, 1e4);
  EXPECT_EQ(compose_picture(timeline, text).strips[0].strips[0].layers, 0U) << "nothing to stack";
}

TEST(Picture, LowRowsStackFewTypes) {
  std::string row;
  for (int i = 0; i < 4'000; ++i) row += "abcde"[i % 5];
  Timeline timeline = timeline_of(document_from_text({row}), 300);
  const auto layers = [&](double row_height) {
    timeline.scale_rows(row_height / timeline.layout().row_height(0));
    return compose_picture(timeline, text).strips[0].strips[0].layers;
  };
  EXPECT_EQ(layers(40), 4U) << "and the strip itself";
  EXPECT_EQ(layers(14), 2U) << "4 pixels a part";
  EXPECT_EQ(layers(6), 0U) << "the busiest type only";
}

TEST(Picture, OverviewShowsHiddenWorkInGrey) {
  const Appearance appearance = hiding({"b"});
  const auto document =
      make_document({with_appearance(*testing::loaded_from_text("aaaa....bbbb"), appearance, 1)}, appearance);
  const Timeline timeline = timeline_of(document);
  const Picture picture = compose_picture(timeline, text);
  const Strip& strip = picture.strips.back().strips[0];
  EXPECT_EQ(stack_at(picture, strip, static_cast<int>(timeline.x_from_time(1'000))).size(), 1U);
  const int x = static_cast<int>(timeline.x_from_time(10'000));
  const auto stack = stack_at(picture, strip, x);
  ASSERT_EQ(stack.size(), 1U);
  EXPECT_EQ(stack[0].first,
            rgba(picture::filtered_colour(traces::Background::white), 0) & ~testing::triangle_bit);
}

TEST(Picture, TrackHeightIsItsMeanInEachColumn) {
  const auto document = document_from_text({"aaaa....\naa......\nbbbbbbbb"});
  Timeline timeline = timeline_of(document);
  timeline.set_tracks(
      {std::make_shared<const std::vector<traces::Track>>(traces::tracks(*document->panel(0).trace))});
  const Picture picture = compose_picture(timeline, text);
  ASSERT_EQ(picture.strips[0].strips.size(), 1U);
  const TimeAxis& axis = timeline.axis();
  for (std::size_t x = 0; x < picture.texel_columns; ++x) {
    const double from = axis.time_from_x(static_cast<double>(x));
    const double to = axis.time_from_x(static_cast<double>(x) + 1.0);
    const bool is_edge = (from < 0 && to > 0) || (from < 2000 && to > 2000) || (from < 4000 && to > 4000) ||
                         (from < 8000 && to > 8000);
    if (is_edge) continue;
    const unsigned running = from < 0 || from >= 8000 ? 0 : from < 2000 ? 3 : from < 4000 ? 2 : 1;
    ASSERT_EQ(picture.texels[x] >> 24, running * 85) << x;
  }
  EXPECT_THAT(texts_of(picture), ::testing::IsSupersetOf({"running tasks", "limit 3 tasks"}));
}

TEST(Picture, TrackLimitIsADashedLineAndItsLabelsAreBesideThePlot) {
  const auto document = document_from_text({"aaaa....\naa......\nbbbbbbbb"});
  Timeline timeline = timeline_of(document);
  const auto dashes = [&](std::optional<double> limit) {
    std::vector<traces::Track> tracks = traces::tracks(*document->panel(0).trace);
    tracks.resize(1);
    tracks[0].limit = limit;
    timeline.set_tracks({std::make_shared<const std::vector<traces::Track>>(std::move(tracks))});
    const Picture picture = compose_picture(timeline, text);
    const Stretch track = timeline.layout().track(0, 0);
    for (const Label& label : picture.labels) {
      if (label.y < track.top || label.y >= track.bottom()) continue;
      EXPECT_LE(label.x + measure(label.text), timeline.plot().left) << label.text;
      EXPECT_LE(label.y + text.height, track.bottom()) << label.text;
    }
    EXPECT_THAT(texts_of(picture), ::testing::Contains(limit ? "limit 3 tasks" : "up to 3 tasks"));
    return std::count_if(picture.over_fills.begin(), picture.over_fills.end(), [&](const Fill& fill) {
      return fill.box.height == 1 && fill.box.top >= track.top && fill.box.top < track.top + 4 &&
             fill.box.width <= 6;
    });
  };
  EXPECT_GT(dashes(3.0), 50);
  EXPECT_EQ(dashes({}), 0);
}

TEST(Picture, BoxesAreFullHeightWithADarkerFirstColumn) {
  Timeline timeline = timeline_of(document_from_text({"aaaa|aaaa"}));
  timeline.set_shape(TaskShape::box);
  const Picture picture = compose_picture(timeline, text);
  std::size_t darker = 0;
  for (std::size_t x = 0; x < picture.texel_columns; ++x) {
    if (picture.texels[x] == 0) continue;
    EXPECT_EQ(picture.texels[x] >> 24, 255U);
    EXPECT_EQ(picture.texels[x] >> 16 & 1U, 0U) << "has no tint";
    if ((picture.texels[x] & 0xFFU) < (picture.texels[picture.texel_columns / 4] & 0xFFU)) ++darker;
  }
  EXPECT_EQ(darker, 2U) << "one column for each task";
}

TEST(Picture, PanningByWholePixelsOnlyMovesTexels) {
  const auto document = make_document({index_trace(testing::synthetic_trace(20'000, 1, 3), {}, 1)});
  Timeline timeline = timeline_of(document);
  timeline.zoom_at(500, 3.0);
  const Picture before = compose_picture(timeline, text);
  timeline.pan(13);
  const Picture after = compose_picture(timeline, text);
  const std::vector<Rgba> left(before.texels.begin() + 13,
                               before.texels.begin() + static_cast<std::ptrdiff_t>(before.texel_columns));
  const std::vector<Rgba> right(after.texels.begin(),
                                after.texels.begin() + static_cast<std::ptrdiff_t>(after.texel_columns) - 13);
  EXPECT_EQ(left, right);
}

TEST(Picture, NumberOfThreadsChangesNothing) {
  const auto document = make_document({index_trace(testing::synthetic_trace(50'000, 16, 3), {}, 1)});
  const Timeline timeline = timeline_of(document);
  const Picture by_several = compose_picture(timeline, text);
  const gusset::testing::OneProcessor one;
  EXPECT_EQ(compose_picture(timeline, text).texels, by_several.texels);
}

TEST(Picture, PanningComputesOnlyColumnsThatComeIntoView) {
  Timeline timeline =
      timeline_of(make_document({index_trace(testing::synthetic_trace(20'000, 4, 3), {}, 1)}));
  std::vector<KeptColumns> kept;
  timeline.zoom_at(500, 3.0);
  const Picture first = compose_picture(timeline, text, &kept);
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_EQ(kept[0].computed(), first.texel_columns);
  timeline.pan(13);
  compose_picture(timeline, text, &kept);
  EXPECT_EQ(kept[0].computed(), 13U);
  timeline.pan(-20);
  compose_picture(timeline, text, &kept);
  EXPECT_EQ(kept[0].computed(), 20U);
  compose_picture(timeline, text, &kept);
  EXPECT_EQ(kept[0].computed(), 0U);
  timeline.zoom_at(500, 1.1);
  compose_picture(timeline, text, &kept);
  EXPECT_EQ(kept[0].computed(), first.texel_columns);
}

// A view with kept columns goes through random changes. Each picture must equal one that keeps nothing.
TEST(Picture, KeptColumnsChangeNothing) {
  const auto document = make_document({index_trace(testing::synthetic_trace(20'000, 4, 3), {}, 1)});
  const auto folding =
      document_from_text({"n0/w0: aaaa....bb|bb\nn0/w1: bb......cdcd\nn1/w0: bbbbbbbb|bbbb"});
  std::mt19937 random(7);
  const auto any = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Timeline timeline = timeline_of(document);
  std::vector<KeptColumns> kept;
  bool is_folded = false;
  for (int step = 0; step < 300; ++step) {
    switch (any(0, 9)) {
      case 0:
        timeline.zoom_at(any(200, 700), any(0, 2) == 0 ? 0.3 : 2.0);
        break;
      case 1:
        timeline.set_shape(timeline.shape() == TaskShape::box ? TaskShape::triangle : TaskShape::box);
        break;
      case 2:
        timeline.set_document(&timeline.document() == document.get() ? folding : document);
        is_folded = false;
        break;
      case 3:
        if (&timeline.document() == folding.get())
          timeline.fold(0, traces::NodeId(0), is_folded = !is_folded);
        break;
      default:
        timeline.pan(any(0, 5) == 0 ? any(-1500, 1500) : any(-40, 40));
    }
    const Picture with = compose_picture(timeline, text, &kept);
    const Picture without = compose_picture(timeline, text);
    ASSERT_EQ(with.texels, without.texels) << "step " << step;
  }
}

TEST(Picture, TitleShowsOriginAndTotals) {
  const Picture picture = compose_picture(timeline_of(document_from_text({"aa..b", "cc"})), text);
  EXPECT_THAT(texts_of(picture),
              ::testing::IsSupersetOf({"measured", "5.00 µs · 60.0 % busy · 2 tasks · 1 worker",
                                       "2.00 µs · 100.0 % busy · 1 task · 1 worker"}));
}

TEST(Picture, TitleIsWholeWhileTheMakespanFits) {
  const auto document = document_from_text({"aa..b"});
  const std::string title = "what if: 3 workers, policy locality";
  Timeline timeline = timeline_of(make_document({retitled(document->panel(0), title)}));
  const auto is_whole = [&](int width) {
    timeline.set_size(width, 400, 1.0);
    const std::vector<std::string> texts = texts_of(compose_picture(timeline, text));
    return std::ranges::count(texts, title) == 1 && std::ranges::count_if(texts, [](const std::string& each) {
                                                      return each.starts_with("5.00");
                                                    }) == 1;
  };
  const int needed = static_cast<int>(measure(title + "measured 5.00 µs · …")) + 80;
  EXPECT_TRUE(is_whole(needed));
  EXPECT_LT(timeline.plot().width / 2.0, measure(title)) << "half of the rows' width is not enough";
}

TEST(Picture, TitleWithoutRoomLeavesOutWholeTotals) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const auto totals = [&](int width) {
    timeline.set_size(width, 400, 1.0);
    for (const Label& label : compose_picture(timeline, text).labels) {
      if (label.text.starts_with("5.00")) return label.text;
    }
    return std::string();
  };
  std::set<std::string> shown;
  for (int width = 1000; !totals(width).empty() && !totals(width).ends_with("…") && width > 0; width -= 5)
    shown.insert(totals(width));
  EXPECT_THAT(shown,
              ::testing::ElementsAre("5.00 µs", "5.00 µs · 60.0 % busy", "5.00 µs · 60.0 % busy · 2 tasks",
                                     "5.00 µs · 60.0 % busy · 2 tasks · 1 worker"));
}

TEST(Picture, RulerLabelsNeverOverlap) {
  Timeline timeline = timeline_of(document_from_text({std::string(4000, 'a') + "..b"}));
  for (int zoom = 0; zoom < 200; ++zoom, timeline.zoom_at(zoom % 7 == 0 ? 700 : 300, 1.15)) {
    double free_from = 0.0;
    std::size_t labels = 0;
    for (const Label& label : compose_picture(timeline, text).labels) {
      if (label.clip.left != 0 || label.clip.top != 0 || label.x < timeline.plot().left) continue;
      EXPECT_GE(label.x, free_from) << label.text << " at zoom " << zoom;
      free_from = label.x + measure(label.text);
      ++labels;
    }
    EXPECT_GE(labels, 1U) << "at zoom " << zoom;
  }
}

TEST(Picture, RowsHaveTheirWorkersNames) {
  const auto document = document_from_text({"aa\nbb"});
  const std::vector<std::string> texts = texts_of(compose_picture(timeline_of(document), text));
  for (const Row& row : document->panel(0).rows) EXPECT_THAT(texts, ::testing::Contains(row.label));
}

TEST(Picture, RowsHaveTheirBusyShareInTheVisibleTimeIfThereIsRoom) {
  const auto document = document_from_text({"aaaa....\nbbbbbb..\ncccccccc"});
  Timeline timeline = timeline_of(document, 1200, 600);
  EXPECT_THAT(texts_of(compose_picture(timeline, text)),
              ::testing::IsSupersetOf({"50.0 %", "75.0 %", "100.0 %"}));
  timeline.show({1'000, 2'000});
  EXPECT_THAT(texts_of(compose_picture(timeline, text)), ::testing::Contains("100.0 %").Times(3));
  timeline.set_size(300, 600, 1.0);
  EXPECT_THAT(texts_of(compose_picture(timeline, text)),
              ::testing::Not(::testing::Contains(::testing::EndsWith(" %"))));
}

TEST(Picture, OnlyVisibleRowsAreComputed) {
  std::string rows;
  for (int i = 0; i < 500; ++i) rows += "a\n";
  Timeline timeline = timeline_of(document_from_text({rows}));
  timeline.scroll(0, 1000);
  const Picture picture = compose_picture(timeline, text);
  EXPECT_LT(picture.strips[0].strips.size(), 110U);
  for (const Strip& strip : picture.strips[0].strips) {
    EXPECT_GT(strip.stretch.bottom(), picture.strips[0].clip.top);
    EXPECT_LT(strip.stretch.top, picture.strips[0].clip.bottom());
  }
}

TEST(Picture, RowsEndWithTheirTrace) {
  const auto document = document_from_text({"aaaaaaaaaa", "bbbb"});
  const Timeline timeline = timeline_of(document);
  const Picture picture = compose_picture(timeline, text);
  EXPECT_NEAR(picture.strips[1].clip.right(), timeline.x_from_time(4000), 1.01);
  EXPECT_NEAR(picture.strips[0].clip.right(), timeline.x_from_time(10000), 1.01);
}

TEST(Picture, OverviewMarksTheVisibleRange) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const auto marked = [&] {
    const std::vector<Fill> fills = compose_picture(timeline, text).over_fills;
    return std::any_of(fills.begin(), fills.end(), [](const Fill& fill) {
      return fill.colour == view_palette_on(traces::Background::white).accent;
    });
  };
  EXPECT_FALSE(marked()) << "everything is visible";
  timeline.zoom_at(300, 50.0);
  EXPECT_TRUE(marked());
}

TEST(Picture, LongNamesAreShortened) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a"));
  trace->workers[0].name = std::string(200, 'x');
  const Picture picture = compose_picture(timeline_of(make_document({index_trace(trace, {}, 1)})), text);
  EXPECT_THAT(texts_of(picture), ::testing::Contains(::testing::EndsWith("x…")));
}

TEST(Picture, ShortenedNamesKeepTheirNumbers) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a\nb"));
  trace->workers[0].name = std::string(200, 'x') + " 17";
  trace->workers[1].name = std::string(200, '8');
  const Picture picture = compose_picture(timeline_of(make_document({index_trace(trace, {}, 1)})), text);
  EXPECT_THAT(texts_of(picture), ::testing::Contains(::testing::EndsWith("x…17")));
  EXPECT_THAT(texts_of(picture), ::testing::Contains(::testing::EndsWith("8…"))) << "only a number";
}

TEST(Picture, BlankWithoutADocument) {
  Timeline timeline(measure);
  timeline.set_size(300, 200, 1.0);
  const Picture picture = compose_picture(timeline, text);
  EXPECT_TRUE(picture.fills.empty());
  EXPECT_TRUE(picture.strips.empty());
  EXPECT_TRUE(picture.labels.empty());
}

TEST(Picture, LowRowsHaveSmallerGaps) {
  EXPECT_EQ(track_of_row({10, 3}, 1.0), (Stretch{10, 3}));
  EXPECT_EQ(track_of_row({10, 8}, 1.0), (Stretch{10, 7}));
  EXPECT_EQ(track_of_row({10, 40}, 1.0), (Stretch{12, 36}));
}

}  // namespace
}  // namespace gusset::viewer
