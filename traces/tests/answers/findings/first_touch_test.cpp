// Tasks that take longer because they are the first to use their data.
#include <gmock/gmock.h>

#include "answers/trace_maker.hpp"
#include "gusset/traces/analysis/time/first_uses.hpp"
#include "gusset/traces/answers/comparison_answer.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using testing::TraceMaker;

/// Twenty steps of one worker over four handles of this size. The tasks of the first step take first_ns,
/// later ones 1 ms.
TraceMaker steps(std::uint64_t bytes, std::int64_t first_ns) {
  TraceMaker maker(1, 1);
  std::vector<HandleId> handles;
  for (int i = 0; i < 4; ++i) {
    handles.push_back(maker.handle(0));
    maker.changed().handles.size_bytes.back() = bytes;
  }
  std::int64_t now_ns = 0;
  for (std::uint32_t step = 0; step < 20; ++step) {
    for (const HandleId handle : handles) {
      const std::int64_t length_ns = step == 0 ? first_ns : 1'000'000;
      maker.task(0, 0, step == 0 ? 0 : now_ns, now_ns, length_ns, {{handle, TraceMaker::write, step}});
      now_ns += length_ns;
    }
  }
  return maker;
}

TEST(FirstUses, CountEachHandleOnce) {
  TraceMaker maker = steps(1000, 3'000'000);
  const Trace trace = maker.trace();
  const TaskTimes times = task_times(trace);
  const auto bytes = first_use_bytes(trace, times);
  for (std::size_t task = 0; task < bytes.size(); ++task) EXPECT_EQ(bytes[task], task < 4 ? 1000u : 0u);
  const auto found = first_uses(trace, times);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].type, TypeId(0u));
  EXPECT_THAT(found[0].tasks, ElementsAre(TaskId(0u), TaskId(1u), TaskId(2u), TaskId(3u)));
  EXPECT_EQ(found[0].bytes, 4000u);
  EXPECT_EQ(found[0].median_ns, 3'000'000);
  EXPECT_EQ(found[0].later_ns, 1'000'000);
  EXPECT_EQ(found[0].excess_ns, 8'000'000);
  EXPECT_DOUBLE_EQ(found[0].ratio(), 3.0);
}

TEST(FirstUses, TaskThatWasHeldUpDoesNotCountMoreThanTheMedian) {
  TraceMaker maker = steps(1000, 3'000'000);
  const Trace trace = maker.trace();
  TaskTimes times = task_times(trace);
  times.duration_ns[3] = 90'000'000;
  EXPECT_EQ(first_uses(trace, times).at(0).excess_ns, 8'000'000);
}

TEST(FirstUses, EachNodeUsesItsCopyFirst) {
  TraceMaker maker(2, 1);
  const HandleId handle = maker.handle(0);
  maker.task(0, 0, 0, 0, 1000, {{handle, TraceMaker::read, 0}});
  maker.task(1, 0, 0, 500, 1000, {{handle, TraceMaker::read, 0}});
  maker.task(1, 0, 0, 1500, 1000, {{handle, TraceMaker::read, 0}});
  const Trace& trace = maker.changed();
  EXPECT_THAT(first_use_bytes(trace, task_times(trace)), ElementsAre(8u, 8u, 0u));
}

TEST(Verdict, NamesTheFirstTouchOfMemory) {
  const auto found = found_in(steps(64'000'000, 10'000'000).trace());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, Finding::Kind::first_touch);
  EXPECT_EQ(
      found[0].sentence,
      "The first tasks of `work` took 10.0 times as long as later ones: first touch of 256 MB, which took "
      "31.0 % of the workers' time. It is paid once: longer runs spread it, and memory that is mapped anew "
      "pays it again.");
}

/// The same steps of a program whose data nobody described: its threads met page faults in the first step,
/// and one in a later task.
TraceMaker steps_with_faults(std::uint32_t faults, std::int64_t later_ns = 1'000'000) {
  TraceMaker maker(1, 1);
  std::vector<ProcessorUse> uses;
  std::int64_t now_ns = 0;
  for (int task = 0; task < 80; ++task) {
    const std::int64_t length_ns = task < 4 ? 10'000'000 : later_ns;
    maker.task(0, 0, task < 4 ? 0 : now_ns, now_ns, length_ns, {});
    uses.push_back({WorkerId(0), now_ns, now_ns + length_ns, length_ns, 0, 0, unknown_time,
                    task < 4    ? faults
                    : task == 9 ? 1U
                                : 0U});
    now_ns += length_ns;
  }
  maker.changed().recorded.processor_time = true;
  maker.changed().processor_time.uses = std::move(uses);
  return maker;
}

TEST(FirstUses, FaultsOfAnIntervalBelongToWhatRanInIt) {
  TraceMaker maker(2, 1);
  maker.task(0, 0, 0, 0, 1000, {});
  maker.task(0, 0, 0, 2000, 3000, {});
  maker.task(1, 0, 0, 0, 500, {});
  Trace trace = maker.trace();
  EXPECT_THAT(page_faults(trace), ElementsAre(0.0, 0.0, 0.0));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 500, 2500, 1000, 0, 0, unknown_time, 8},
                               {WorkerId(0), 2500, 5000, 2500, 0, 0, unknown_time, 2},
                               {WorkerId(1), 600, 700, 100, 0, 0, unknown_time, 5}};
  EXPECT_THAT(page_faults(trace), ElementsAre(4.0, 6.0, 0.0)) << "nothing ran in the last interval";
}

TEST(Verdict, NamesTheFirstTouchOfMemoryByPageFaults) {
  const auto found = found_in(steps_with_faults(1000).trace());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, Finding::Kind::first_touch);
  EXPECT_EQ(found[0].sentence,
            "The 4 tasks of `work` with most page faults took 10.0 times as long as the others (medians): "
            "first touch of memory (4 000 page faults), which took 31.0 % of the workers' time. It is paid "
            "once: longer "
            "runs spread it, and memory that is mapped anew pays it again.");
  for (const Finding& finding : found_in(steps_with_faults(10).trace()))
    EXPECT_NE(finding.kind, Finding::Kind::first_touch) << finding.sentence;
  for (const Finding& finding : found_in(steps_with_faults(1000, 90'000).trace()))
    EXPECT_NE(finding.kind, Finding::Kind::first_touch)
        << "tasks shorter than a sample: " << finding.sentence;
}

TEST(ComparisonAnswer, NamesTheFirstTouchOfMemory) {
  const Trace a = steps(64'000'000, 10'000'000).trace();
  const Trace b = steps(64'000'000, 1'000'000).trace();
  const Comparison comparison = compare(a, b);
  const Answer answer = comparison_answer(a, b, comparison, comparison_causes(a, b, comparison));
  std::string text;
  for (const Finding& finding : answer.verdict.findings) text += finding.sentence + "\n";
  EXPECT_THAT(text, HasSubstr("In A, the first tasks of `work` took 10.0 times as long as later ones: first "
                              "touch of 256 MB.\n"));
  EXPECT_THAT(text, Not(HasSubstr("In B, the first")));
}

TEST(Verdict, LittleMemoryIsNoFirstTouch) {
  for (const auto& [bytes, first_ns] : {std::pair<std::uint64_t, std::int64_t>{1000, 10'000'000},
                                        std::pair<std::uint64_t, std::int64_t>{64'000'000, 1'500'000}}) {
    for (const Finding& finding : found_in(steps(bytes, first_ns).trace()))
      EXPECT_NE(finding.kind, Finding::Kind::first_touch) << finding.sentence;
  }
}

}  // namespace
}  // namespace gusset::traces
