#include "costs/interruption_process.hpp"

#include <gtest/gtest.h>

namespace gusset::simulator {
namespace {

Interruptions of_a_busy_machine() {
  Interruptions interruptions;
  interruptions.per_s = 20.0;
  interruptions.lengths_s = {0.004, 0.008, 0.012};
  return interruptions;
}

TEST(InterruptionProcess, LongTasksAreInterruptedMoreOften) {
  const Interruptions interruptions = of_a_busy_machine();
  const InterruptionProcess process(interruptions, 1);
  for (const double task_s : {0.001, 0.1}) {
    constexpr int tasks = 100'000;
    int interrupted = 0;
    double lost_s = 0.0;
    for (std::uint64_t task = 0; task < tasks; ++task) {
      const double own_s = process.lost_s(task, task_s);
      lost_s += own_s;
      interrupted += own_s > 0.0 ? 1 : 0;
    }
    EXPECT_NEAR(lost_s / (tasks * task_s), interruptions.slowdown() - 1.0, 0.01) << task_s;
    EXPECT_NEAR(static_cast<double>(interrupted) / tasks, 1.0 - std::exp(-20.0 * task_s), 0.01) << task_s;
  }
}

TEST(InterruptionProcess, DependsOnlyOnSeedAndTask) {
  const Interruptions interruptions = of_a_busy_machine();
  const InterruptionProcess process(interruptions, 1);
  EXPECT_EQ(process.lost_s(5, 1.0), InterruptionProcess(interruptions, 1).lost_s(5, 1.0));
  EXPECT_NE(process.lost_s(5, 1.0), process.lost_s(6, 1.0));
  EXPECT_NE(process.lost_s(5, 1.0), InterruptionProcess(interruptions, 2).lost_s(5, 1.0));
}

TEST(InterruptionProcess, WithoutInterruptionsNothingIsLost) {
  const Interruptions none;
  EXPECT_EQ(InterruptionProcess(none, 1).lost_s(5, 1e6), 0.0);
  EXPECT_EQ(none.slowdown(), 1.0);
}

}  // namespace
}  // namespace gusset::simulator
