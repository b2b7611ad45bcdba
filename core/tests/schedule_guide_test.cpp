// Runs that follow a schedule file (Options::schedule).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/base/schedule_file.hpp"
#include "gusset/core.hpp"
#include "plans/plan_graph.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using testing::refusal;
using testing::SharedValue;
using testing::task;

using Lists = std::vector<std::vector<ScheduledTask>>;

/// Task number i of `count` independent tasks writes "v<i>".
ScheduledTask writes(int i, std::int64_t begin_ns) {
  return {"task", "v" + std::to_string(i), 0, 0, begin_ns};
}

class GuidedRuns : public ::testing::Test {
 protected:
  /// Options with a schedule file of these lists, and a thread for each.
  Options with_schedule(Lists workers, MatchRule rule = MatchRule::written_version) {
    Options options;
    options.schedule = ::testing::TempDir() + "S.json";
    ScheduleFile file;
    file.program = "cholesky";
    file.rule = rule;
    file.workers = std::move(workers);
    std::ofstream(options.schedule) << schedule_file_text(file);
    return options;
  }

  /// Submits tasks that write v0, v1, … and returns the order in which they ran.
  static std::vector<int> order_of(Runtime& runtime, int tasks) {
    std::mutex lock;
    std::vector<int> ran;
    std::vector<std::unique_ptr<SharedValue<int>>> values;
    runtime.pause();
    for (int i = 0; i < tasks; ++i) {
      values.push_back(std::make_unique<SharedValue<int>>(runtime, "v" + std::to_string(i)));
      runtime.submit(
          task(),
          [&, i](int*) {
            const std::lock_guard guard(lock);
            ran.push_back(i);
          },
          write(*values.back()));
    }
    runtime.wait();
    return ran;
  }

  /// What a runtime with these options writes to stderr while `use` uses it.
  template <class Use>
  static std::string report_of(const Options& options, Use&& use) {
    ::testing::internal::CaptureStderr();
    {
      Runtime runtime(options);
      use(runtime);
    }
    return ::testing::internal::GetCapturedStderr();
  }
};

TEST_F(GuidedRuns, BeginTasksInTheOrderOfTheSchedule) {
  const Options options = with_schedule({{writes(3, 0), writes(0, 10), writes(2, 20), writes(1, 30)}});
  const std::string report = report_of(options, [](Runtime& runtime) {
    EXPECT_EQ(runtime.workers(), 1u);
    EXPECT_THAT(order_of(runtime, 4), ElementsAre(3, 0, 2, 1));
  });
  EXPECT_EQ(report, "gusset: " + options.schedule +
                        ": 4 tasks followed the schedule, 0 were not in it; 0 of its tasks were not used\n");
}

TEST_F(GuidedRuns, CountWhatTheFileAndTheProgramLack) {
  const std::string report =
      report_of(with_schedule({{writes(1, 0), writes(7, 10), writes(8, 20)}}), [](Runtime& runtime) {
        const std::vector<int> ran = order_of(runtime, 4);
        EXPECT_EQ(ran.size(), 4u);
      });
  EXPECT_THAT(report,
              HasSubstr("1 task followed the schedule, 3 were not in it; 2 of its tasks were not used"));
}

TEST_F(GuidedRuns, TakeAnotherWorkersTaskRatherThanIdle) {
  // All tasks belong to worker 0, which does not run any before the program waits.
  Lists lists(2);
  for (int i = 0; i < 8; ++i) lists[0].push_back(writes(i, i));
  const Options options = with_schedule(std::move(lists));
  report_of(options, [](Runtime& runtime) {
    std::atomic<int> ran{0};
    std::vector<std::unique_ptr<SharedValue<int>>> values;
    for (int i = 0; i < 8; ++i) {
      values.push_back(std::make_unique<SharedValue<int>>(runtime, "v" + std::to_string(i)));
      runtime.submit(
          task(), [&](int*) { ++ran; }, write(*values.back()));
    }
    while (ran.load() < 8) std::this_thread::yield();
  });
}

