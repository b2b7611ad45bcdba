// Synthetic traces with one problem each. The first sentence must name it.
#include <gmock/gmock.h>

#include "answers/trace_maker.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::TraceMaker;
using FindingKind = Finding::Kind;

TEST(Verdict, SuggestsPoliciesOnlyForGusset) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  EXPECT_EQ(
      found_in(maker.trace())[0].sentence,
      "Workers were idle for 48.8 % of the time although tasks were ready: these workers do not take from "
      "the tasks' queue, or waking them takes long; try another policy (gusset run --policy).");
  maker.make_openmp();
  EXPECT_EQ(found_in(maker.trace())[0].sentence,
            "Workers were idle for 48.8 % of the time although tasks were ready: the OpenMP runtime, or the "
            "recording, needs this "
            "long to find a task or to wake a thread.");
  maker.changed().metadata.runtime = "another";
  EXPECT_EQ(
      found_in(maker.trace())[0].sentence,
      "Workers were idle for 48.8 % of the time although tasks were ready: the runtime needs this long to "
      "find a task or to wake a worker.");
}

TEST(Verdict, SuggestsLargerTasksOnlyIfTheyAreShort) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 40'000, 40'000);
  maker.make_openmp();
  EXPECT_THAT(found_in(maker.trace())[0].sentence, ::testing::EndsWith("a thread; use larger tasks."));
}

TEST(Verdict, SuggestsLargerTasksOnlyIfFindingThemTakesLong) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 40'000, 40'000);
  for (int i = 2; i < 40; ++i) maker.independent(1, 0, i * 40'000, 40'000);
  maker.make_openmp();
  const auto found = found_in(maker.trace());
  const auto idle = std::ranges::find(found, FindingKind::ready_not_taken, &Finding::kind);
  ASSERT_NE(idle, found.end());
  EXPECT_EQ(idle->sentence,
            "Workers were idle for 2.5 % of the time although tasks were ready: the OpenMP runtime, or the "
            "recording, needs this long to find a task or to wake a thread.");
}

TEST(Verdict, FindsASerialProducer) {
  TraceMaker maker(1, 8);
  for (int i = 0; i < 200; ++i) {
    maker.independent(static_cast<std::size_t>(i % 8), i * 50'000, i * 50'000 + 200, 100'000);
  }
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::serial_producer);
  EXPECT_THAT(
      found[0].sentence,
      StartsWith(
          "Serial submission holds the workers up: a task is submitted every 50.0 µs on average, and "));
}

TEST(Verdict, SubmissionThatCostsLittleDoesNotHoldUpWorkers) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 200; ++i) {  // the producer is ahead, except for every 20th task
    const std::int64_t begin_ns = i / 2 * 100'000 + (i % 2) * 1000;
    const std::int64_t submit_ns = i % 20 == 0 && i > 0 ? begin_ns - 100 : std::max(0, i - 10) * 50'000;
    maker.independent(static_cast<std::size_t>(i % 2), submit_ns, begin_ns, 90'000);
  }
  for (const Finding& finding : found_in(maker.trace()))
    EXPECT_THAT(finding.sentence, ::testing::Not(HasSubstr("holds the workers up")));
}

