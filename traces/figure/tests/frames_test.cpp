#include "gusset/figure/frames.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "text_trace.hpp"

namespace gusset::figure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Schedules = std::vector<std::shared_ptr<const traces::Playback>>;

constexpr const char* pair_of_tasks = "aabb\n..cc\na1: write x@0\nb1: read x@1\nc1: read x@1";

class FramesTest : public ::testing::Test {
 protected:
  FramesTest()
      : folder_(std::filesystem::path(::testing::TempDir()) /
                ("gusset_frames_test_" + std::to_string(getpid()))) {
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

TEST_F(FramesTest, MomentsAreEveryEventAndBothEnds) {
  EXPECT_THAT(frame_moments(schedules_, 0, 4000, {}).value(), ElementsAre(0, 2000, 4000));
  EXPECT_THAT(frame_moments(schedules_, 500, 3000, {}).value(), ElementsAre(500, 2000, 3000));
}

TEST_F(FramesTest, MomentsMayBeEvenlyApart) {
  EXPECT_THAT(frame_moments(schedules_, 0, 4000, 1500).value(), ElementsAre(0, 1500, 3000, 4000));
}

TEST_F(FramesTest, TheirTimeIsThatOfTheFigure) {
  FigureOptions options;
  EXPECT_EQ(frame_range(schedules_, options), (FrameRange{0, 4000}));
  options.from_ns = 1000;
  options.to_ns = 9000;
  EXPECT_EQ(frame_range(schedules_, options), (FrameRange{1000, 9000}));
}

TEST_F(FramesTest, OfAlignedTracesItIsAllOfTheirOwnTimesThatAreDrawn) {
  const Schedules both{schedules_[0], playback_of(traces::testing::trace_from_text("aa"))};
  FigureOptions options;
  options.side_by_side =
      traces::SideBySide{{{1.0, 0.0}, {1.0, 2000.0}}, {4000, 2000}, 4000};  // at their ends
  EXPECT_EQ(frame_range(both, options), (FrameRange{0, 4000}));
  options.from_ns = 3000;
  EXPECT_EQ(frame_range(both, options), (FrameRange{1000, 4000})) << "of the second trace";
  options.to_ns = 3500;
  EXPECT_EQ(frame_range(both, options), (FrameRange{1000, 3500}));
}

TEST_F(FramesTest, MoreThanFourDigitsOfFramesAreRefused) {
  EXPECT_EQ(frame_moments(schedules_, 0, 1'000'000, 1).error().message(),
            "frames: expected at most 9999 (a shorter time, or fewer of them), found 1000001");
  EXPECT_TRUE(frame_moments(schedules_, 0, 9998, 1).ok());
  EXPECT_FALSE(frame_moments(schedules_, 0, 9999, 1).ok());
}

TEST_F(FramesTest, AMomentIsToldInWords) {
  EXPECT_EQ(moment_text(*schedules_[0], 1000), "1.00 µs: 0 done, 1 running, 0 ready, 2 waiting");
  EXPECT_EQ(moment_text(*playback_of(traces::testing::trace_from_text("aabb")), 1000),
            "1.00 µs: 0 done, 1 running, 1 to come");
}

TEST_F(FramesTest, FramesAreNumberedPictures) {
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

TEST_F(FramesTest, TheyCanBeStopped) {
  const std::vector<std::int64_t> moments{0, 2000, 4000};
  const auto drawn = draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {},
                                 [](std::size_t done) { return done < 2; });
  EXPECT_EQ(drawn.value(), 2U);
  EXPECT_EQ(files().size(), 2U);
}

TEST_F(FramesTest, FramesOfAnotherTimeAreNotMixedWithThese) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "frame-0007.png") << "x";
  const std::vector<std::int64_t> moments{0};
  EXPECT_EQ(draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {}).error().message(),
            folder_.string() + ": expected a folder without frames, found frame-0007.png");
}

TEST_F(FramesTest, AFolderThatCannotBeMadeIsNamed) {
  std::ofstream(folder_) << "a file";
  const std::vector<std::int64_t> moments{0};
  EXPECT_THAT(draw_frames({{trace_, "two"}}, schedules_, moments, folder_, {}).error().message(),
              HasSubstr(folder_.string() + ": expected a folder that can be"));
}

}  // namespace
}  // namespace gusset::figure
