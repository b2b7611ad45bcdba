#include "gusset/viewer/model/explain/why_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;

constexpr const char* why_drawing = R"(
  aaaa..bb.ccc
  dd..........
  a1: write x@0 [submit 0] [ready 0]
  d1: write y@0 [submit 0] [ready 0]
  b1: write x@1 [submit 0] [ready 4]
  c1: read x@2 [submit 0] [ready 8]
)";

WhyFacts facts_of(const Document& document, std::size_t task) {
  const LoadedTrace& loaded = document.panel(0);
  return why_facts(loaded, traces::TaskGraph(*loaded.trace), {0, traces::TaskId(task)});
}

std::string text_of(const ReportLine& line) {
  std::string text;
  for (const ReportPiece& piece : line.pieces) text += piece.text;
  return text;
}

TEST(WhyFacts, SummaryComesFirstThenStepsBackToTheRoot) {
  const auto document = document_from_text({why_drawing});
  const ReportSection section = why_section(document->panel(0), facts_of(*document, 3));
  EXPECT_EQ(section.title, "Why not earlier? c #3");
  ASSERT_EQ(section.lines.size(), 4U);
  EXPECT_EQ(section.lines[0].label, "");
  EXPECT_THAT(text_of(section.lines[0]),
              ::testing::StartsWith("c #3 began only at 9.00 µs, at the end of a chain of 2 tasks"));
  EXPECT_THAT(text_of(section.lines[1]), ::testing::HasSubstr("its last predecessor, b x"));
  EXPECT_THAT(text_of(section.lines[1]), ::testing::HasSubstr("It waited 1.00 µs for a worker"));
  std::vector<std::optional<TaskReference>> links;
  for (const ReportPiece& piece : section.lines[1].pieces) {
    if (piece.link) links.push_back(piece.link);
  }
  EXPECT_THAT(links, ::testing::ElementsAre(TaskReference{0, traces::TaskId(3u)},
                                            TaskReference{0, traces::TaskId(2u)}));
}

TEST(WhyFacts, ChainIncludesTheTaskItself) {
  const Timeline timeline = timeline_of(document_from_text({why_drawing}));
  const WhyFacts facts = facts_of(timeline.document(), 3);
  Shapes shapes;
  const Rgba colour = view_palette_on(traces::Background::white).why;
  facts.chain.draw(placed_rows(timeline, 0), colour, {}, shapes);
  std::erase_if(shapes.bars, [&](const Shapes::Bar& bar) { return bar.colour != colour; });  // halos
  ASSERT_EQ(shapes.bars.size(), 3U);
  EXPECT_NEAR(shapes.bars.back().box.right(), timeline.x_from_time(12'000), 1.01);
  EXPECT_EQ(shapes.lines.size(), 2U);
}

TEST(WhyFacts, LongChainShowsItsNearestSteps) {
  std::string text = "a";
  std::string accesses;
  for (int i = 0; i < 99; ++i) text += "|a";
  for (int i = 0; i < 100; ++i) accesses += "\na" + std::to_string(i + 1) + ": write x@" + std::to_string(i);
  const auto document = document_from_text({text + accesses});
  const WhyFacts facts = facts_of(*document, 99);
  EXPECT_EQ(facts.analysis.steps.size(), 100U);
  const ReportSection section = why_section(document->panel(0), facts);
  EXPECT_EQ(section.lines.size(), max_why_steps + 2);
  EXPECT_EQ(text_of(section.lines.back()), "… and 50 more further back");
}

}  // namespace
}  // namespace gusset::viewer
