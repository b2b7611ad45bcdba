#include "gusset/traces/paper/figure/frames.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "drawn.hpp"
#include "gusset/traces/paper/graph/frame_graph.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Schedules = std::vector<std::shared_ptr<const traces::Playback>>;

constexpr const char* pair_of_tasks = "aabb\n..cc\na1: write x@0\nb1: read x@1\nc1: read x@1";

class FramesTest : public ::testing::Test {
 protected:
  FramesTest() : folder_(std::filesystem::path(::testing::TempDir()) / "frames") {
    std::filesystem::remove_all(folder_);
  }
  ~FramesTest() override { std::filesystem::remove_all(folder_); }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder_))
      names.push_back(file.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  std::filesystem::path folder_;
  std::shared_ptr<const traces::Trace> trace_ = traces::testing::trace_from_text(pair_of_tasks);
  Schedules schedules_{playback_of(trace_)};
};

TEST_F(FramesTest, MomentsAreAllEventsAndBothEnds) {
  EXPECT_THAT(frame_moments(schedules_, {}, {0, 4000}, {}).value(), ElementsAre(0, 2000, 4000));
  EXPECT_THAT(frame_moments(schedules_, {}, {500, 3000}, {}).value(), ElementsAre(500, 2000, 3000));
}

TEST_F(FramesTest, MomentsMayBeEvenlySpaced) {
  EXPECT_THAT(frame_moments(schedules_, {}, {0, 4000}, 1500).value(), ElementsAre(0, 1500, 3000, 4000));
}

TEST_F(FramesTest, PdfHasAPageForEachFrameWithTheGraph) {
  const FigureOptions slide = slide_options();
  const Panel panel{trace_, "run"};
  const auto part = frame_graph({panel}, slide);
  ASSERT_TRUE(part);
  const std::vector<std::int64_t> moments{0, 2000, 4000};
  const auto drawn = draw_frames({panel}, schedules_, moments, folder_, slide, {}, {true, *part});
  ASSERT_TRUE(drawn);
  EXPECT_EQ(*drawn, 3U);
  EXPECT_THAT(files(), ElementsAre("frames.pdf"));
  std::ifstream file(folder_ / "frames.pdf", std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(bytes, HasSubstr("/Count 3"));
  EXPECT_THAT(bytes, HasSubstr("0 0 960 540")) << "the panels make room for the graph";
  const auto again = draw_frames({panel}, schedules_, moments, folder_, slide);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message(), HasSubstr("expected a folder without frames, found frames.pdf"));
}

TEST_F(FramesTest, SlideIsReadableFromTheLastRow) {
  const std::string chain =
      "aabbccdd\n..ee..ff\na1: write x@0\nb1: after a1\nc1: after b1\nd1: after c1\ne1: after a1\n";
  const std::string fork = "aabbccdd\n..ee..ff\na1: write x@0\nb1: after a1\nc1: after a1\nd1: after a1\n";
  for (const std::string& text : {chain, fork}) {
    const auto trace = traces::testing::trace_from_text(text);
    Panel panel{trace, "measured: lesson, 2 workers, 8.00 µs, 75.0 % busy"};
    panel.schedule = playback_of(trace);
    FigureOptions slide = slide_options();
    const auto part = frame_graph({panel}, slide);
    ASSERT_TRUE(part);
    if (text == chain) {
      EXPECT_GT(part->width, 0) << "a high graph is beside the rows";
    } else {
      EXPECT_EQ(part->width, 0);
      EXPECT_GT(part->height, slide.max_height / 3) << "a wide graph is below the rows";
      EXPECT_LT(frame_graph({panel, panel}, slide)->height, part->height) << "two schedules need more room";
    }
    slide.width -= part->width;
    slide.max_height = slide.min_height -= part->height;
    slide.moment_ns = 3000;
    testing::RecordingCanvas canvas = testing::drawn({panel}, slide);
    part->draw(canvas, {1.0 * slide.width, 1.0 * slide.max_height}, 3000);
    EXPECT_TRUE(canvas.has_text("ready, to run here"));
    EXPECT_TRUE(canvas.has_text("at 3.00 µs"));
    EXPECT_TRUE(canvas.has_text("1 done"));
    constexpr double readable = 24.0;  // pixels of 1080
    for (const auto& drawn : canvas.texts)
      EXPECT_GE(drawn.style.size * slide.png_scale, readable - 1e-6) << drawn.text;
  }
}

