// What the recorder says about the processor time of the threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "gusset/base/thread_meter.hpp"
#include "gusset/base/thread_usage.hpp"
#include "gusset/core.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/model/validate.hpp"
#include "one_processor.hpp"
#include "recorded.hpp"
#include "task_types.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::OneProcessor;
using gusset::testing::task;
using testing::record;
using traces::ProcessorUse;
using traces::Trace;
using traces::WorkerId;

/// Computes until the calling thread has used this much processor time.
void use_processor(std::int64_t ns) {
  const std::int64_t until_ns = thread_usage()->processor_ns + ns;
  while (thread_usage()->processor_ns < until_ns) {
  }
}

/// Computes until another thread has taken the processor this often. Gives up after a minute.
void lose_processor(std::uint32_t times) {
  const auto begin = std::chrono::steady_clock::now();
  const std::uint32_t before = thread_usage()->preemptions;
  while (thread_usage()->preemptions - before < times &&
         std::chrono::steady_clock::now() - begin < std::chrono::minutes(1)) {
  }
}

std::vector<ProcessorUse> uses_of(const Trace& trace, WorkerId worker) {
  std::vector<ProcessorUse> uses;
  for (const ProcessorUse& use : trace.processor_time.uses) {
    if (use.worker == worker) uses.push_back(use);
  }
  return uses;
}

/// The end of a task's run.
std::int64_t end_of(const Trace& trace, traces::TaskId task) {
  for (const traces::Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.task[i] == task) return lane.spans.end_ns[i];
    }
  }
  return traces::unknown_time;
}

TEST(ProcessorTime, LongTaskIsFollowedByASample) {
  const auto trace = record(1, [](Runtime& runtime) {
    runtime.submit(task(), [] { use_processor(1'000'000); });
    runtime.submit(task(), [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
    // A last interval that ends after the last task would be left out if the thread slept in it.
    runtime.submit(task(), [] { use_processor(1'000'000); });
    runtime.wait();
  });
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  const auto uses = uses_of(*trace, WorkerId(0));
  // A thread that loses its processor while it asks for its usage is sampled after that.
  const auto ending_with = [&](std::size_t number) {
    for (const ProcessorUse& use : uses) {
      if (use.end_ns >= end_of(*trace, traces::TaskId(number))) return use;
    }
    ADD_FAILURE() << "task " << number << " has no sample";
    return ProcessorUse{};
  };
  EXPECT_GE(ending_with(0).processor_ns, 900'000);
  const ProcessorUse asleep = ending_with(1);
  EXPECT_GE(asleep.waits, 1U);
  EXPECT_LT(asleep.processor_ns, asleep.end_ns - asleep.begin_ns - 1'000'000);
  if (!ThreadMeter().read()->delay_ns) return;  // the system does not count delays
  ASSERT_GE(asleep.delay_ns, 0);
  EXPECT_LE(asleep.delay_ns + asleep.processor_ns, asleep.end_ns - asleep.begin_ns - 1'000'000);
  EXPECT_GE(traces::blocked_in_runs(*trace).total_ns, 1'000'000);
}

TEST(ProcessorTime, BindingsMatchTheThreads) {
  const auto trace = record(2, [](Runtime& runtime) {
    for (int i = 0; i < 20; ++i) runtime.submit(task(), [] { use_processor(200'000); });
    runtime.wait();
  });
  const auto affinity = thread_affinity();
  ASSERT_TRUE(affinity.has_value());
  ASSERT_EQ(trace->processor_time.bindings.size(), 2U);
  for (const traces::Binding& binding : trace->processor_time.bindings) {
    EXPECT_EQ(binding.processors, affinity->processors);
    EXPECT_EQ(binding.affinity.empty(), affinity->mask == 0);
    EXPECT_GE(binding.quota, 0.0);
  }
}

TEST(ProcessorTime, ThreadsThatShareAProcessorArePreempted) {
  std::shared_ptr<const Trace> trace;
  {
    const OneProcessor bound;
    trace = record(2, [](Runtime& runtime) {
      for (int i = 0; i < 8; ++i) runtime.submit(task(), [] { lose_processor(2); });
      runtime.wait();
    });
  }
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  std::uint32_t preemptions = 0;
  for (const ProcessorUse& use : trace->processor_time.uses) preemptions += use.preemptions;
  EXPECT_GE(preemptions, 8U);
  EXPECT_GT(traces::preempted_in_runs_ns(*trace), 0);
  if (!ThreadMeter().read()->delay_ns) return;  // the system does not count delays
  for (const ProcessorUse& use : trace->processor_time.uses) EXPECT_NE(use.delay_ns, traces::unknown_time);
}

// Threads often lose their processors when they ask for their usage.
TEST(ProcessorTime, LossBelongsToTheIntervalInWhichItWasAccounted) {
  if (!ThreadMeter().read()->delay_ns) GTEST_SKIP() << "the system does not count delays";
  std::shared_ptr<const Trace> trace;
  {
    const OneProcessor bound;
    trace = record(2, [](Runtime& runtime) {
      for (int i = 0; i < 400; ++i) runtime.submit(task(), [] { use_processor(150'000); });
      runtime.wait();
    });
  }
  std::int64_t lost_ns = 0;
  std::int64_t misplaced_ns = 0;
  for (const ProcessorUse& use : trace->processor_time.uses) {
    if (use.waits > 0) continue;
    lost_ns += use.delay_ns;
    misplaced_ns += std::abs(use.end_ns - use.begin_ns - use.processor_ns - use.delay_ns);
  }
  EXPECT_GT(lost_ns, 10'000'000);
  EXPECT_LT(misplaced_ns, lost_ns / 4);
}

TEST(ProcessorTime, ForeignThreadDoesNotContinueTheSamplesOfTheProgram) {
  const auto trace = record(1, [](Runtime& runtime) {
    const auto run_one = [&] {
      runtime.submit(task(), [] { use_processor(500'000); });
      runtime.wait();
    };
    run_one();
    std::thread([&] {
      use_processor(2'000'000);
      run_one();
    }).join();
    run_one();
  });
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  ASSERT_EQ(trace->tasks.size(), 3U);
  const std::int64_t own_ns = end_of(*trace, traces::TaskId(0));
  const std::int64_t foreign_ns = end_of(*trace, traces::TaskId(1));
  const std::int64_t last_ns = end_of(*trace, traces::TaskId(2));
  bool has_foreign = false;
  for (const ProcessorUse& use : uses_of(*trace, WorkerId(0))) {
    // At least 2 ms pass before the foreign thread acts as the worker.
    EXPECT_FALSE(use.begin_ns < own_ns + 1'000'000 && use.end_ns > own_ns + 1'000'000);
    EXPECT_FALSE(use.begin_ns <= foreign_ns && use.end_ns > foreign_ns && use.end_ns < last_ns);
    has_foreign |= use.end_ns == foreign_ns;
  }
  EXPECT_TRUE(has_foreign);
}

}  // namespace
}  // namespace gusset::core_tracing
