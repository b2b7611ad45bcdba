#include "gusset/viewer/model/document/load_progress.hpp"

#include <gtest/gtest.h>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "text_trace.hpp"

namespace gusset::viewer {
namespace {

TEST(LoadProgress, GrowsWithEachStageAndFile) {
  LoadProgress progress(std::vector<std::string>{"a.gus", "b.gus"});
  EXPECT_EQ(progress.share(), 0.0);
  EXPECT_EQ(progress.text(), "Reading");
  progress.set_size_bytes(2'000'000);
  EXPECT_EQ(progress.text(), "Reading 2.00 MB");
  double before = -1.0;
  for (std::size_t file = 0; file < 2; ++file) {
    for (const LoadStage stage :
         {LoadStage::reading, LoadStage::colours, LoadStage::times, LoadStage::filters}) {
      progress.begin(file, stage);
      EXPECT_EQ(progress.file(), file);
      EXPECT_EQ(progress.stage(), stage);
      EXPECT_GT(progress.share(), before);
      EXPECT_LT(progress.share(), 1.0);
      before = progress.share();
    }
  }
}

TEST(LoadProgress, IndexingReportsItsStages) {
  LoadProgress progress(std::vector<std::string>{"a.gus"});
  ASSERT_NE(index_trace(traces::testing::trace_from_text("aab"), {}, 1, {}, {&progress, 0, nullptr}),
            nullptr);
  EXPECT_EQ(progress.stage(), LoadStage::filters);
}

TEST(LoadProgress, CancelledIndexingStops) {
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(index_trace(traces::testing::trace_from_text("aab"), {}, 1, {}, {nullptr, 0, &cancelled}),
            nullptr);
}

}  // namespace
}  // namespace gusset::viewer
