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

TEST(Verdict, FindsASlowWorker) {
  TraceMaker maker(1, 4);
  for (std::size_t w = 0; w < 4; ++w) {
    const std::int64_t length = w == 2 ? 30'000 : 10'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::slow_worker);
  EXPECT_THAT(
      found[0].sentence,
      StartsWith(
          "Worker `worker 2` is slower than the others: tasks of the same types take 3.00 times as long"));
  EXPECT_THAT(found[0].sentence,
              HasSubstr("; look for data that several threads change or that is not in its cache, for other "
                        "load on its core or memory, or for a lower clock rate."));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_worker("`worker 2`", WorkerId(2u))));
}

TEST(Verdict, AFewDelayedTasksDoNotMakeAWorkerSlow) {
  TraceMaker maker(1, 4);
  for (std::size_t w = 0; w < 4; ++w) {
    std::int64_t begin = 0;
    for (int i = 0; i < 30; ++i) {
      const std::int64_t length = w == 2 && i == 3 ? 600'000 : 10'000;
      maker.independent(w, 0, begin, length);
      begin += length;
    }
  }
  for (const Finding& each : found_in(maker.trace())) EXPECT_NE(each.kind, FindingKind::slow_worker);
}

/// The sizes of a divide-and-conquer program's tasks differ by far, so one worker's are larger by chance.
TEST(Verdict, LargerTasksByChanceDoNotMakeAWorkerSlow) {
  TraceMaker maker(1, 2);
  for (std::size_t w = 0; w < 2; ++w) {
    std::int64_t begin = 0;
    for (int i = 0; i < 60; ++i) {
      const std::int64_t length = (w == 0 ? 10'000 : 14'000) * (i % 10 == 0 ? 20 : 1 + i % 3);
      maker.independent(w, 0, begin, length);
      begin += length;
    }
  }
  for (const Finding& each : found_in(maker.trace())) EXPECT_NE(each.kind, FindingKind::slow_worker);
}

/// One worker runs all large tasks of a type, such as the first ones of a recursion.
TEST(Verdict, AFewLargeTasksOfATypeDoNotMakeAWorkerSlow) {
  TraceMaker maker(1, 2);
  for (std::size_t w = 0; w < 2; ++w) {
    std::int64_t begin = 0;
    for (int i = 0; i < 60; ++i) {
      const std::int64_t length = i % 2 == 0 ? 10'000 : w == 0 ? 20'000 : 40'000;
      maker.independent(w, 0, begin, length);
      begin += length;
    }
  }
  for (const Finding& each : found_in(maker.trace())) EXPECT_NE(each.kind, FindingKind::slow_worker);
}

TEST(Verdict, PredictedWorkersAreNeverSlow) {
  TraceMaker maker(1, 4);
  for (std::size_t w = 0; w < 4; ++w) {
    const std::int64_t length = w == 2 ? 30'000 : 10'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  Trace predicted = maker.trace();
  predicted.metadata.origin = Origin::predicted;
  for (const Finding& each : found_in(predicted)) EXPECT_NE(each.kind, FindingKind::slow_worker);
}

TEST(Verdict, FindsASlowNodeInsteadOfItsWorkers) {
  TraceMaker maker(2, 2);
  for (std::size_t w = 0; w < 4; ++w) {
    const std::int64_t length = w < 2 ? 10'000 : 20'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::slow_node);
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_node("`node 1`", NodeId(1u))));
}

TEST(Verdict, FindsImbalancedNodes) {
  TraceMaker maker(2, 2);
  for (int i = 0; i < 100; ++i) {
    maker.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 10'000, 10'000);
    if (i % 10 == 0) maker.independent(2, 0, i * 1000, 10'000);
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::imbalance);
  EXPECT_THAT(found[0].sentence, HasSubstr("node 0 was busy for 100.0 % of the time"));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_node("node 0", NodeId(0u))));
}

}  // namespace
}  // namespace gusset::traces
