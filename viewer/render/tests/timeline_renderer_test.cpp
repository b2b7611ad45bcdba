#include "gusset/viewer/render/timeline_renderer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "brute_force.hpp"
#include "documents.hpp"
#include "gusset/traces/picture/timeline/task_names.hpp"
#include "headless.hpp"
#include "nested.hpp"
#include "synthetic.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::Headless;
using testing::measure;

constexpr int tolerance = 2;  // of 255, for the driver's rounding

class TimelineRendererTest : public Headless {
 protected:
  Timeline timeline_of(std::shared_ptr<const Document> document, int width = 1000, int height = 500) {
    Timeline timeline(measure);
    timeline.set_size(width, height, 1.0);
    timeline.set_document(std::move(document));
    return timeline;
  }
  // Without names, so that the pixels of tasks can be compared.
  Picture compose(const Timeline& timeline) {
    Picture picture = compose_picture(timeline, renderer_->text_size());
    picture.shapes.names.clear();
    return picture;
  }
};

int channel(std::uint32_t argb, int which) {
  return static_cast<int>(argb >> (8 * which) & 255U);
}

// The expected colour of one pixel of a row; `from_foot` counts pixels from the row's bottom edge. `layers`
// are in order from the highest to the lowest.
std::array<int, 3> pixel_of(Rgba texel, const std::vector<Rgba>& layers, int from_foot, int height) {
  const auto cover_of = [&](Rgba part) {
    const double filled = static_cast<double>(part >> 24) / 255.0 * height;
    const double cover = std::clamp(filled - from_foot, 0.0, 1.0);
    return from_foot == 0 && part >> 24 > 0 ? std::max(cover, 0.5) : cover;
  };
  double cover = cover_of(texel);
  if ((texel >> 16 & 1U) != 0) cover = std::max(cover, 0.25);
  std::array<int, 3> blue_green_red{};
  for (int i = 0; i < 3; ++i) {
    const auto channel_of = [i](Rgba part) { return static_cast<double>(part >> (8 * (2 - i)) & 255U); };
    double colour = channel_of(texel);
    for (const Rgba layer : layers)
      colour += (channel_of(layer) - colour) * std::min(1.0, cover_of(layer) / std::max(cover, 0.001));
    blue_green_red[static_cast<std::size_t>(i)] =
        static_cast<int>(std::lround(255.0 + (colour - 255.0) * cover));
  }
  return blue_green_red;
}

class PictureOfAMillionTasks : public TimelineRendererTest,
                               public ::testing::WithParamInterface<std::tuple<double, Columns>> {
 protected:
  void SetUp() override { start(std::get<Columns>(GetParam())); }
};

TEST_F(TimelineRendererTest, NamesAreDrawnInTheirColourWithTheirRim) {
  const auto document = document_from_text({"aaaaaaaa"});
  const Timeline timeline = timeline_of(document);
  Picture picture = compose_picture(timeline, renderer_->text_size());
  ASSERT_EQ(picture.shapes.names.size(), 1U);
  show(picture);
  frame({});
  const std::vector<std::uint32_t> named = image();
  picture.shapes.names.clear();
  show(picture);
  frame({});
  const std::vector<std::uint32_t> unnamed = image();
  const picture::NameColours colours = picture::name_colours(traces::Background::white);
  std::size_t letters = 0;
  std::size_t rim = 0;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named[i] == unnamed[i]) continue;
    if ((named[i] & 0xFFFFFFU) == (colours.text & 0xFFFFFFU)) ++letters;
    if ((named[i] & 0xFFFFFFU) == (colours.rim & 0xFFFFFFU)) ++rim;
  }
  EXPECT_GT(letters, 10U);
  EXPECT_GT(rim, 10U);
}

TEST_F(TimelineRendererTest, BadgeHidesTheRulersTextsThatItTouches) {
  const Timeline timeline = timeline_of(document_from_text({"aaaaaaaa"}));
  const Picture picture = compose(timeline);
  ASSERT_GT(picture.ruler_texts.size(), 3U);
  const Box touched = picture.ruler_texts[2];
  const Box other = picture.ruler_texts[3];
  const auto ink = [&](Box box) {
    const std::vector<std::uint32_t> pixels = image();
    std::ptrdiff_t count = 0;
    for (int y = box.top; y < box.bottom(); ++y) {
      const auto row = pixels.begin() + y * width_;
      count += box.width - std::count(row + box.left, row + box.right(), pixels.front());
    }
    return count;
  };
  show(picture);
  frame({});
  const Box left_half{touched.left, touched.top, touched.width / 2, touched.height};
  EXPECT_GT(ink(left_half), 5);
  const std::ptrdiff_t ink_of_other = ink(other);
  Overlay overlay;
  overlay.badges.push_back({static_cast<double>(touched.right()), timeline.layout().ruler(0).top + 1.0, "i",
                            Badge::Anchor::middle, rgba(20, 30, 50)});
  frame(overlay);
  EXPECT_EQ(ink(left_half), 0);
  EXPECT_EQ(ink(other), ink_of_other);
  frame({});
  EXPECT_GT(ink(left_half), 5);
}

