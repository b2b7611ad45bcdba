// Synthetic traces with one problem each. The first sentence must name it.
#include <gmock/gmock.h>

#include "answers/trace_maker.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing::TraceMaker;
using FindingKind = Finding::Kind;

TEST(Verdict, FindsTheSerialPartOfAnOpenMpProgram) {
  TraceMaker maker(1, 2);
  maker.make_openmp();
  maker.changed().types = {"work", "serial"};
  const HandleId x = maker.handle(0);
  maker.task(0, 0, 0, 0, 900'000, {{x, TraceMaker::write, 0}});
  maker.changed().tasks.type[0] = TypeId(1u);
  for (std::uint32_t i = 0; i < 20; ++i)
    maker.task(i % 2, 900'000, 900'000, 900'000 + i / 2 * 10'000, 10'000, {{x, TraceMaker::read, 1}});
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::serial_part);
  EXPECT_EQ(found[0].sentence,
            "One thread works alone for 900 µs, 90.0 % of the makespan, outside parallel regions; much of "
            "this may be the process's start and end, so record a longer run to see more of its tasks.");
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_type("One thread works alone", TypeId(1u))));
  for (const Finding& finding : found)
    EXPECT_NE(finding.kind, FindingKind::critical_type) << finding.sentence;
}

TEST(Verdict, FindsTooFewTasks) {
  TraceMaker maker(1, 8);
  for (std::size_t w = 0; w < 3; ++w)
    maker.independent(w, 0, 10, 100'000 + static_cast<std::int64_t>(w) * 10'000);
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::too_few_tasks);
  EXPECT_THAT(found[0].sentence,
              EndsWith("because there are too few tasks: 3 for 8 workers, the longest 120 µs; split them."));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_tasks("the longest", {TaskId(2u)})));
}

// One long task on each worker would take 100 µs instead of 160.
TEST(Verdict, FewTasksAreNoCauseIfTheirOrderMayBe) {
  TraceMaker maker(1, 2);
  maker.independent(0, 0, 10, 80'000);
  maker.independent(0, 0, 80'010, 80'000);
  maker.independent(1, 0, 10, 20'000);
  EXPECT_THAT(found_in(maker.trace())[0].sentence,
              EndsWith(" of the time with only 3 tasks for 2 workers, the longest 80.0 µs: split them, or "
                       "start them in another order."));
}

TEST(Verdict, FindsTooLittleParallelism) {
  TraceMaker maker(1, 4);
  const HandleId x = maker.handle(0);
  for (std::uint32_t i = 0; i < 40; ++i) {
    maker.task(i % 4, 0, i * 10'000, i * 10'000, 10'000, {{x, TraceMaker::write, i}});
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::little_parallelism);
  EXPECT_THAT(found[0].sentence, HasSubstr("the task graph can keep only 1.0 of 4 workers busy on average"));
  ASSERT_THAT(found[0].targets, SizeIs(1));
  EXPECT_EQ(found[0].targets[0].text, "critical path");
  EXPECT_THAT(found[0].targets[0].tasks, SizeIs(40));
}

}  // namespace
}  // namespace gusset::traces
