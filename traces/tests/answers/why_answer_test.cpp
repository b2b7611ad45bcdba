#include "gusset/traces/answers/why_answer.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/model/task_name.hpp"
#include "random_trace.hpp"
#include "sanitized.hpp"
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

std::vector<Finding> findings_of(const Trace& trace, TaskId task, std::size_t depth = 100) {
  const TaskGraph graph(trace);
  return why_answer(trace, {why(trace, graph, task, depth), graph.known()}).verdict.findings;
}

TEST(WhyAnswer, SentencesLinkToTheirTasks) {
  const auto trace = trace_from_text(drawing, 1'000'000);
  const Finding finding = findings_of(*trace, TaskId(1u)).at(1);
  EXPECT_EQ(
      finding.sentence,
      "b x began at 6.00 ms on w0: its last predecessor, a x (x version 1), ended at 4.00 ms. It waited "
      "2.00 ms for a worker (ready at 4.00 ms).");
  EXPECT_EQ(finding.targets, (std::vector<FindingTarget>{FindingTarget::of_tasks("b x", {TaskId(1u)}),
                                                         FindingTarget::of_tasks("a x", {TaskId(0u)})}));
}

// Node 1's only worker had no processor for 5 of the 6 ms that the message was under way.
TEST(WhyAnswer, MessageThatNobodyCouldReceiveSaysSo) {
  Trace trace = *trace_from_text(
      "n0/w0: aa........\nn1/w0: ........bb\na1: write x@0 [submit 0] [ready 0]\n"
      "b1: read x@1 [submit 0] [ready 8]\n",
      1'000'000);
  trace.messages.push_back(
      {Message::Kind::data, HandleId(0u), 1, NodeId(0u), NodeId(1u), 2'000'000, 8'000'000, 8, 8, 1});
  trace.recorded.messages = true;
  const std::string message =
      "b #1 began at 8.00 ms on n1 w0: the message with x version 1 from n0, sent at 2.00 ms, was received "
      "at "
      "8.00 ms";
  EXPECT_EQ(findings_of(trace, TaskId(1u)).at(1).sentence.find(message + "; a x produced it. "), 0u);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1u), 2'500'000, 8'000'000, 400'000, 0, 1, 5'000'000}};
  EXPECT_EQ(
      findings_of(trace, TaskId(1u))
          .at(1)
          .sentence.find(message +
                         " (for about 5.00 ms of that, no worker of n1 had a processor); a x produced it. "),
      0u);
}

TEST(WhyAnswer, EventsAreNoVersions) {
  Trace trace = *trace_from_text(drawing, 1'000'000);
  trace.access_modes[1].name = event_mode;
  trace.attributes.push_back(
      {task_detail, {TaskId(0), TaskId(1), TaskId(2)}, std::vector<std::string>{"1,0", "2,0", "3,0"}});
  EXPECT_EQ(
      findings_of(trace, TaskId(1u)).at(1).sentence,
      "b 2,0 began at 6.00 ms on w0: its last predecessor, a 1,0, ended at 4.00 ms. It waited 2.00 ms for "
      "a worker (ready at 4.00 ms).");
}

TEST(WhyAnswer, MessagesAreNamedAfterTheirKinds) {
  Trace trace = *trace_from_text(
      "n0/w0: aa........\nn1/w0: ........bb\na1: write block@0 [submit 0] [ready 0]\n"
      "b1: read block@1 [submit 0] [ready 8]\n"
      "message block@1 n0->n1 2 8",
      1'000'000);
  trace.access_modes[1].name = event_mode;
  EXPECT_EQ(
      findings_of(trace, TaskId(1u))
          .at(1)
          .sentence.find(
              "b #1 began at 8.00 ms on n1 w0: the message block from n0, sent at 2.00 ms, was received at "
              "8.00 ms; a #0 sent it. "),
      0u);
}