TEST_F(GuidedRuns, TellTasksApartByVersionAndCopy) {
  const Options options = with_schedule(
      {{{"task", "x", 0, 0, 0}, {"task", "x", 1, 1, 10}, {"task", "x", 1, 0, 20}, {"task", "x", 3, 0, 30}}});
  const std::string report = report_of(options, [](Runtime& runtime) {
    SharedValue<int> x(runtime, "x");
    std::vector<int> ran;
    runtime.pause();
    runtime.submit(
        task(), [&](int*) { ran.push_back(0); }, write(x));
    for (int i = 1; i <= 2; ++i) {
      runtime.submit(
          task(), [&, i](int*) { ran.push_back(i); }, add(x));
    }
    runtime.submit(
        task(), [&](int*) { ran.push_back(3); }, write(x));
    runtime.wait();
    EXPECT_EQ(ran.size(), 4u);
  });
  EXPECT_THAT(report, HasSubstr("4 tasks followed the schedule, 0 were not in it; 0 of"));
}

TEST_F(GuidedRuns, FindTasksThatModifyNothingByTheirDetail) {
  const Options options = with_schedule({{{"task", "second", 0, 0, 0}, {"task", "first", 0, 0, 10}}});
  const std::string report = report_of(options, [](Runtime& runtime) {
    std::vector<std::string> ran;
    runtime.pause();
    for (const std::string& name : {std::string("first"), std::string("second")}) {
      const Annotation detail("detail", name);
      runtime.submit(task(), [&, name] { ran.push_back(name); });
    }
    runtime.wait();
    EXPECT_THAT(ran, ElementsAre("second", "first"));
  });
  EXPECT_THAT(report, HasSubstr("2 tasks followed the schedule"));
}

TEST_F(GuidedRuns, FindTasksByTypeAndOrderIfTheFileSaysSo) {
  const Options options =
      with_schedule({{{"task", "", 0, 1, 0}, {"task", "", 0, 0, 10}}}, MatchRule::parent_and_order);
  report_of(options, [](Runtime& runtime) { EXPECT_THAT(order_of(runtime, 3), ElementsAre(2, 1, 0)); });
}

TEST_F(GuidedRuns, DoNotCountAccessesThatAParentHolds) {
  const Options options = with_schedule({{{"task", "y", 0, 0, 0}, {"task", "x", 1, 0, 10}}});
  const std::string report = report_of(options, [](Runtime& runtime) {
    SharedValue<int> x(runtime, "x");
    SharedValue<int> y(runtime, "y");
    runtime.submit(
        task(),
        [&](const int*, int*) {
          runtime.submit(
              task(), [](const int*) {}, read(x));
        },
        read(x), write(y));
    runtime.submit(
        task(), [](int*) {}, write(x));
    runtime.wait();
  });
  EXPECT_THAT(report, HasSubstr("2 tasks followed the schedule, 1 was not in it; 0 of"));
}

TEST_F(GuidedRuns, CountReservedAccesses) {
  const Options options = with_schedule({{{"task", "x", 1, 0, 0}, {"task", "x", 0, 0, 10}}});
  const std::string report = report_of(options, [](Runtime& runtime) {
    SharedValue<int> x(runtime, "x");
    auto first = runtime.reserve(write(x));
    runtime.submit(
        task(), [](int*) {}, write(x));
    runtime.submit(
        task(), [](int*) {}, std::move(first));
    runtime.wait();
  });
  EXPECT_THAT(report, HasSubstr("2 tasks followed the schedule, 0 were not in it; 0 of"));
}

TEST_F(GuidedRuns, FindTasksThatSeveralThreadsSubmit) {
  static constexpr int threads = 3, handles = 40, rounds = 8;
  Lists lists(2);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (int i = 0; i < threads * handles; ++i)
      lists[static_cast<std::size_t>(i) % 2].push_back(
          {"task", "v" + std::to_string(i), round, 0, round * 1000});
  }
  const std::string report = report_of(with_schedule(std::move(lists)), [](Runtime& runtime) {
    std::vector<std::unique_ptr<SharedValue<int>>> values;
    for (int i = 0; i < threads * handles; ++i)
      values.push_back(std::make_unique<SharedValue<int>>(runtime, "v" + std::to_string(i)));
    const auto submit = [&](int thread) {  // to its own handles
      for (int task_number = 0; task_number < rounds * handles; ++task_number) {
        const auto value = static_cast<std::size_t>(thread * handles + task_number % handles);
        runtime.submit(
            task(), [](int* x) { ++*x; }, write(*values[value]));
      }
    };
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(submit, thread);
    submit(0);
    for (std::thread& other : others) other.join();
    runtime.wait();
    for (const auto& each : values) EXPECT_EQ(each->value, rounds);
  });
  EXPECT_THAT(report, HasSubstr("960 tasks followed the schedule, 0 were not in it; 0 of"));
}

