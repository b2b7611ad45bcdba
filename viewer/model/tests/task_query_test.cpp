#include "gusset/viewer/model/document/task_query.hpp"

#include <gtest/gtest.h>

#include "gusset/viewer/model/timeline/search_result.hpp"

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

std::vector<std::size_t> found_by(const traces::Trace& trace, std::string_view text) {
  const Result<TaskQuery> query = TaskQuery::parse(trace, text);
  EXPECT_TRUE(query.ok()) << query.error().message();
  std::vector<std::size_t> tasks;
  const traces::TaskSet found = query->find();
  for (std::size_t task = 0; task < found.size(); ++task) {
    if (found[task]) tasks.push_back(task);
  }
  return tasks;
}

TEST(TaskQuery, FindsByNumberNameAndCondition) {
  auto trace = *traces::testing::trace_from_text("aa.bbb.a");
  trace.types[0] = "Gemm (tiles)";
  EXPECT_EQ(found_by(trace, "#1"), std::vector<std::size_t>{1});
  EXPECT_EQ(found_by(trace, "  gEMM "), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(found_by(trace, "duration>1us"), (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(found_by(trace, "trsm").empty());
  EXPECT_TRUE(found_by(trace, "").empty());
}

TEST(TaskQuery, FindsByTheRestOfATasksName) {
  auto trace = *traces::testing::trace_from_text(
      "aab.bbba\na1: write A_3_1@0\nb1: write A_3_10@0\nb2: write A_3_1@1\na2: read A_3_1@2");
  trace.types = {"gemm", "trsm"};
  const auto all_named = found_by(trace, "a_3_1");
  EXPECT_EQ(found_by(trace, "trsm A_3"), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(found_by(trace, "TRSM a_3_10"), std::vector<std::size_t>{1});
  EXPECT_EQ(found_by(trace, "gemm A_3_1"), std::vector<std::size_t>{0}) << "3 only reads it";
  EXPECT_EQ(all_named, (std::vector<std::size_t>{0, 1, 2})) << "task 1 is A_3_10, which contains A_3_1";
  EXPECT_EQ(found_by(trace, "trsm #2"), std::vector<std::size_t>{2});
  EXPECT_EQ(found_by(trace, "trsm A_3_1 #2"), std::vector<std::size_t>{2});
  EXPECT_TRUE(found_by(trace, "gemm #2").empty()) << "another type";
  EXPECT_TRUE(found_by(trace, "gemm A_4").empty());
  trace.recorded.accesses = false;
  EXPECT_TRUE(found_by(trace, "A_3_1").empty());
  trace.attributes.push_back({traces::task_detail, {traces::TaskId(1)}, std::vector<std::string>{"five"}});
  EXPECT_EQ(found_by(trace, "trsm fi"), std::vector<std::size_t>{1});
}

TEST(TaskQuery, FailsForFactsThatTheTraceLacks) {
  const auto trace = traces::testing::trace_from_text("aa.bbb.a");
  for (const char* text : {"#3", "#x", "#", "#1x", "#99999999999", "colour=red", "duration>", "="})
    EXPECT_FALSE(TaskQuery::parse(*trace, text).ok()) << text;
  EXPECT_EQ(TaskQuery::parse(*trace, "#3").error().message(),
            "find: expected the number of one of 3 tasks, found #3");
}

TEST(NextFound, OrdersByBeginAcrossPanelsAndWrapsAround) {
  const auto document = document_from_text({"a..b\n.a..", "..a"});
  SearchResult found{"a", {}, 3};
  for (const auto& loaded : document->traces)
    found.tasks.push_back(TaskQuery::parse(*loaded->trace, "a")->find());
  const TaskReference first{0, traces::TaskId(0)};
  const TaskReference second{0, traces::TaskId(1)};
  const TaskReference third{1, traces::TaskId(0)};
  EXPECT_EQ(next_match(*document, found, std::nullopt, Step::next), first);
  EXPECT_EQ(next_match(*document, found, std::nullopt, Step::previous), third);
  EXPECT_EQ(next_match(*document, found, first, Step::next), second);
  EXPECT_EQ(next_match(*document, found, second, Step::next), third);
  EXPECT_EQ(next_match(*document, found, third, Step::next), first);
  EXPECT_EQ(next_match(*document, found, first, Step::previous), third);
  // Starts from a task that does not match.
  EXPECT_EQ(next_match(*document, found, TaskReference{0, traces::TaskId(2)}, Step::previous), third);
}

TEST(NextFound, NothingWithoutAMatch) {
  const auto document = document_from_text({"ab"});
  const SearchResult found{"c", {traces::TaskSet(2, false)}, 0};
  EXPECT_FALSE(next_match(*document, found, std::nullopt, Step::next));
}

TEST(SearchResult, CountsMatchesUpToATaskByBegin) {
  const auto document = testing::document_from_text({"a.b.a.b", ".a....."});
  const SearchResult found = search_tasks(*document, "a");
  EXPECT_EQ(found.count, 3U);
  EXPECT_EQ(place_among_matches(*document, found, {0, traces::TaskId(0u)}), 1U);
  EXPECT_EQ(place_among_matches(*document, found, {1, traces::TaskId(0u)}), 2U);
  EXPECT_EQ(place_among_matches(*document, found, {0, traces::TaskId(2u)}), 3U);
  EXPECT_EQ(place_among_matches(*document, found, {0, traces::TaskId(1u)}), std::nullopt) << "b";
}

TEST(SearchResult, MarksThePartsOfTheRunInWhichMatchesRan) {
  const auto document = testing::document_from_text({"aaaabbbb"});
  const SearchResult found = search_tasks(*document, "b");
  ASSERT_EQ(found.parts.size(), 1U);
  EXPECT_FALSE(found.parts[0][LoadedTrace::profile_parts / 4]);
  EXPECT_TRUE(found.parts[0][LoadedTrace::profile_parts * 3 / 4]);
  ASSERT_NE(found.matches, nullptr);
  EXPECT_EQ(found.matches->set->tasks.size(), 1U);
}

}  // namespace
}  // namespace gusset::viewer
