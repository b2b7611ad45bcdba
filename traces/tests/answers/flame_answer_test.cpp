#include "gusset/traces/answers/flame_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;

Trace with_parents() {
  Trace trace = *testing::trace_from_text("aaaabb|bb", 1000);
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0), TaskId(0)};
  return trace;
}

std::vector<std::string> sentences_of(const Answer& answer) {
  std::vector<std::string> sentences;
  for (const Finding& finding : answer.verdict.findings) sentences.push_back(finding.sentence);
  return sentences;
}

TEST(FlameAnswer, SaysHowTasksAreNestedAndWhatTookMost) {
  const Trace trace = with_parents();
  const Answer answer = flame_answer(trace, flame_graph(trace));
  EXPECT_THAT(sentences_of(answer),
              ElementsAre("3 tasks took 8.00 µs in all. They are nested up to 2 deep: a task is in the task "
                          "that submitted it.",
                          "The largest part, 50.0 %, was the own time of a."));
  ASSERT_EQ(answer.tables.size(), 1u);
  EXPECT_EQ(answer.tables[0].rows[1].cells[0], Cell("  b"));
  EXPECT_EQ(answer.tables[0].remark, "");
}

TEST(FlameAnswer, SaysIfNothingIsNested) {
  const auto trace = testing::trace_from_text("ab", 1000);
  EXPECT_THAT(sentences_of(flame_answer(*trace, flame_graph(*trace))),
              ElementsAre("2 tasks took 2.00 µs in all. No task ran within another one."));
  EXPECT_THAT(sentences_of(flame_answer(*trace, flame_graph(*trace, {.from_ns = 5000}))),
              ElementsAre("No matching task ran."));
}

TEST(FlameAnswer, RemarkCountsTasksThatAreTooDeep) {
  const Trace trace = with_parents();
  FlameGraph graph = flame_graph(trace);
  graph.deeper_tasks = 3;
  EXPECT_EQ(flame_table(trace, graph).remark,
            "3 tasks nested deeper than 64 levels count at the deepest of these levels.");
}

TEST(FlameAnswer, JsonHasEveryFrame) {
  const Trace trace = with_parents();
  const auto json = nlohmann::json::parse(flame_json(trace, flame_graph(trace), {"t.gus", "", "5us", ""}));
  EXPECT_EQ(json.at("format"), "gusset flame");
  EXPECT_EQ(json.at("nested_by"), "parents");
  EXPECT_EQ(json.at("to"), "5us");
  EXPECT_TRUE(json.at("from").is_null());
  EXPECT_EQ(json.at("total_ns"), 8000);
  ASSERT_EQ(json.at("frames").size(), 2u);
  EXPECT_EQ(json.at("frames").at(1), nlohmann::json({{"type", "b"},
                                                     {"depth", 1},
                                                     {"parent", 0},
                                                     {"tasks", 2},
                                                     {"total_ns", 4000},
                                                     {"share", 0.5},
                                                     {"own_ns", 4000}}));
  EXPECT_TRUE(json.at("frames").at(0).at("parent").is_null());
}

}  // namespace
}  // namespace gusset::traces
