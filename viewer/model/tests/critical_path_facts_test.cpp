#include "gusset/viewer/model/explain/critical_path_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gusset/traces/model/names.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;

CriticalPathFacts facts_of(const LoadedTrace& loaded) {
  return critical_path_facts(loaded, traces::TaskGraph(*loaded.trace));
}

constexpr const char* drawing = R"(
  aaaa....bbbbb...
  cc......dd......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 0] [ready 4]
  d1: read y@1 [submit 0] [ready 2]
)";

TEST(CriticalPathFacts, ContainBoundChainAndWork) {
  const auto document = document_from_text({drawing});
  const CriticalPathFacts facts = facts_of(document->panel(0));
  EXPECT_EQ(facts.state, CriticalPathFacts::State::known);
  EXPECT_EQ(facts.bound.length_ns, 9'000);
  EXPECT_EQ(facts.work_bound_ns, 6'500);
  ASSERT_NE(facts.parts(), nullptr);
  const auto& rows = facts.parts()->rows;
  const auto ns = [&](std::size_t row, std::size_t column) {
    return std::get<std::int64_t>(rows.at(row).cells.at(column).value);
  };
  ASSERT_EQ(rows.size(), 4U) << "including the sum";
  EXPECT_EQ(rows[0].cells[1], traces::Cell("b"));
  EXPECT_EQ(ns(0, 2), 5'000) << "on the chain";
  EXPECT_EQ(ns(0, 4), 5'000) << "on the bound";
  EXPECT_EQ(rows[2].cells[1], traces::Cell("ready, not taken"));
  EXPECT_EQ(ns(2, 2), 4'000);
  EXPECT_EQ(ns(0, 2) + ns(1, 2) + ns(2, 2), 13'000) << "the makespan";
  EXPECT_EQ(ns(3, 2), 13'000);
  EXPECT_THAT(facts.answer.verdict.findings.front().sentence,
              ::testing::HasSubstr("9.00 µs, 69.2 % of the makespan (13.0 µs)"));
}

TEST(CriticalPathFacts, RowLinksToItsTasks) {
  const auto document = document_from_text({drawing});
  const LoadedTrace& loaded = document->panel(0);
  const CriticalPathFacts facts = facts_of(loaded);
  const auto& rows = facts.parts()->rows;
  const auto of_type = tasks_of_row(0, loaded, facts, rows[0], true);
  ASSERT_NE(of_type, nullptr);
  ASSERT_EQ(of_type->tasks.size(), 1U);
  EXPECT_EQ(type_name(*loaded.trace, of_type->tasks[0].task), "b");
  const auto waited = tasks_of_row(0, loaded, facts, rows[2], false);
  ASSERT_NE(waited, nullptr);
  EXPECT_EQ(waited->tasks, of_type->tasks) << "b waited";
  EXPECT_EQ(tasks_of_row(0, loaded, facts, rows[2], true), nullptr);
  EXPECT_EQ(tasks_of_row(0, loaded, facts, rows[3], false), nullptr) << "the sum";
}

TEST(CriticalPathFacts, ListTheTasksInOrderWithWhatTheyWaitedFor) {
  const auto document = document_from_text({R"(
    aaaabbbb..cc..
    dd..........ee
    a1: write x@0 [submit 0] [ready 0]
    d1: write y@0 [submit 0] [ready 0]
    b1: read y@1 [submit 0] [ready 2]
    c1: read x@1, write z@0 [submit 0] [ready 4]
    e1: read z@1 [submit 0] [ready 12]
  )"});
  const LoadedTrace& loaded = document->panel(0);
  const CriticalPathFacts facts = facts_of(loaded);
  std::vector<std::string> lines;
  for (const PathTask& task : facts.tasks.chain) {
    lines.push_back(type_name(*loaded.trace, task.task) + ": " + waited_for_text(task, facts.chain.links()));
  }
  EXPECT_THAT(lines,
              ::testing::ElementsAre("a: ", "b: its busy worker",
                                     "c: its busy worker, then a worker for 2.00 µs", "e: a dependency"));
  ASSERT_EQ(facts.tasks.bound.size(), 3U);
  EXPECT_EQ(path_task_name(loaded, facts.tasks.bound.back().task), "e #4");
  EXPECT_EQ(path_task_place(loaded, facts.tasks.bound.back().task), "w1");
  EXPECT_EQ(facts.tasks.bound.back().begin_ns, 12'000);
}

TEST(CriticalPathFacts, OnlyTheWorkIsKnownWithoutDependencies) {
  const auto document = document_from_text({"aaaa..bb\nbb......"});
  const CriticalPathFacts facts = facts_of(document->panel(0));
  EXPECT_EQ(facts.state, CriticalPathFacts::State::not_recorded);
  EXPECT_EQ(facts.work_bound_ns, 4'000);
  EXPECT_THAT(facts.answer.verdict.findings.front().sentence,
              ::testing::StartsWith("Dependencies were not recorded"));
  EXPECT_EQ(facts.parts(), nullptr);
  Shapes shapes;
  add_critical_path_shapes(timeline_of(document), 0, facts, shapes);
  EXPECT_TRUE(shapes.frames.empty());
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "work ÷ workers 4.00 µs");
  EXPECT_EQ(shapes.tags[0].of_line->shorter, "per worker 4.00 µs");
}

TEST(CriticalPathFacts, LowerBoundsAreLinesAndTheirTasksAreFramed) {
  Timeline timeline = timeline_of(document_from_text({drawing}));
  const CriticalPathFacts facts = facts_of(timeline.document().panel(0));
  Shapes shapes;
  add_critical_path_shapes(timeline, 0, facts, shapes);
  std::vector<double> bounds;
  for (const Shapes::Line& line : shapes.lines) {
    if (line.from_x == line.to_x && line.dashed) bounds.push_back(line.from_x);
  }
  ASSERT_EQ(bounds.size(), 2U);
  const auto named =
      std::ranges::find_if(shapes.tags, [](const auto& tag) { return tag.of_line.has_value(); });
  ASSERT_NE(named, shapes.tags.end());
  EXPECT_EQ(named->of_line->shorter, "path 9.00 µs");
  EXPECT_NEAR(bounds[0], timeline.x_from_time(9'000), 0.5);
  EXPECT_NEAR(bounds[1], timeline.x_from_time(6'500), 0.5);
  const ViewPalette& palette = view_palette_on(traces::Background::white);
  ASSERT_EQ(shapes.frames.size(), 2U);
  EXPECT_NEAR(shapes.frames[0].box.left, timeline.x_from_time(0), 1.01);
  EXPECT_NEAR(shapes.frames[1].box.right(), timeline.x_from_time(13'000), 1.01);
  for (const Shapes::Frame& frame : shapes.frames) EXPECT_EQ(frame.colour, palette.bound);
  const auto of_path = [&](const Shapes::Bar& bar) { return bar.colour == palette.bound; };
  EXPECT_TRUE(std::ranges::none_of(shapes.bars, of_path));

  timeline.fold(0, traces::NodeId(0u), true);
  Shapes folded;
  add_critical_path_shapes(timeline, 0, facts, folded);
  EXPECT_TRUE(folded.frames.empty()) << "they would hide the tasks of the other workers";
  std::erase_if(folded.bars, [&](const Shapes::Bar& bar) { return !of_path(bar); });
  ASSERT_EQ(folded.bars.size(), 2U);
  const Stretch track = track_of_row(timeline.layout().row({0, 0}, 0), 1.0);
  for (const Shapes::Bar& bar : folded.bars) {
    EXPECT_EQ(bar.box.bottom(), track.bottom());
    EXPECT_EQ(bar.box.height, 5);
  }
}

}  // namespace
}  // namespace gusset::viewer
