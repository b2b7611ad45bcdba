#include "gusset/traces/picture/timeline/off_core.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/search_shapes.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::timeline_of;
using traces::TaskId;
using traces::WorkerId;

// Each task takes 400 µs. The first worker's thread had no processor from 300 µs to 500 µs, the last quarter
// of its task a and the first quarter of its task b.
std::shared_ptr<traces::Trace> preempted_trace() {
  auto trace =
      std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aaaabbbb\ncccc....", 100'000));
  trace->recorded.processor_time = true;
  trace->processor_time.uses = {{WorkerId(0u), 0, 500'000, 300'000, 0, 1, 200'000}};
  return trace;
}

TEST(OffCore, SplitsTheTimeWithoutAProcessorByTask) {
  const auto trace = preempted_trace();
  const picture::OffCore off_core(*trace, nullptr);
  EXPECT_EQ(off_core.of(TaskId(0u)), 100'000);
  EXPECT_EQ(off_core.of(TaskId(1u)), 0) << "task c had a processor";
  EXPECT_EQ(off_core.of(TaskId(2u)), 100'000);
  EXPECT_EQ(off_core.of(TaskId(0u)) + off_core.of(TaskId(2u)), traces::preempted_in_runs_ns(*trace));
}

TEST(OffCore, HatchesExactlyThoseTimes) {
  const auto document = make_document({index_trace(preempted_trace(), {}, 1)});
  const Timeline timeline = timeline_of(document);
  const picture::OffCore off_core(*document->panel(0).trace, nullptr);
  Shapes shapes;
  off_core.draw(placed_rows(timeline, 0), shapes);
  ASSERT_FALSE(shapes.hatching.empty());
  const Stretch row = timeline.layout().row({0, 0}, 0);
  double left = 1e9;
  double right = 0.0;
  for (const Shapes::Hatch& line : shapes.hatching) {
    left = std::min(left, line.from_x);
    right = std::max(right, line.to_x);
    EXPECT_GE(std::min(line.from_y, line.to_y), row.top);
    EXPECT_LE(std::max(line.from_y, line.to_y), row.bottom());
  }
  EXPECT_NEAR(left, timeline.x_from_time(300'000), 8.0);
  EXPECT_NEAR(right, timeline.x_from_time(500'000), 8.0);
}

TEST(OffCore, SearchDimsTheHatchingOfOtherTasks) {
  const auto document = make_document({index_trace(preempted_trace(), {}, 1)});
  const Timeline timeline = timeline_of(document);
  Picture picture;
  picture::OffCore(*document->panel(0).trace, nullptr).draw(placed_rows(timeline, 0), picture.shapes);
  const Shapes::Hatch plain = picture.shapes.hatching.front();
  add_search_shapes(timeline, search_tasks(*document, "b"), picture);
  std::size_t dimmed = 0;
  for (const Shapes::Hatch& line : picture.shapes.hatching) {
    const bool is_of_b = (line.from_x + line.to_x) / 2 >= timeline.x_from_time(400'000);
    EXPECT_EQ(line.colour == plain.colour, is_of_b);
    dimmed += line.colour == plain.colour ? 0 : 1;
  }
  EXPECT_GT(dimmed, 0U);
  EXPECT_LT(dimmed, picture.shapes.hatching.size());
}

TEST(OffCore, HiddenTasksAndNarrowTimesAreNotHatched) {
  Appearance appearance;
  appearance.hidden = {"a"};
  const auto hidden = make_document({index_trace(preempted_trace(), {}, 1, appearance)}, appearance);
  const picture::OffCore off_core(*hidden->panel(0).trace, nullptr);
  const Timeline timeline = timeline_of(hidden);
  Shapes shapes;
  off_core.draw(placed_rows(timeline, 0), shapes);
  ASSERT_FALSE(shapes.hatching.empty());
  for (const Shapes::Hatch& line : shapes.hatching)
    EXPECT_GE(line.from_x, timeline.x_from_time(400'000) - 1.0);
  auto longer = preempted_trace();
  longer->lanes[1].spans.push_back(800'000'000, 801'000'000, TaskId(1u), traces::SpanKind::run);
  const Timeline far = timeline_of(make_document({index_trace(longer, {}, 1)}));
  Shapes none;
  off_core.draw(placed_rows(far, 0), none);
  EXPECT_TRUE(none.hatching.empty());
}

TEST(OffCore, NothingWithoutRecordedProcessorTime) {
  auto trace = preempted_trace();
  trace->recorded.processor_time = false;
  trace->processor_time.uses.clear();
  EXPECT_TRUE(picture::OffCore(*trace, nullptr).empty());
  EXPECT_TRUE(picture::OffCore().empty());
}

}  // namespace
}  // namespace gusset::viewer
