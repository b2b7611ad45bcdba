#include "gusset/viewer/model/timeline/placed_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/search_shapes.hpp"
#include "nested.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::measure;
using testing::nested_document;
using testing::three_deep;
using testing::timeline_of;

const TextSize text_size{16.0, measure, measure};

double middle_of(Stretch stretch) {
  return stretch.top + stretch.height / 2.0;
}

std::optional<std::size_t> task_at(const Timeline& timeline, double time_ns, std::size_t depth,
                                   std::size_t place = 0) {
  const Hit hit = timeline.hit(timeline.x_from_time(time_ns), middle_of(track_at(timeline, 0, place, depth)));
  if (!hit.task) return std::nullopt;
  return hit.task->task.value();
}

TEST(SubRows, TileTheRowWithSmallGaps) {
  EXPECT_EQ(picture::sub_row({10, 30}, 0, 3, 1.0), (Stretch{10, 9}));
  EXPECT_EQ(picture::sub_row({10, 30}, 1, 3, 1.0), (Stretch{20, 9}));
  EXPECT_EQ(picture::sub_row({10, 30}, 2, 3, 1.0), (Stretch{30, 10}));
  EXPECT_EQ(picture::sub_row({10, 60}, 0, 3, 2.0), (Stretch{10, 18})) << "two pixels on a dense display";
  EXPECT_EQ(picture::sub_row({10, 13}, 1, 4, 1.0), (Stretch{13, 3})) << "no gap without room";
  for (int y = 0; y < 60; ++y) {
    const std::size_t index = picture::sub_row_at({10, 30}, 3, y);
    EXPECT_EQ(index, y < 20 ? 0U : y < 30 ? 1U : 2U) << y;
  }
}

TEST(SubRows, RowIsSplitIfItsTasksNestAndItIsHighEnough) {
  Timeline timeline = timeline_of(nested_document(three_deep()));
  EXPECT_EQ(timeline.sub_rows({0, 0}), 3U);
  EXPECT_EQ(timeline.sub_rows({0, 1}), 1U) << "each row is split separately";
  while (timeline.layout().row_height(0) >= 24.0) {
    EXPECT_EQ(timeline.sub_rows({0, 0}), 3U);
    timeline.scale_rows(0.9);
  }
  EXPECT_EQ(timeline.sub_rows({0, 0}), 1U);
  timeline.fit_rows();
  timeline.show_sub_rows(false);
  EXPECT_EQ(timeline.sub_rows({0, 0}), 1U);
  EXPECT_EQ(track_at(timeline, 0, 0, 2), track_of_row(timeline.layout().row({0, 0}, 0), 1.0));
}

TEST(SubRows, TogglingThemChangesTheRevision) {
  Timeline timeline = timeline_of(nested_document(three_deep()));
  EXPECT_TRUE(timeline.shows_sub_rows());
  const std::uint64_t revision = timeline.revision();
  timeline.show_sub_rows(true);
  EXPECT_EQ(timeline.revision(), revision);
  timeline.show_sub_rows(false);
  EXPECT_GT(timeline.revision(), revision);
}

TEST(SubRows, TaskIsDrawnInItsSubRow) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  for (std::size_t task = 0; task < 3; ++task)
    EXPECT_EQ(track_of(timeline, {0, traces::TaskId(task)}), track_at(timeline, 0, 0, task));
  EXPECT_EQ(track_of(timeline, {0, traces::TaskId(4)}), track_at(timeline, 0, 1, 0));
}