// ---- files that do not fit

TEST_F(GuidedRuns, RefuseBrokenFilesInOneLine) {
  Options options;
  options.schedule = ::testing::TempDir() + "S.json";
  std::ofstream(options.schedule) << "{\"format\": ";
  try {
    const Runtime runtime(options);
    FAIL() << "expected a refusal";
  } catch (const ConfigurationError& error) {
    EXPECT_THAT(error.what(), MatchesRegex(".*S.json: line 1.*"));
  }
}

TEST_F(GuidedRuns, RefuseFilesWithMoreWorkersThanThreads) {
  Options options = with_schedule({{writes(0, 0)}, {}, {writes(1, 0)}});
  options.threads = 2;
  try {
    const Runtime runtime(options);
    FAIL() << "expected a refusal";
  } catch (const ConfigurationError& error) {
    EXPECT_EQ(error.what(),
              options.schedule + ": expected a schedule for at most 2 workers, found tasks of worker 2");
  }
}

TEST_F(GuidedRuns, SayThatAFileIsForAnotherProgram) {
  const Options options = with_schedule({{{"potrf", "A(0,0)", 0, 0, 0}}});
  const std::string report = report_of(options, [](Runtime& runtime) { order_of(runtime, 2); });
  EXPECT_EQ(report, "gusset: " + options.schedule +
                        ": expected a schedule of this program, found one of \"cholesky\"\n");
}

TEST_F(GuidedRuns, SayNothingWithoutTasks) {
  EXPECT_EQ(report_of(with_schedule({{writes(0, 0)}}), [](Runtime&) {}), "");
}

TEST_F(GuidedRuns, RefuseAnOrderThatContradictsTheDependencies) {
  for (Lists lists : {Lists{{{"task", "x", 1, 0, 0}, {"task", "x", 0, 0, 0}}},
                      Lists{{{"task", "x", 0, 0, 10}}, {{"task", "x", 1, 0, 0}}}}) {
    const Options options = with_schedule(std::move(lists));
    report_of(options, [&](Runtime& runtime) {
      SharedValue<int> x(runtime, "x");
      runtime.submit(
          task(), [](int*) {}, write(x));
      EXPECT_THAT(
          refusal([&] {
            runtime.submit(
                task(), [](int*) {}, write(x));
          }),
          MatchesRegex(".*S.json: expected an order that the dependencies allow, found 'task' on worker "
                       ". before a task of worker 0 that it depends on through x"));
    });
  }
}

// ---- plans

class GuidedPlans : public GuidedRuns {
 protected:
  static constexpr int rounds = 5;

  /// Captures x, then y and z, then x again; runs it a few times. Returns the plan's number of waits, or
  /// nothing if it has no static schedule.
  static std::optional<std::size_t> run_diamond(Runtime& runtime) {
    SharedValue<int> x(runtime, "x");
    SharedValue<int> y(runtime, "y");
    SharedValue<int> z(runtime, "z");
    runtime.submit(
        task(), [](int* value) { *value = 1; }, write(x));
    Plan plan = runtime.capture([&] {
      runtime.submit(
          task(), [](int* out) { ++*out; }, write(x));
      runtime.submit(
          task(), [](const int* in, int* out) { *out += *in; }, read(x), write(y));
      runtime.submit(
          task(), [](const int* in, int* out) { *out += *in; }, read(x), write(z));
      runtime.submit(
          task(), [](const int*, const int*, int* out) { ++*out; }, read(y), read(z), write(x));
    });
    for (int round = 0; round < rounds; ++round) runtime.run(plan);
    runtime.wait();
    EXPECT_EQ(x.value, 1 + 2 * rounds);
    if (plan.graph().lanes == nullptr) return std::nullopt;
    return plan.waits();
  }