TEST_F(FramesTest, WideGraphIsReadableBelowTwoSchedules) {
  const auto trace = traces::testing::trace_from_text(
      "abcdefm\nghijkl.\na1: write x@0\nm1: after a1, b1, c1, d1, e1, f1, "
      "g1, h1, i1, j1, k1, l1\n");
  const FigureOptions slide = slide_options();
  const Panel panel{trace, "measured: lesson, 2 workers, 7.00 µs, 92.9 % busy"};
  const auto part = frame_graph({panel, panel}, slide);
  ASSERT_TRUE(part);
  ASSERT_EQ(part->width, 0) << "it is below the rows";
  testing::RecordingCanvas canvas;
  part->draw(canvas, {1.0 * slide.width, 1.0 * slide.max_height - part->height}, 3000);
  EXPECT_TRUE(canvas.has_text("top trace at 3.00 µs")) << "whose tasks the graph shows";
  constexpr double readable = 24.0;  // pixels of 1080
  for (const auto& drawn : canvas.texts)
    EXPECT_GE(drawn.style.size * slide.png_scale, readable - 1e-6) << drawn.text;
}

TEST_F(FramesTest, ShowTheNameOfASchedule) {
  Panel panel{trace_, ""};
  panel.name = "Without stealing";
  const std::vector<std::int64_t> moments{0};
  ASSERT_TRUE(draw_frames({panel}, schedules_, moments, folder_, slide_options(), {}, {true}));
  std::ifstream file(folder_ / "frames.pdf", std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(bytes, HasSubstr("(Without stealing)")) << "the second line is also the document's title";
}

TEST_F(FramesTest, GraphNeedsDependencies) {
  const auto part = frame_graph({{traces::testing::trace_from_text("ab"), "run"}}, slide_options());
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().message(),
            "the task graph of the frames: expected a trace with dependencies, found none");
}

TEST_F(FramesTest, RangeIsThatOfTheFigure) {
  FigureOptions options;
  EXPECT_EQ(frame_range(schedules_, options), (FrameRange{0, 4000}));
  options.from_ns = 1000;
  options.to_ns = 9000;
  EXPECT_EQ(frame_range(schedules_, options), (FrameRange{1000, 9000}));
}

TEST_F(FramesTest, RangeOfAlignedTracesIsOnTheirCommonAxis) {
  const Schedules both{schedules_[0], playback_of(traces::testing::trace_from_text("ab"))};
  FigureOptions options;
  // Aligned at their ends.
  options.side_by_side = traces::SideBySide{{{1.0, 0.0}, {1.0, 2000.0}}, {4000, 2000}, 4000};
  EXPECT_EQ(frame_range(both, options), (FrameRange{0, 4000}));
  EXPECT_THAT(frame_moments(both, options, {0, 4000}, {}).value(), ElementsAre(0, 2000, 3000, 4000))
      << "1000 in the second trace is at 3000";
  EXPECT_EQ(own_time_ns(options, 0, 3000), 3000);
  EXPECT_EQ(own_time_ns(options, 1, 3000), 1000);
  options.from_ns = 2500;
  options.to_ns = 3500;
  const FrameRange part = frame_range(both, options);
  EXPECT_EQ(part, (FrameRange{2500, 3500}));
  EXPECT_THAT(frame_moments(both, options, part, {}).value(), ElementsAre(2500, 3000, 3500));
}

