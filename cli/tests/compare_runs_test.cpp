// Tests `gusset compare A*.gus --against B*.gus`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset_call.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using Words = std::vector<std::string>;

// Writes one run per length, with one task of that many milliseconds. Returns the files' names.
Words write_runs(const TestFolder& folder, const std::string& name,
                 const std::vector<std::size_t>& lengths_ms) {
  Words files;
  for (const std::size_t ms : lengths_ms) {
    files.push_back(name + std::to_string(files.size()) + ".gus");
    write_trace(folder, files.back(), std::string(ms, 'a'));
  }
  return files;
}

Words compare_words(Words words, const Words& against, const Words& options = {}) {
  words.insert(words.begin(), "compare");
  words.emplace_back("--against");
  words.insert(words.end(), against.begin(), against.end());
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

class CompareRunsTest : public ::testing::Test {
 protected:
  ProgramResult compare(const Words& options) {
    return gusset_in(folder_, compare_words(old_, slower_, options));
  }

  TestFolder folder_;
  Words old_ = write_runs(folder_, "a", {40, 41, 42, 43, 44});
  Words slower_ = write_runs(folder_, "b", {50, 51, 52, 53, 54});
};

TEST_F(CompareRunsTest, ReportsTheIntervalOfTheDifference) {
  const std::string text = text_of(folder_, compare_words(old_, slower_));
  EXPECT_THAT(text,
              StartsWith("B is slower than A: B's makespan differs by +23.8 % (95 % confidence interval: +"));
  EXPECT_THAT(text, HasSubstr("42.0 ms in A (median of 5 runs), 52.0 ms in B (5 runs).\n"));
  EXPECT_THAT(text, HasSubstr("\nquantity"));
}

TEST_F(CompareRunsTest, FailsWithADistinctStatus) {
  const auto failed = compare({"--fail-if", "makespan>5%"});
  EXPECT_EQ(failed.exit_status, 3);
  EXPECT_THAT(failed.errors, IsEmpty());
  EXPECT_THAT(failed.output, StartsWith("Failed: makespan>5% is true with 95 % confidence"));
  const auto passed = compare({"--fail-if", "makespan>50%"});
  EXPECT_EQ(passed.exit_status, 0);
  EXPECT_THAT(passed.output, StartsWith("Passed: "));
  const auto undecided = compare({"--fail-if", "makespan > 24 %"});
  EXPECT_EQ(undecided.exit_status, 0);
  EXPECT_THAT(undecided.output, StartsWith("Undecided, so not a failure: "));
}

TEST_F(CompareRunsTest, JsonHasTheDecision) {
  const auto failed = compare({"--fail-if", "busy>5%", "--json"});
  EXPECT_EQ(failed.exit_status, 3);
  const json document = json::parse(failed.output);
  EXPECT_EQ(document.at("format"), "gusset compare runs");
  EXPECT_EQ(document.at("a").size(), 5U);
  EXPECT_EQ(document.at("b").at(0).at("file"), "b0.gus");
  EXPECT_EQ(document.at("fail_if").at("decision"), "failed");
}

TEST_F(CompareRunsTest, NoiseOfSingleRunsIsUnknown) {
  const auto single =
      gusset_in(folder_, compare_words({old_.front()}, {slower_.front()}, {"--fail-if", "makespan>5%"}));
  EXPECT_EQ(single.exit_status, 0) << single.errors;
  EXPECT_THAT(single.output, StartsWith("Undecided, so not a failure: there are too few runs"));
  EXPECT_THAT(single.output, HasSubstr("but the noise is unknown"));
  EXPECT_THAT(text_of(folder_, {"compare", old_.front(), slower_.front()}),
              HasSubstr("One run of each says nothing about noise"));
}

TEST_F(CompareRunsTest, RejectsMisuse) {
  const auto error_of = [this](const Words& words) {
    const auto result = gusset_in(folder_, words);
    EXPECT_EQ(result.exit_status, 2) << result.errors;
    return result.errors;
  };
  EXPECT_EQ(error_of({"compare", "a0.gus", "a1.gus", "a2.gus"}),
            "gusset: compare: expected two traces, or --against before the second group, found 3 traces\n");
  EXPECT_EQ(error_of({"compare", "--against", "b0.gus"}),
            "gusset: compare: expected traces (A*.gus) before --against, found none\n");
  EXPECT_EQ(error_of({"compare", "a0.gus", "b0.gus", "--fail-if", "makespan>5%"}),
            "gusset: compare: expected --against with --fail-if, found none\n");
  EXPECT_EQ(
      error_of(compare_words(old_, slower_, {"--fail-if", "speed>5%"})),
      "gusset: compare: --fail-if: expected makespan, busy or idle with a limit, such as makespan>5% or "
      "makespan<-5%, found \"speed>5%\"\n");
  EXPECT_EQ(error_of(compare_words({"a0.gus", "./a0.gus"}, slower_)),
            "gusset: ./a0.gus: expected each trace once, found it twice\n");
  EXPECT_EQ(error_of(compare_words(Words(101, "a0.gus"), slower_)),
            "gusset: compare: expected at most 100 traces on each side, found 101\n");
}

TEST_F(CompareRunsTest, RejectsTracesInWhichNothingRan) {
  folder_.write("g.dot", "digraph { a -> b }");
  const auto result = gusset_in(folder_, compare_words(old_, {"g.dot"}));
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.errors, HasSubstr("g.dot: expected tasks that ran, found a graph of 2 tasks"));
}

TEST_F(CompareRunsTest, ReadsPipes) {
  const auto result = run_program(
      {{"/bin/bash", "-c", "\"$gusset\" compare <(cat a0.gus) a1.gus --against <(cat b0.gus) b1.gus"},
       {{"gusset", gusset_path}},
       folder_.path(),
       ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("(median of 2 runs)"));
}

}  // namespace
}  // namespace gusset::testing