TEST(WhyAnswer, NumbersDistinguishTasksWithOneName) {
  const auto trace = trace_from_text("aabbbba\na1: write x@0\nb1: write x@1\na2: write x@2", 1'000'000);
  ASSERT_EQ(trace->tasks.size(), 3u);
  EXPECT_EQ(task_name(*trace, TaskId(0u)), task_name(*trace, TaskId(2u)));
  const auto findings = findings_of(*trace, TaskId(2u));
  ASSERT_GE(findings.size(), 3u);
  EXPECT_TRUE(findings[0].sentence.starts_with("a x #2 began only"));
  EXPECT_TRUE(findings[1].sentence.starts_with("a x #2 began at 6.00 ms"));
  EXPECT_NE(findings[2].sentence.find("its last predecessor, a x #0 ("), std::string::npos);
  EXPECT_TRUE(findings_of(*trace, TaskId(2u), 1).at(1).sentence.starts_with("a x began"))
      << "of that sentence alone";
}

TEST(WhyAnswer, NumbersDistinguishTasksOfOneSentence) {
  const auto trace = trace_from_text("aa|aa\na1: write x@0\na2: write x@1", 1'000'000);
  const std::string text = findings_of(*trace, TaskId(1u)).at(1).sentence;
  EXPECT_TRUE(text.starts_with("a x #1 began")) << text;
  EXPECT_NE(text.find("a x #0"), std::string::npos) << text;
}

TEST(WhyAnswer, FirstSentenceSummarisesTheChain) {
  const auto trace = trace_from_text(drawing, 1'000'000);
  EXPECT_EQ(findings_of(*trace, TaskId(1u)).front().sentence,
            "b x began only at 6.00 ms, at the end of a chain of 1 task that began at 0 s: 4.00 ms of "
            "running (a 4.00 ms) and 2.00 ms of waiting for a worker.");
  EXPECT_EQ(why_answer(*trace, {}).verdict.findings.front().sentence, "The task never ran.");
}

TEST(WhyAnswer, TaskWithoutACauseWasNotDelayed) {
  const auto trace = trace_from_text("aa\na1: write x@0", 1'000'000);
  EXPECT_EQ(findings_of(*trace, TaskId(0u)).front().sentence,
            "a x began at 0 s: nothing recorded delayed it.");
}

TEST(WhyAnswer, StepWithoutAWaitNamesItsCause) {
  const auto trace = trace_from_text("aabb", 1'000'000);
  const TaskGraph graph(*trace);
  EXPECT_EQ(why_answer(*trace, {why(*trace, graph, TaskId(1u), 1), true}).verdict.findings.front().sentence,
            "b #1 began at 2.00 ms: its worker was busy with a #0 until 2.00 ms.");
}

TEST(WhyAnswer, TaskBehindABusyWorkerSaysHowLongItWasReady) {
  const auto trace = trace_from_text(
      "aabb\na1: write x@0 [submit 0] [ready 0]\nb1: write y@0 [submit 0] [ready 1]", 1'000'000);
  const std::string text = findings_of(*trace, TaskId(1u)).at(1).sentence;
  EXPECT_TRUE(text.ends_with(" until 2.00 ms; it was ready at 1.00 ms, 1.00 ms before.")) << text;
}

TEST(WhyAnswer, MissingDependenciesAreReported) {
  const auto trace = trace_from_text("aabb", 1'000'000);
  EXPECT_EQ(findings_of(*trace, TaskId(1u)).front().sentence,
            "b #1 began only at 2.00 ms, at the end of a chain of 1 task that began at 0 s (dependencies "
            "were not recorded; only workers and submissions are known): 2.00 ms of running (a 2.00 ms).");
}

TEST(WhyAnswer, FurtherStepsAreCounted) {
  const auto trace = trace_from_text(drawing, 1'000'000);
  const TaskGraph graph(*trace);
  const auto findings = why_answer(*trace, {why(*trace, graph, TaskId(1u), 100), true}, 1).verdict.findings;
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings.back().sentence, "… and 1 more further back");
}

TEST(WhyAnswer, ChainIsContiguousUpToTheStartOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= (is_sanitized ? 12 : 30); ++seed) {
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
      EXPECT_FALSE(why_answer(*trace, {steps, true}).verdict.findings.front().sentence.empty());
    }
  }
}

}  // namespace
}  // namespace gusset::traces