  /// The program's task and the plan's first run; with lists for two workers.
  static Lists diamond(const std::string& third = "z") {
    return {
        {{"task", "x", 0, 0, 0}, {"task", "x", 1, 0, 10}, {"task", "y", 0, 0, 20}, {"task", "x", 4, 0, 30}},
        {{"task", third, 0, 0, 20}}};
  }
};

TEST_F(GuidedPlans, GetTheFilesScheduleIfItHasAllTasks) {
  if (available_cores() < 2) GTEST_SKIP() << "needs two processors";
  const std::string report = report_of(with_schedule(diamond()), [](Runtime& runtime) {
    EXPECT_EQ(run_diamond(runtime), 2u);  // z waits for x, and x for z
  });
  EXPECT_THAT(report, MatchesRegex("gusset: .*: 5 tasks followed the schedule, 0 were not in it; 0 of .*\n"));
}

TEST_F(GuidedPlans, AreGuidedIfTheFileLacksATask) {
  const std::string report = report_of(with_schedule(diamond("other")), [](Runtime& runtime) {
    EXPECT_EQ(run_diamond(runtime), std::nullopt);
  });
  EXPECT_THAT(report,
              HasSubstr("S.json: a plan of 4 tasks runs guided, not strictly: expected all its tasks in "
                        "the file, found 3 of them\n"));
  EXPECT_THAT(report, HasSubstr("4 tasks followed the schedule, 1 was not in it; 1 of"));
}

TEST_F(GuidedPlans, AreGuidedWithFewerProcessorsThanWorkers) {
  const unsigned workers = available_cores() + 1;
  Lists lists(workers);
  std::vector<std::string> names;
  for (unsigned i = 0; i < workers; ++i) lists[i].push_back(writes(static_cast<int>(i), 0));
  const std::string report = report_of(with_schedule(std::move(lists)), [&](Runtime& runtime) {
    std::vector<std::unique_ptr<SharedValue<int>>> values;
    Plan plan = runtime.capture([&] {
      for (unsigned i = 0; i < workers; ++i) {
        values.push_back(std::make_unique<SharedValue<int>>(runtime, "v" + std::to_string(i)));
        runtime.submit(
            task(), [](int* value) { ++*value; }, write(*values.back()));
      }
    });
    for (int round = 0; round < rounds; ++round) runtime.run(plan);
    runtime.wait();
    for (const auto& each : values) EXPECT_EQ(each->value, rounds);
    EXPECT_EQ(plan.graph().lanes, nullptr);
  });
  const std::string count = std::to_string(workers);
  EXPECT_THAT(report, HasSubstr("runs guided, not strictly: expected " + count + " processors for " + count +
                                " workers, found " + std::to_string(available_cores()) + "\n"));
}

TEST_F(GuidedPlans, KeepAScheduleThatTheProgramSets) {
  report_of(with_schedule({{writes(1, 0), writes(0, 10)}}), [&](Runtime& runtime) {
    SharedValue<int> v0(runtime, "v0");
    SharedValue<int> v1(runtime, "v1");
    std::vector<int> ran;
    Plan plan = runtime.capture([&] {
      runtime.submit(
          task(), [&](int*) { ran.push_back(0); }, write(v0));
      runtime.submit(
          task(), [&](int*) { ran.push_back(1); }, write(v1));
    });
    plan.set_schedule({{0, 1}});
    runtime.run(plan);
    runtime.wait();
    EXPECT_THAT(ran, ElementsAre(0, 1));
  });
}

TEST_F(GuidedPlans, RefuseListsThatContradictTheDependencies) {
  if (available_cores() < 2) GTEST_SKIP() << "needs two processors";
  Lists lists = diamond();
  for (auto& list : lists) {
    for (ScheduledTask& each : list) each.begin_ns = 0;
  }
  std::swap(lists[0][1], lists[0][3]);
  report_of(with_schedule(std::move(lists)), [](Runtime& runtime) {
    EXPECT_THAT(refusal([&] { run_diamond(runtime); }),
                MatchesRegex(".*S.json: a plan's schedule: expected an order that the dependencies allow.*"));
  });
}

}  // namespace
}  // namespace gusset
