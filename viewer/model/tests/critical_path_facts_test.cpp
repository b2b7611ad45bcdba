#include "gusset/viewer/model/explain/critical_path_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/viewer/model/timeline/path_colours.hpp"
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

TEST(CriticalPathFacts, HoldBoundChainAndWork) {
  const auto document = document_from_text({drawing});
  const CriticalPathFacts facts = facts_of(document->panel(0));
  EXPECT_EQ(facts.state, CriticalPathFacts::State::known);
  EXPECT_EQ(facts.bound.length_ns, 9'000);
  EXPECT_EQ(facts.makespan_ns, 13'000);
  EXPECT_EQ(facts.work_bound_ns, 6'500);
  const auto rows = critical_path_rows(document->panel(0), facts);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "b");
  EXPECT_EQ(rows[0].chain_ns, 5'000);
  EXPECT_EQ(rows[0].bound_ns, 5'000);
  EXPECT_EQ(rows[2].name, "ready, not taken");
  EXPECT_EQ(rows[2].chain_ns, 4'000);
  std::int64_t chain_ns = 0;
  for (const CriticalPathRow& row : rows) chain_ns += row.chain_ns;
  EXPECT_EQ(chain_ns, facts.makespan_ns);
  EXPECT_THAT(critical_path_summary(facts), ::testing::HasSubstr("9.000 µs (69.2 % of the makespan)"));
}

TEST(CriticalPathFacts, ARowLeadsToItsTasks) {
  const auto document = document_from_text({drawing});
  const LoadedTrace& loaded = document->panel(0);
  const CriticalPathFacts facts = facts_of(loaded);
  const auto rows = critical_path_rows(loaded, facts);
  const auto of_type = tasks_of_row(0, loaded, facts, rows[0], true);
  ASSERT_NE(of_type, nullptr);
  ASSERT_EQ(of_type->tasks.size(), 1U);
  EXPECT_EQ(loaded.type_name(of_type->tasks[0].task), "b");
  const auto waited = tasks_of_row(0, loaded, facts, rows[2], false);
  ASSERT_NE(waited, nullptr);
  EXPECT_EQ(waited->tasks, of_type->tasks) << "b waited";
  EXPECT_EQ(tasks_of_row(0, loaded, facts, rows[2], true), nullptr);
}

TEST(CriticalPathFacts, WithoutDependenciesOnlyTheWorkIsKnown) {
  const auto document = document_from_text({"aaaa..bb\nbb......"});
  const CriticalPathFacts facts = facts_of(document->panel(0));
  EXPECT_EQ(facts.state, CriticalPathFacts::State::not_recorded);
  EXPECT_EQ(facts.work_bound_ns, 4'000);
  EXPECT_THAT(critical_path_summary(facts), ::testing::StartsWith("Dependencies were not recorded"));
  EXPECT_TRUE(critical_path_rows(document->panel(0), facts).empty());
  Shapes shapes;
  add_critical_path_shapes(timeline_of(document), 0, facts, shapes);
  EXPECT_TRUE(shapes.frames.empty());
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "work ÷ workers 4.000 µs");
}

TEST(CriticalPathFacts, LowerBoundsAreLinesAndTheBoundsTasksAreUnderlined) {
  const Timeline timeline = timeline_of(document_from_text({drawing}));
  const CriticalPathFacts facts = facts_of(timeline.document().panel(0));
  Shapes shapes;
  add_critical_path_shapes(timeline, 0, facts, shapes);
  std::vector<double> bounds;
  for (const Shapes::Line& line : shapes.lines) {
    if (line.from_x == line.to_x && line.dashed) bounds.push_back(line.from_x);
  }
  ASSERT_EQ(bounds.size(), 2U);
  EXPECT_NEAR(bounds[0], timeline.x_from_time(9'000), 0.5);
  EXPECT_NEAR(bounds[1], timeline.x_from_time(6'500), 0.5);
  std::size_t underlined = 0;
  for (const Shapes::Bar& bar : shapes.bars)
    if (bar.colour == path_ink_on(traces::Paper::white).bound) ++underlined;
  EXPECT_EQ(underlined, 2U);
}

}  // namespace
}  // namespace gusset::viewer