TEST(SubRows, ClickSelectsTheSubRowsRunningOrSuspendedTask) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  EXPECT_EQ(task_at(timeline, 1'000, 0), 0U);
  EXPECT_EQ(task_at(timeline, 4'000, 0), 0U) << "suspended";
  EXPECT_EQ(task_at(timeline, 4'000, 1), 1U) << "suspended";
  EXPECT_EQ(task_at(timeline, 4'000, 2), 2U);
  EXPECT_EQ(task_at(timeline, 6'000, 1), 1U);
  EXPECT_EQ(task_at(timeline, 9'500, 0), 0U) << "it waits, and nothing runs";
  EXPECT_FALSE(task_at(timeline, 9'500, 1)) << "idle";
  EXPECT_EQ(task_at(timeline, 1'000, 2), 0U) << "the sub-row has no task, so any task of the row";
  EXPECT_EQ(task_at(timeline, 7'000, 0, 1), 4U);
  Timeline flat = timeline_of(nested_document(three_deep()));
  flat.show_sub_rows(false);
  EXPECT_EQ(task_at(flat, 4'000, 0), 2U) << "the innermost";
}

TEST(SubRows, ClickBesideATaskSelectsTheNearestInTheSubRow) {
  const auto document = nested_document({{{0, 10'000, 0}, {2'000, 2'500, 1}, {5'000, 5'500, 3}}});
  const LoadedTrace& loaded = document->panel(0);
  EXPECT_EQ(task_near(loaded, 0, 1, 2'700, 300), traces::TaskId(1));
  EXPECT_EQ(task_near(loaded, 0, 1, 4'800, 300), traces::TaskId(3));
  EXPECT_FALSE(task_near(loaded, 0, 1, 4'000, 300));
  EXPECT_EQ(task_near(loaded, 0, 0, 10'100, 300), traces::TaskId(0));
  EXPECT_FALSE(task_near(loaded, 0, 2, 2'100, 300)) << "no such sub-row";
}

TEST(SubRows, HiddenTasksAreNotSelected) {
  Appearance appearance;
  appearance.hidden = {"a"};
  const auto document = make_document(
      {with_appearance(nested_document({{{0, 10'000, 0}, {2'000, 4'000, 1}}})->panel(0), appearance, 1)},
      appearance);
  const Timeline timeline = timeline_of(document);
  EXPECT_FALSE(task_at(timeline, 6'000, 0));
  EXPECT_EQ(task_at(timeline, 3'000, 1), 1U);
}

TEST(SubRows, TimesSnapToTheSubRowsTasks) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  const double beside = timeline.x_from_time(8'000) + 4;
  EXPECT_EQ(timeline.snapped_time(beside, middle_of(track_at(timeline, 0, 0, 1))), 8'000);
  const double inner = timeline.x_from_time(5'000) + 4;
  EXPECT_EQ(timeline.snapped_time(inner, middle_of(track_at(timeline, 0, 0, 2))), 5'000);
}

TEST(SubRows, SelectedTaskIsOutlinedInItsSubRow) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  OverlayInput input;
  input.selection.tasks = {{0, traces::TaskId(1)}};
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.outlines.size(), 1U);
  const Stretch own = track_at(timeline, 0, 0, 1);
  EXPECT_EQ(overlay.outlines[0].box.top, own.top);
  EXPECT_EQ(overlay.outlines[0].box.height, own.height);
}

TEST(SubRows, SearchDimsAllOfARowAndItsBusyShareButTheMatches) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  const Document& document = timeline.document();
  SearchResult found = search_tasks(document, "#1");
  ASSERT_EQ(found.count, 1U);
  ASSERT_NE(found.matches, nullptr);
  Picture picture;
  add_search_shapes(timeline, found, picture);
  const auto dims = [&](int x, int y) {
    return std::any_of(picture.over_fills.begin(), picture.over_fills.end(), [&](const Fill& fill) {
      return x >= fill.box.left && x < fill.box.right() && y >= fill.box.top && y < fill.box.bottom();
    });
  };
  const Box plot = timeline.plot();
  const TimeRange match = *document.range_of({0, traces::TaskId(1)});
  const int before = static_cast<int>(timeline.x_from_time(static_cast<double>(match.begin_ns))) - 3;
  const int inside = static_cast<int>(timeline.x_from_time(static_cast<double>(match.begin_ns))) + 3;
  const Stretch track = placed_rows(timeline, 0).track(0);
  ASSERT_GT(before, plot.left);
  for (int y = track.top; y < track.bottom(); ++y) EXPECT_TRUE(dims(before, y)) << y;
  EXPECT_FALSE(dims(inside, placed_rows(timeline, 0).track_at(0, 1).top + 1));
  const Box strip = overview_strip(timeline, 0);
  EXPECT_TRUE(dims(before, strip.top + strip.height / 2));
  EXPECT_FALSE(dims(inside, strip.top + strip.height / 2));
}

TEST(SubRows, TooltipShowsThatATaskIsSuspended) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  const auto lines_at = [&](double time_ns, std::size_t depth) {
    std::string text;
    const auto tooltip =
        tooltip_at(timeline, {timeline.x_from_time(time_ns), middle_of(track_at(timeline, 0, 0, depth))});
    for (const auto& line : tooltip ? tooltip->lines : decltype(tooltip->lines){})
      text += line.label + "=" + line.text + ";";
    return text;
  };
  EXPECT_NE(lines_at(4'000, 0).find("state=suspended"), std::string::npos) << lines_at(4'000, 0);
  EXPECT_EQ(lines_at(1'000, 0).find("suspended"), std::string::npos);
  EXPECT_EQ(lines_at(4'000, 2).find("suspended"), std::string::npos);
}

TEST(SubRows, ArrowsEndInTheTasksSubRows) {
  const Timeline timeline = timeline_of(nested_document(three_deep()));
  const picture::PlacedRows rows = placed_rows(timeline, 0);
  const traces::ArrowEnd inner = arrow_end(rows, traces::LaneId(0u), 3'000, traces::TaskId(2));
  EXPECT_DOUBLE_EQ(inner.y, middle_of(track_at(timeline, 0, 0, 2)));
  const traces::ArrowEnd of_lane = arrow_end(rows, traces::LaneId(1u), 3'000);
  EXPECT_DOUBLE_EQ(of_lane.y, middle_of(track_at(timeline, 0, 1, 0)));
}

// The strips of one row.
struct RowOfPicture {
  const Strip* behind = nullptr;
  std::vector<const Strip*> sub_rows;
};

RowOfPicture first_row_of(const Picture& picture, const Timeline& timeline) {
  RowOfPicture row;
  const Stretch whole = track_of_row(timeline.layout().row({0, 0}, 0), 1.0);
  for (const StripGroup& group : picture.strips) {
    for (const Strip& strip : group.strips) {
      if (strip.stretch.top < whole.top || strip.stretch.bottom() > whole.bottom()) continue;
      if (strip.stretch == whole) {
        row.behind = &strip;
      } else {
        EXPECT_TRUE(group.over);
        row.sub_rows.push_back(&strip);
      }
    }
  }
  return row;
}

TEST(SubRows, BlankExactlyWhereTheRowIsIdle) {
  const auto document = make_document({index_trace(testing::random_nested_trace(4000, 3), {}, 1)});
  const LoadedTrace& loaded = document->panel(0);
  Timeline timeline = timeline_of(document);
  ASSERT_EQ(timeline.sub_rows({0, 0}), traces::Nesting::max_depths);
  for (const double zoom : {1.0, 8.0, 100.0, 3000.0}) {
    timeline.fit();
    timeline.zoom_at(timeline.plot().left + 0.4 * timeline.plot().width, zoom);
    const Picture picture = compose_picture(timeline, text_size);
    const RowOfPicture row = first_row_of(picture, timeline);
    ASSERT_NE(row.behind, nullptr);
    ASSERT_EQ(row.sub_rows.size(), traces::Nesting::max_depths);
    std::vector<traces::Texel> whole(picture.texel_columns);
    loaded.detail->texels(0, timeline.axis().grid(), whole);
    std::vector<std::vector<traces::Texel>> parts;
    for (const traces::LevelOfDetail& detail : *loaded.sub_rows) {
      parts.emplace_back(picture.texel_columns);
      detail.texels(0, timeline.axis().grid(), parts.back());
    }
    for (std::size_t x = 0; x < picture.texel_columns; ++x) {
      const auto shows = [&](const Strip& strip) {
        return picture.texels[strip.first_texel / picture.texel_columns * picture.texel_columns + x] != 0;
      };
      const bool any = std::any_of(row.sub_rows.begin(), row.sub_rows.end(),
                                   [&](const Strip* strip) { return shows(*strip); });
      ASSERT_EQ(shows(*row.behind), whole[x].busy > 0) << "zoom " << zoom << ", column " << x;
      ASSERT_EQ(any, whole[x].busy > 0) << "zoom " << zoom << ", column " << x;
      int sum = 0;
      for (const auto& part : parts) sum += part[x].busy;
      ASSERT_NEAR(sum, whole[x].busy, 1 + static_cast<int>(parts.size())) << "idle time is exact";
    }
  }
}

TEST(SubRows, TraceWithoutNestingHasNone) {
  const auto document = nested_document({{{0, 4'000, 0}, {6'000, 12'000, 1}}, {{0, 10'000, 2}}});
  Timeline timeline = timeline_of(document);
  const Picture on = compose_picture(timeline, text_size);
  timeline.show_sub_rows(false);
  const Picture off = compose_picture(timeline, text_size);
  EXPECT_EQ(document->panel(0).nesting, nullptr);
  EXPECT_EQ(document->panel(0).sub_rows, nullptr) << "no memory without nesting";
  EXPECT_EQ(on.texels, off.texels);
  EXPECT_EQ(on.strips.size(), off.strips.size());
  EXPECT_EQ(on.strips[0].strips.size(), 2U);
}

}  // namespace
}  // namespace gusset::viewer
