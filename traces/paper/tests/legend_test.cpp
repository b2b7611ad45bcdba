#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "drawn.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::drawn;
using testing::RecordingCanvas;
using traces::SpanKind;
using traces::testing::trace_from_text;

TEST(Drawing, LegendListsTheSharesOfEachPanel) {
  const std::string wide = "\xE2\x80\x82";
  EXPECT_TRUE(drawn({{trace_from_text("aaab"), ""}}).has_text("a" + wide + "75.0 %"));
  const RecordingCanvas two = drawn({{trace_from_text("aaab"), ""}, {trace_from_text("abbb"), ""}});
  EXPECT_TRUE(two.has_text("share of busy time, from the top:"));
  EXPECT_TRUE(two.has_text("a" + wide + "75.0 | 25.0 %"));
  EXPECT_TRUE(two.has_text("b" + wide + "25.0 | 75.0 %"));
}

std::shared_ptr<const traces::Trace> trace_of_types(std::size_t types) {
  traces::Trace trace = *trace_from_text("a");
  trace.types.assign(types, {});
  trace.tasks.type.clear();
  trace.lanes[0].spans = {};
  for (std::size_t i = 0; i < types; ++i) {
    trace.types[i] = "t" + std::to_string(i);
    trace.tasks.type.push_back(traces::TypeId(i));
    const auto begin_ns = static_cast<std::int64_t>(100 * i);
    trace.lanes[0].spans.push_back(begin_ns, begin_ns + 10, traces::TaskId(i), SpanKind::run);
  }
  return std::make_shared<const traces::Trace>(std::move(trace));
}

TEST(Drawing, LegendNotesSharedColours) {
  const RecordingCanvas many = drawn({{trace_of_types(18), ""}});
  EXPECT_TRUE(many.has_text("18 types share 16 colours"));
  for (const auto& text : drawn({{trace_of_types(16), ""}}).texts)
    EXPECT_EQ(text.text.find("share 16 colours"), std::string::npos) << text.text;
}

TEST(Drawing, TinyShareIsNotShownAsZero) {
  traces::Trace trace = *trace_from_text("ab");
  trace.lanes[0].spans.end_ns[1] = 10'000'000;
  EXPECT_TRUE(drawn({{std::make_shared<const traces::Trace>(trace), ""}}).has_text("a\xE2\x80\x82<0.1 %"));
}

TEST(Drawing, LegendSumsUpTheSmallestOfManyTypes) {
  const RecordingCanvas canvas = drawn({{trace_of_types(40), ""}});
  EXPECT_TRUE(
      canvas.has_text("17 more types\xE2\x80\x82"
                      "42.5 %"));
}

TEST(Drawing, TypesOfTheSameNameShareAColourAcrossTraces) {
  traces::Trace other = *trace_from_text("aaaabbbb");
  std::swap(other.types[0], other.types[1]);  // the first task to run is called b here
  const std::vector<Panel> panels{{trace_from_text("aaaabbbb"), ""},
                                  {std::make_shared<const traces::Trace>(other), ""}};
  const RecordingCanvas canvas = drawn(panels);
  std::map<std::string, std::vector<Colour>> colours;
  for (const auto& fill : canvas.fills) {
    if (!fill.name.empty()) colours[fill.name].push_back(fill.colour);
  }
  ASSERT_EQ(colours["a"].size(), 4U);  // tint and solid in both panels
  EXPECT_EQ(colours["a"][0], colours["a"][2]);
  EXPECT_EQ(colours["a"][1], colours["a"][3]);
  EXPECT_NE(colours["a"], colours["b"]);
}

TEST(Drawing, RunsWithoutATaskAreGreyAndInTheLegend) {
  traces::Trace trace = *trace_from_text("a...");
  trace.lanes[0].spans.push_back(2000, 3000, {}, SpanKind::run);
  const RecordingCanvas canvas = drawn({{std::make_shared<const traces::Trace>(trace), ""}});
  EXPECT_TRUE(canvas.has_text("(no task)"));
  EXPECT_TRUE(std::any_of(canvas.fills.begin(), canvas.fills.end(), [](const auto& fill) {
    return fill.name == "(no task)" && fill.colour == no_task_colour;
  }));
}

TEST(Drawing, RunsWithoutATaskDoNotCountInCategoryShares) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text("n0/w1: a...\nn1/w2: b..."));
  trace->lanes[0].spans.push_back(2000, 3000, {}, SpanKind::run);
  const auto by_node = traces::make_colouring(*trace, {traces::ColourKey::node, ""});
  const RecordingCanvas canvas = drawn({{trace, "", by_node}});
  EXPECT_EQ(std::count_if(canvas.texts.begin(), canvas.texts.end(),
                          [](const auto& text) { return text.text.ends_with("50.0 %"); }),
            2);
}

}  // namespace
}  // namespace gusset::paper