TEST(Verdict, FindsAPauseBetweenSubmissions) {
  TraceMaker maker(1, 4);
  for (int phase = 0; phase < 2; ++phase) {
    for (int i = 0; i < 40; ++i) {
      const std::int64_t start = phase * 4'000'000;
      maker.independent(static_cast<std::size_t>(i % 4), start + i * 100, start + 10'000 + (i / 4) * 100'000,
                        100'000);
    }
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::paused_producer);
  EXPECT_THAT(found[0].sentence,
              HasSubstr("the longest pause between two submissions, 4.00 ms, begins at 3.90 µs"));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_range(
                                    "the longest pause between two submissions", 3'900, 4'000'000)));
}

TEST(Verdict, FindsSlowMessagesAndTheirSender) {
  TraceMaker maker(2, 1);
  const HandleId x = maker.handle(0);
  std::int64_t at = 0;
  for (std::uint32_t i = 0; i < 50; ++i) {  // produced on node 0, used on node 1, with a long transfer
    maker.task(0, 0, at, at, 2000, {{x, TraceMaker::write, 2 * i}});
    maker.message(x, 2 * i + 1, 0, 1, at + 2000, at + 8000);
    maker.task(1, 0, at + 8000, at + 8000, 2000, {{x, TraceMaker::read, 2 * i + 1}});
    for (int k = 1; k < 4; ++k) maker.independent(0, 0, at + k * 2000, 2000);
    at += 8000;
  }
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::slow_messages);
  EXPECT_THAT(found[0].sentence,
              HasSubstr("% of the idle time was spent waiting for messages; tasks waited longest for those "
                        "from node 0; "));
  EXPECT_THAT(found[0].sentence, HasSubstr("; send less (another process grid, larger blocks) or earlier."));
  ASSERT_THAT(found[0].targets, SizeIs(2));
  EXPECT_EQ(found[0].targets[0], FindingTarget::of_node("node 0", NodeId(0u)));
  EXPECT_EQ(found[0].targets[1].kind, FindingTarget::Kind::range);
  EXPECT_EQ(found[0].targets[1].worker, WorkerId(1u));
  EXPECT_EQ(found[0].targets[1].end_ns - found[0].targets[1].begin_ns, 6000);
}

/// Node 0 produces for node 1; no message takes long. Each thread has a processor for a share of the time.
TraceMaker nodes_without_processors(std::int64_t processor_ns) {
  TraceMaker maker(2, 1);
  const HandleId x = maker.handle(0);
  for (std::uint32_t i = 0; i < 50; ++i) {
    const std::int64_t at = 8000 * std::int64_t{i};
    maker.task(0, 0, at, at, 2000, {{x, TraceMaker::write, 2 * i}});
    maker.message(x, 2 * i + 1, 0, 1, at + 2000, at + 6000);
    maker.task(1, 0, at + 6000, at + 6000, 2000, {{x, TraceMaker::read, 2 * i + 1}});
  }
  Trace& trace = maker.changed();
  trace.recorded.processor_time = true;
  for (std::size_t w = 0; w < 2; ++w)
    trace.processor_time.uses.push_back(
        {WorkerId(w), 0, 400'000, processor_ns, 0, 5, 400'000 - processor_ns});
  return maker;
}

// More nodes than processors: the messages are late because of that.
TEST(Verdict, MessagesOfNodesWithoutProcessorsAreNotTheProgramsFault) {
  const TraceMaker maker = nodes_without_processors(300'000);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::preempted);
  const auto messages = std::find_if(found.begin(), found.end(), [](const Finding& finding) {
    return finding.kind == FindingKind::slow_messages;
  });
  ASSERT_NE(messages, found.end());
  EXPECT_THAT(messages->sentence,
              HasSubstr("from node 0. Threads without a processor send and receive late: "
                        "measure with enough processors before you change what is sent."));
}

TEST(Verdict, FindsReadyTasksThatWereNotTaken) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::ready_not_taken);
  EXPECT_THAT(found[0].targets,
              ElementsAre(FindingTarget::of_range("the longest such time (3.90 ms, worker 1)", 0, 3'900'000,
                                                  WorkerId(1u))));
}

TEST(Verdict, FindsLateReleases) {
  TraceMaker maker(1, 1);
  const HandleId x = maker.handle(0);
  for (std::uint32_t i = 0; i < 40; ++i) {  // each becomes ready half its length after the previous one ends
    maker.task(0, 0, i * 150'000, i * 150'000, 100'000, {{x, TraceMaker::write, i}});
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::late_release);
  EXPECT_THAT(found[0].sentence,
              StartsWith("Workers were idle for 32.8 % of the time because the runtime made tasks ready "));
}

}  // namespace
}  // namespace gusset::traces