TEST_P(PictureOfAMillionTasks, EveryPixelIsExact) {
  static const auto document =
      make_document({index_trace(testing::synthetic_trace(1'000'000, 16, 11), {}, 2)});
  Timeline timeline = timeline_of(document, 1600, 900);
  timeline.zoom_at(timeline.plot().left + 0.37 * timeline.plot().width, std::get<double>(GetParam()));
  const Picture picture = compose(timeline);
  show(picture);
  frame({});
  const std::vector<std::uint32_t> pixels = image();
  std::set<int> under_grid;
  for (const Fill& fill : picture.over_fills) {
    if (fill.box.width == 1) under_grid.insert(fill.box.left);
  }
  std::size_t compared = 0;
  for (std::size_t row = 0; row < 16; ++row) {
    const std::vector<Rgba> texels = testing::texels_by_brute_force(
        *document->panel(0).trace, document->panel(0).trace->lanes[row].spans, timeline.axis().grid(),
        document->colours.of_categories(0), picture.texel_columns);
    const std::vector<std::vector<Rgba>> layers = testing::layers_by_brute_force(
        *document->panel(0).trace, document->panel(0).trace->lanes[row].spans, timeline.axis().grid(),
        document->colours.of_categories(0), picture.texel_columns);
    const Stretch track = track_of_row(timeline.layout().row({0, row}, 0), 1.0);
    for (int x = picture.strips[0].clip.left; x < picture.strips[0].clip.right(); ++x) {
      if (under_grid.contains(x)) continue;
      for (int y = track.top; y < track.bottom(); ++y, ++compared) {
        const auto column = static_cast<std::size_t>(x - timeline.plot().left);
        const auto expected = pixel_of(texels[column], layers[column], track.bottom() - 1 - y, track.height);
        const std::uint32_t shown = pixels[static_cast<std::size_t>(y) * 1600 + static_cast<std::size_t>(x)];
        for (int i = 0; i < 3; ++i) {
          // Several layers may end in one pixel, and each is rounded.
          ASSERT_NEAR(channel(shown, i), expected[static_cast<std::size_t>(i)],
                      layers[column].empty() ? tolerance : 2 * tolerance)
              << "row " << row << ", x " << x << ", y " << y << ", channel " << i;
        }
      }
    }
  }
  EXPECT_GT(compared, 500'000U);
}

std::string zoom_and_columns(const ::testing::TestParamInfo<std::tuple<double, Columns>>& info) {
  const auto [zoom, columns] = info.param;
  return "Zoom" + std::to_string(std::lround(zoom)) +
         (columns == Columns::by_shader ? "ByShader" : "ByProcessor");
}

INSTANTIATE_TEST_SUITE_P(AtSeveralZooms, PictureOfAMillionTasks,
                         ::testing::Combine(::testing::Values(1.0, 30.0, 1e3, 1e5),
                                            ::testing::Values(Columns::by_shader, Columns::by_processor)),
                         zoom_and_columns);

// Idle time is exact to the pixel in rows with sub-rows: a busy column has no blank pixel, an idle one only
// blank pixels.
TEST_F(TimelineRendererTest, RowWithSubRowsIsBlankExactlyWhereIdle) {
  const auto document = make_document({index_trace(testing::random_nested_trace(3000, 5), {}, 2)});
  Timeline timeline = timeline_of(document);
  ASSERT_EQ(timeline.sub_rows({0, 0}), traces::Nesting::max_depths);
  std::size_t idle = 0;
  std::size_t busy = 0;
  for (const double zoom : {1.0, 50.0, 1000.0}) {
    timeline.fit();
    timeline.zoom_at(timeline.plot().left + 0.6 * timeline.plot().width, zoom);
    const Picture picture = compose(timeline);
    show(picture);
    frame({});
    const std::vector<std::uint32_t> pixels = image();
    std::set<int> under_grid;
    for (const Fill& fill : picture.over_fills) {
      if (fill.box.width == 1) under_grid.insert(fill.box.left);
    }
    std::vector<traces::Texel> texels(picture.texel_columns);
    document->panel(0).detail->texels(0, timeline.axis().grid(), texels);
    const Stretch track = track_of_row(timeline.layout().row({0, 0}, 0), 1.0);
    const Box clip = picture.strips[0].clip;
    for (int x = clip.left; x < clip.right(); ++x) {
      const traces::Texel& texel = texels[static_cast<std::size_t>(x - timeline.plot().left)];
      if (under_grid.contains(x) || (texel.busy > 0 && texel.busy < 255)) continue;
      ++(texel.busy > 0 ? busy : idle);
      for (int y = track.top; y < track.bottom(); ++y) {
        const std::uint32_t shown = pixels[static_cast<std::size_t>(y * 1000 + x)] & 0xFFFFFFU;
        ASSERT_EQ(shown == 0xFFFFFFU, texel.busy == 0) << "zoom " << zoom << ", x " << x << ", y " << y;
      }
    }
  }
  EXPECT_GT(idle, 100U);
  EXPECT_GT(busy, 1000U);
}

TEST_F(TimelineRendererTest, HiddenWorkIsGreyAndIdleTimeStaysBlank) {
  Appearance appearance;
  appearance.hidden = {"b"};
  const auto document =
      make_document({with_appearance(*testing::loaded_from_text("aaaa....bbbb"), appearance, 1)}, appearance);
  const Timeline timeline = timeline_of(document);
  show(compose(timeline));
  frame({});
  const std::vector<std::uint32_t> pixels = image();
  const Stretch track = track_of_row(timeline.layout().row({0, 0}, 0), 1.0);
  const auto at = [&](double time, int y) {
    return pixels[static_cast<std::size_t>(y) * 1000 + static_cast<std::size_t>(timeline.x_from_time(time))];
  };
  EXPECT_EQ(at(6300, track.bottom() - 1) & 0xFFFFFFU, 0xFFFFFFU) << "idle";
  for (const int y : {track.top + 3, track.bottom() - 1}) {
    EXPECT_EQ(channel(at(10'300, y), 2),
              static_cast<int>(picture::filtered_colour(traces::Background::white).red))
        << "hidden, at full height";
  }
  const traces::Colour colour = document->colours.of_categories(0)[0];
  EXPECT_EQ(channel(at(1'900, track.bottom() - 1), 2), colour.red) << "shown";
}

TEST_F(TimelineRendererTest, IdleTimeIsBlankAndBusyTimeIsTintedToTheTop) {
  const Timeline timeline = timeline_of(document_from_text({"aaaa....aaaa"}));
  show(compose(timeline));
  frame({});
  const std::vector<std::uint32_t> pixels = image();
  const Stretch track = track_of_row(timeline.layout().row({0, 0}, 0), 1.0);
  const auto at = [&](double time, int y) {
    return pixels[static_cast<std::size_t>(y) * 1000 + static_cast<std::size_t>(timeline.x_from_time(time))] &
           0xFFFFFFU;
  };
  EXPECT_EQ(at(6300, track.top + 3), 0xFFFFFFU);
  EXPECT_EQ(at(6300, track.bottom() - 1), 0xFFFFFFU);
  EXPECT_NE(at(3900, track.top + 3), 0xFFFFFFU) << "the tint of a busy row";
  const traces::Colour colour = timeline.document().colours.of_categories(0)[0];
  EXPECT_EQ(channel(at(1900, track.bottom() - 1), 2), colour.red);
}

TEST_F(TimelineRendererTest, RedrawsOnlyTheDamage) {
  const Timeline timeline = timeline_of(document_from_text({"aabbccaabbcc\nbbbb...ccccc"}));
  show(compose(timeline));
  const auto overlay_at = [&](double time) {
    OverlayInput input;
    const Stretch row = timeline.layout().row({0, 0}, 0);
    input.pointer = Pointer{timeline.x_from_time(time), static_cast<double>(row.top + 20)};
    return compose_overlay(timeline, input);
  };
  const FrameResult first = frame(overlay_at(1500));
  EXPECT_EQ(first.damage, (Box{0, 0, 1000, 500}));
  const std::vector<std::uint32_t> before = image();
  const FrameResult second = frame(overlay_at(2500));
  EXPECT_LT(second.damage.width, 600);
  const std::vector<std::uint32_t> moved = image();
  EXPECT_NE(before, moved);
  frame(overlay_at(2500), Redraw::everything);
  EXPECT_EQ(moved, image());
  for (int y = 0; y < 500; ++y) {
    for (int x = 0; x < 1000; ++x) {
      const auto i = static_cast<std::size_t>(y * 1000 + x);
      ASSERT_TRUE(second.damage.contains(x, y) || before[i] == moved[i]) << x << ", " << y;
    }
  }
}

TEST_F(TimelineRendererTest, ReadFrameEqualsDrawnFrame) {
  const Timeline timeline = timeline_of(document_from_text({"aabbccaabbcc\nbbbb...ccccc"}));
  RenderTarget scratch;
  scratch.resize(1000, 500);
  std::vector<std::uint32_t> shown(1000 * 500, 0);
  for (int round = 0; round < 2; ++round) {  // the second picture is entirely new again
    show(compose(timeline));
    for (const double time : {-1.0, 1500.0, 1500.0, 9500.0, -1.0}) {
      OverlayInput input;
      const Stretch row = timeline.layout().row({0, 0}, 0);
      if (time >= 0) input.pointer = Pointer{timeline.x_from_time(time), static_cast<double>(row.top + 20)};
      const Overlay overlay = compose_overlay(timeline, input);
      renderer_->read_frame(overlay, scratch, shown, 1000);
      frame(overlay, Redraw::everything);
      ASSERT_EQ(shown, image()) << "pointer at " << time;
    }
  }
}

TEST_F(TimelineRendererTest, RepeatedEmptyOverlayDamagesNothing) {
  show(compose(timeline_of(document_from_text({"ab"}))));
  frame({});
  EXPECT_EQ(frame({}).damage.width, 0);
}

TEST_F(TimelineRendererTest, TooltipStaysWithinTheView) {
  const Timeline timeline = timeline_of(document_from_text({"aaaaaaaaaa"}));
  show(compose(timeline));
  frame({});
  const std::vector<std::uint32_t> without = image();
  OverlayInput input;
  const Stretch row = timeline.layout().row({0, 0}, 0);
  input.pointer = Pointer{timeline.plot().right() - 12.0, static_cast<double>(row.top + 20)};
  const FrameResult result = frame(compose_overlay(timeline, input));
  EXPECT_NE(image(), without);
  EXPECT_LE(result.damage.right(), 1000);
  EXPECT_GT(result.damage.width, 100) << "the tooltip opens to the left";
}

TEST_F(TimelineRendererTest, DragInTheOverviewIsReported) {
  const Timeline timeline = timeline_of(document_from_text({"aaaaaaaaaa"}));
  show(compose(timeline));
  const Overlay overlay = compose_overlay(timeline, {});
  const double y = overlay.overview.top + overlay.overview.height / 2.0;
  const double x = overlay.overview.left + 100;
  renderer_->pointer().push({PointerEvent::Kind::move, x, y, 0});
  EXPECT_FALSE(frame(overlay).overview_x);
  renderer_->pointer().push({PointerEvent::Kind::press, x, y, 0});
  renderer_->pointer().push({PointerEvent::Kind::move, x + 50, y, 0});
  renderer_->pointer().push({PointerEvent::Kind::release, x + 50, y, 0});
  const FrameResult pressed = frame(overlay);
  EXPECT_EQ(pressed.overview_x, x);
  EXPECT_TRUE(pressed.wants_another);
  EXPECT_FALSE(frame(overlay).overview_x) << "released";
  EXPECT_FALSE(frame(overlay).wants_another);
}

TEST_F(TimelineRendererTest, TextHasWidths) {
  const TextSize& text = renderer_->text_size();
  EXPECT_GT(text.height, 8.0);
  EXPECT_GT(text.regular("worker 10"), text.regular("worker 1"));
  EXPECT_GT(text.bold("worker"), 0.0);
  EXPECT_EQ(text.regular(""), 0.0);
  EXPECT_GT(text.regular("µ→…\u202F"), 0.0);
}

TEST_F(TimelineRendererTest, SamePictureGivesTheSamePixels) {
  const Timeline timeline = timeline_of(document_from_text({"aabbcc", "abc"}));
  show(compose(timeline));
  frame({});
  const std::vector<std::uint32_t> first = image();
  show(compose(timeline));
  frame({});
  EXPECT_EQ(first, image());
}

TEST_F(TimelineRendererTest, DrawsManyRowsAndAnEmptyTrace) {
  std::string rows;
  for (int i = 0; i < 400; ++i) rows += "ab\n";
  show(compose(timeline_of(document_from_text({rows}))));
  frame({});
  auto empty = std::make_shared<traces::Trace>();
  show(compose(timeline_of(make_document({index_trace(empty, {}, 1)}))));
  Overlay overlay;
  overlay.message = "Nothing ran";
  EXPECT_GT(frame(overlay).damage.width, 0);
}

TEST_F(TimelineRendererTest, ReadsAPartIntoTheSamePosition) {
  show(compose(timeline_of(document_from_text({"aabbcc"}))));
  frame({});
  const std::vector<std::uint32_t> whole = image();
  std::vector<std::uint32_t> part(whole.size(), 0);
  target_->read(part, 1000, {100, 50, 300, 77});
  for (int y = 0; y < 500; ++y) {
    for (int x = 0; x < 1000; ++x) {
      const auto i = static_cast<std::size_t>(y * 1000 + x);
      ASSERT_EQ(part[i], (Box{100, 50, 300, 77}.contains(x, y) ? whole[i] : 0U)) << x << ", " << y;
    }
  }
}

TEST_F(TimelineRendererTest, DimmingSparesTimelessShapes) {
  Picture picture;
  picture.width = 200;
  picture.height = 100;
  picture.background = rgba(255, 255, 255);
  Shapes::Arrow timed;
  timed.curve = {{{60, 10}, {60, 40}, {60, 60}, {60, 90}}};
  timed.colour = rgba(200, 0, 0);
  timed.width = 3.0;
  timed.clip = {0, 0, 200, 100};
  Shapes::Arrow timeless = timed;
  timeless.curve = {{{160, 10}, {160, 40}, {160, 60}, {160, 90}}};
  timeless.timeless = true;
  picture.shapes.arrows = {timed, timeless};
  show(picture);
  const auto red_at = [&](int x) {
    return (image()[static_cast<std::size_t>(50 * 200 + x)] >> 8 & 0xFFU) < 40U;
  };
  frame({});
  EXPECT_TRUE(red_at(60));
  EXPECT_TRUE(red_at(160));
  Overlay overlay;
  overlay.dimmed = {{0, 0, 200, 100}};
  frame(overlay);
  EXPECT_FALSE(red_at(60));
  EXPECT_TRUE(red_at(160));
}

TEST_F(TimelineRendererTest, ArrowsAreLinesWithTipsAndDoNotHideEachOther) {
  Picture picture;
  picture.width = 200;
  picture.height = 100;
  picture.background = rgba(255, 255, 255);
  picture.shapes.halo = rgba(255, 255, 255);
  const Box clip{0, 0, 200, 100};
  Shapes::Arrow level;
  level.curve = {{{10, 50}, {50, 50}, {90, 50}, {130, 50}}};
  level.colour = rgba(200, 0, 0);
  level.width = 3.0;
  level.clip = clip;
  level.tail = 40.0;
  Shapes::Arrow across = level;
  across.curve = {{{60, 10}, {60, 40}, {60, 60}, {60, 90}}};
  across.colour = rgba(0, 0, 200);
  across.tail = 0.0;
  across.dashed = true;
  picture.shapes.arrows = {level, across};
  show(picture);
  frame({});
  const std::vector<std::uint32_t> pixels = image();
  const auto at = [&](int x, int y) { return pixels[static_cast<std::size_t>(y * 200 + x)]; };
  const std::uint32_t white = at(5, 5);
  EXPECT_NE(at(20, 50), white);
  EXPECT_NE(at(150, 50), white) << "the arrow's tail";
  EXPECT_EQ(at(190, 50), white) << "beyond the arrow's tip";
  EXPECT_NE(at(160, 53), white) << "the tip is wider than the line";
  EXPECT_EQ(at(100, 56), white);
  for (const int x : {56, 57, 63, 64})
    EXPECT_NE(at(x, 50), white) << "on either side of the other arrow, whose halo is below";
  int gaps = 0;
  for (int y = 12; y < 75; ++y) gaps += at(60, y) == white ? 1 : 0;
  EXPECT_GT(gaps, 10) << "dashes";
  EXPECT_LT(gaps, 50);
}

TEST(EglContext, NamesItsRenderer) {
  auto context = EglContext::create();
  ASSERT_TRUE(context) << context.error().message();
  context.value()->make_current();
  EXPECT_FALSE(context.value()->renderer().empty());
}

}  // namespace
}  // namespace gusset::viewer