TEST_F(FramesTest, EachEventHasAFrameAtAnyScale) {
  const Schedules both{schedules_[0], playback_of(traces::testing::trace_from_text("ababab", 77))};
  FigureOptions options;
  const std::vector<traces::PlacedTrace> placed{{0, 4000, {}}, {0, 6 * 77, {}}};
  options.side_by_side = traces::side_by_side({traces::AlignAt::recorded, true, {}}, placed);
  const auto moments = frame_moments(both, options, frame_range(both, options), {}).value();
  EXPECT_EQ(moments.size(), 7U) << "three of the first trace, all shared by the second";
  for (const std::int64_t event_ns : {0, 77, 154, 231, 308, 385, 462}) {
    EXPECT_TRUE(std::any_of(moments.begin(), moments.end(), [&](std::int64_t moment_ns) {
      return own_time_ns(options, 1, moment_ns) == event_ns;
    })) << event_ns;
  }
}

TEST_F(FramesTest, RejectsMoreThan9999Frames) {
  EXPECT_EQ(frame_moments(schedules_, {}, {0, 1'000'000}, 1).error().message(),
            "frames: expected at most 9999 (a shorter time range or fewer frames), found 1000001");
  EXPECT_TRUE(frame_moments(schedules_, {}, {0, 9998}, 1).ok());
  EXPECT_FALSE(frame_moments(schedules_, {}, {0, 9999}, 1).ok());
}

TEST_F(FramesTest, MomentTextHasTimeAndCounts) {
  EXPECT_EQ(moment_text(*schedules_[0], 1000), "1.00 µs: 0 done, 1 running, 0 ready, 2 waiting");
  EXPECT_EQ(moment_text(*playback_of(traces::testing::trace_from_text("aabb")), 1000),
            "1.00 µs: 0 done, 1 running, 1 to come");
  EXPECT_EQ(moment_text(*schedules_[0], 1000, 4000), "-3.00 µs: 0 done, 1 running, 0 ready, 2 waiting")
      << "on a ruler that counts from the end";
}

TEST_F(FramesTest, WritesNumberedPictures) {
  const std::vector<std::int64_t> moments{0, 2000, 4000};
  const auto drawn = draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {});
  ASSERT_TRUE(drawn) << drawn.error().message();
  EXPECT_EQ(drawn.value(), 3U);
  EXPECT_THAT(files(), ElementsAre("frame-0001.png", "frame-0002.png", "frame-0003.png"));
  const auto bytes = [this](const char* name) {
    std::ifstream file(folder_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(bytes("frame-0001.png").substr(1, 3), "PNG");
  EXPECT_NE(bytes("frame-0001.png"), bytes("frame-0002.png"));
}

TEST_F(FramesTest, DrawingCanBeStopped) {
  const std::vector<std::int64_t> moments{0, 2000, 4000};
  const auto drawn = draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {},
                                 [](std::size_t done) { return done < 2; });
  EXPECT_EQ(drawn.value(), 2U);
  EXPECT_EQ(files().size(), 2U);
}

TEST_F(FramesTest, RejectsAFolderThatContainsFrames) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "frame-0007.png") << "x";
  const std::vector<std::int64_t> moments{0};
  EXPECT_EQ(draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {}).error().message(),
            folder_.string() + ": expected a folder without frames, found frame-0007.png");
}

TEST_F(FramesTest, EarlierFramesAreReplacedOnRequest) {
  std::filesystem::create_directories(folder_);
  for (const char* name : {"frame-0007.png", "frames.pdf", "frame-1.png", "frame-notes.png"})
    std::ofstream(folder_ / name) << "x";
  EXPECT_EQ(frames_in(folder_).size(), 2U) << "other files are not frames";
  const std::vector<std::int64_t> moments{0};
  const auto drawn = draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {}, {}, {.replaces = true});
  ASSERT_TRUE(drawn) << drawn.error().message();
  EXPECT_THAT(files(), ElementsAre("frame-0001.png", "frame-1.png", "frame-notes.png"));
  EXPECT_TRUE(frames_in(folder_ / "none").empty());
}

TEST_F(FramesTest, ErrorNamesTheFolderThatCannotBeCreated) {
  std::ofstream(folder_) << "a file";
  const std::vector<std::int64_t> moments{0};
  EXPECT_THAT(draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {}).error().message(),
              HasSubstr(folder_.string() + ": expected a folder that can be"));
}

}  // namespace
}  // namespace gusset::paper
