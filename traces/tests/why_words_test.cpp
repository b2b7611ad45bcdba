#include "gusset/traces/answers/why_words.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/model/task_name.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::random_trace;
using testing::trace_from_text;

constexpr const char* drawing = R"(
  aaaa..bb.ccc
  a1: write x@0 [submit 0] [ready 0]
  b1: write x@1 [submit 0] [ready 4]
  c1: read x@2 [submit 9] [ready 9]
)";

TEST(WhyWords, NameTheTasksThatTheySpeakOf) {
  const auto trace = trace_from_text(drawing, 1'000'000);
  const auto steps = why(*trace, TaskGraph(*trace), TaskId(1u), 100);
  const WhySentence words = why_sentence(*trace, steps.at(0));
  EXPECT_EQ(to_text(words),
            "b x began at 6.00 ms on w0: its last predecessor, a x (x version 1), ended at 4.00 ms.");
  std::vector<TaskId> named;
  for (const WhyPiece& piece : words) {
    if (!piece.task.is_none()) named.push_back(piece.task);
  }
  EXPECT_EQ(named, (std::vector<TaskId>{TaskId(1u), TaskId(0u)}));
  EXPECT_EQ(why_waits(steps.at(0)),
            "ready at 4.00 ms, 2.00 ms before its begin; between cause and begin: ready_wait 2.00 ms");
}

TEST(WhyWords, TasksOfOneNameAreToldApartByTheirNumbers) {
  const auto trace = trace_from_text("aabbbba\na1: write x@0\nb1: write x@1\na2: write x@2", 1'000'000);
  ASSERT_EQ(trace->tasks.size(), 3u);
  EXPECT_EQ(task_name(*trace, TaskId(0u)), task_name(*trace, TaskId(2u)));
  const auto steps = why(*trace, TaskGraph(*trace), TaskId(2u), 100);
  ASSERT_GE(steps.size(), 2u);
  const WhyNames names(*trace, steps);
  EXPECT_TRUE(names.is_shared("a x"));
  EXPECT_FALSE(names.is_shared("b x"));
  EXPECT_TRUE(to_text(why_sentence(*trace, steps[0], names)).starts_with("a x #2 began at 6.00 ms"));
  EXPECT_NE(to_text(why_sentence(*trace, steps[1], names)).find("its last predecessor, a x #0 ("),
            std::string::npos);
  EXPECT_TRUE(to_text(why_summary(*trace, steps, true)).starts_with("a x #2 began only"));
  EXPECT_TRUE(to_text(why_sentence(*trace, steps[0])).starts_with("a x began")) << "of that sentence alone";
}

TEST(WhyWords, TasksOfOneSentenceAreToldApart) {
  const auto trace = trace_from_text("aa|aa\na1: write x@0\na2: write x@1", 1'000'000);
  const auto steps = why(*trace, TaskGraph(*trace), TaskId(1u), 100);
  const std::string text = to_text(why_sentence(*trace, steps.at(0)));
  EXPECT_TRUE(text.starts_with("a x #1 began")) << text;
  EXPECT_NE(text.find("a x #0"), std::string::npos) << text;
}

TEST(WhyWords, OneSentenceSumsUpTheChain) {
  const auto trace = trace_from_text(drawing, 1'000'000);
  const TaskGraph graph(*trace);
  const auto steps = why(*trace, graph, TaskId(1u), 100);
  EXPECT_EQ(to_text(why_summary(*trace, steps, graph.known())),
            "b x began only at 6.00 ms, at the end of a chain of 1 task from 0 s on: 4.00 ms of running (a "
            "4.00 ms) and "
            "2.00 ms of waiting, while a task was ready and not taken.");
  EXPECT_TRUE(why_summary(*trace, {}, true).empty());
}

TEST(WhyWords, OfATaskThatNothingKeptSaySo) {
  const auto trace = trace_from_text("aa\na1: write x@0", 1'000'000);
  const TaskGraph graph(*trace);
  EXPECT_EQ(to_text(why_summary(*trace, why(*trace, graph, TaskId(0u), 100), graph.known())),
            "a x began at 0 s: nothing that was recorded kept it.");
}

TEST(WhyWords, OfAStepWithoutAWaitTheCauseIsSaid) {
  const auto trace = trace_from_text("aabb", 1'000'000);
  const TaskGraph graph(*trace);
  EXPECT_EQ(to_text(why_summary(*trace, why(*trace, graph, TaskId(1u), 1), true)),
            "b #1 began at 2.00 ms: its worker was busy with a #0 until 2.00 ms.");
}

TEST(WhyWords, WithoutDependenciesSaySo) {
  const auto trace = trace_from_text("aabb", 1'000'000);
  const TaskGraph graph(*trace);
  EXPECT_EQ(to_text(why_summary(*trace, why(*trace, graph, TaskId(1u), 100), graph.known())),
            "b #1 began only at 2.00 ms, at the end of a chain of 1 task from 0 s on (dependencies were not "
            "recorded: only "
            "workers and submissions are known): 2.00 ms of running (a 2.00 ms).");
}

TEST(WhyWords, OfRandomTracesTheChainAdjoinsAndEndsAtTheBegin) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const auto trace = random_trace({.seed = seed, .tasks = 20 * seed, .nodes = 1 + seed % 3});
    const TaskGraph graph(*trace);
    for (std::size_t task = 0; task < trace->tasks.size(); task += 7) {
      const auto steps = why(*trace, graph, TaskId(task), 1000);
      ASSERT_FALSE(steps.empty());
      const auto chain = why_chain(steps);
      for (std::size_t i = 0; i < chain.size(); ++i) {
        EXPECT_LT(chain[i].begin_ns, chain[i].end_ns);
        if (i > 0) {
          EXPECT_EQ(chain[i].begin_ns, chain[i - 1].end_ns);
        }
      }
      if (!chain.empty()) {
        EXPECT_EQ(chain.back().end_ns, steps.front().begin_ns);
      }
      EXPECT_FALSE(to_text(why_summary(*trace, steps, true)).empty());
    }
  }
}

}  // namespace
}  // namespace gusset::traces
