// Static schedules of plans.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "gusset/core.hpp"
#include "plans/plan_graph.hpp"
#include "random_program.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::RandomProgram;
using testing::refusal;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

/// Lists in a random order that the dependencies allow.
StaticSchedule random_schedule(const Plan& plan, unsigned workers, std::mt19937& random) {
  const auto& nodes = plan.graph().nodes;
  std::vector<std::int32_t> awaited;
  std::vector<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    awaited.push_back(nodes[i].awaited);
    if (nodes[i].awaited == 0) ready.push_back(i);
  }
  StaticSchedule schedule(workers);
  while (!ready.empty()) {
    const std::size_t place = random() % ready.size();
    const std::uint32_t next = ready[place];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(place));
    schedule[random() % workers].push_back(next);
    for (const std::uint32_t after : nodes[next].successors) {
      if (--awaited[after] == 0) ready.push_back(after);
    }
  }
  return schedule;
}

/// Sets a schedule even if there are fewer processors than lists.
void set_lanes(Plan& plan, const StaticSchedule& schedule, StaticForm form = StaticForm::counters) {
  plan.graph().set_lanes(schedule, form);
}

class ScheduledPlans : public ::testing::TestWithParam<std::tuple<unsigned, StaticForm>> {
 protected:
  unsigned workers() const { return std::get<unsigned>(GetParam()); }
  StaticForm form() const { return std::get<StaticForm>(GetParam()); }
  Runtime runtime_{with_threads(workers())};
};

TEST_P(ScheduledPlans, ComputeWhatTheProgramDoes) {
  const unsigned programs = workers() <= 2 ? 400 : 200;
  for (unsigned seed = 1; seed <= programs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const RandomProgram program(seed, 1 + seed % 9, 40);
    const auto values = program.make_values(runtime_);
    Plan plan = runtime_.capture([&] { program.submit(runtime_, values); });
    set_lanes(plan, random_schedule(plan, workers(), random), form());
    runtime_.run(plan);
    runtime_.wait();
    EXPECT_EQ(RandomProgram::results(values), program.expected());
  }
}

TEST_P(ScheduledPlans, RunAgainAndAgainBetweenOtherTasks) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const RandomProgram planned(seed, 5, 60);
    const RandomProgram between(seed + 100, 5, 13);
    std::vector<std::uint64_t> expected;
    {
      Runtime runtime(with_threads(1));
      const auto values = planned.make_values(runtime);
      for (int round = 0; round < 30; ++round) {
        planned.submit(runtime, values);
        between.submit(runtime, values);
      }
      runtime.wait();
      expected = RandomProgram::results(values);
    }
    const auto values = planned.make_values(runtime_);
    Plan plan = runtime_.capture([&] { planned.submit(runtime_, values); });
    set_lanes(plan, random_schedule(plan, workers(), random), form());
    for (int round = 0; round < 30; ++round) {
      runtime_.run(plan);
      between.submit(runtime_, values);
      if (round % 7 == 3) runtime_.wait();
    }
    runtime_.wait();
    EXPECT_EQ(RandomProgram::results(values), expected);
  }
}

TEST_P(ScheduledPlans, DoNotWaitForEachOtherInACycle) {
  const RandomProgram program(3, 4, 50);
  std::vector<RandomProgram::Values> values;
  std::vector<Plan> plans;
  for (int i = 0; i < 4; ++i) {
    values.push_back(program.make_values(runtime_));
    plans.push_back(runtime_.capture([&] { program.submit(runtime_, values.back()); }));
    set_lanes(plans.back(), round_robin(plans.back().tasks(), workers()), form());
  }
  for (int round = 0; round < 50; ++round) {
    for (Plan& plan : plans) runtime_.run(plan);
  }
  runtime_.wait();
  for (const auto& each : values) EXPECT_EQ(RandomProgram::results(each), RandomProgram::results(values[0]));
}

TEST_P(ScheduledPlans, RunEachListInItsOrderOnItsWorker) {
  std::mutex lock;
  std::vector<std::vector<int>> ran(workers());
  std::vector<std::unique_ptr<SharedValue<int>>> values;
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 40; ++i) {
      values.push_back(std::make_unique<SharedValue<int>>(runtime_, "v"));
      runtime_.submit(
          task(),
          [&, i](int*) {
            const std::lock_guard guard(lock);
            ran[detail::current_worker_index(runtime_.engine())].push_back(i);
          },
          write(*values.back()));
    }
  });
  StaticSchedule schedule = round_robin(plan.tasks(), workers());
  for (auto& list : schedule) std::reverse(list.begin(), list.end());
  set_lanes(plan, schedule, form());
  runtime_.run(plan);
  runtime_.wait();
  for (unsigned worker = 0; worker < workers(); ++worker)
    EXPECT_EQ(ran[worker], std::vector<int>(schedule[worker].begin(), schedule[worker].end()));
}

TEST_P(ScheduledPlans, SkipExactlyWhatDependsOnAFailure) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y");
  SharedValue<int> z(runtime_, "z");
  std::atomic<bool> fails{true};
  std::atomic<int> ran{0};
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(),
        [&](int*) {
          if (fails) throw std::runtime_error("no");
        },
        write(x));
    runtime_.submit(
        task(), [&](const int*, int*) { ran += 1; }, read(x), write(y));
    runtime_.submit(
        task(), [&](int*) { ran += 10; }, write(z));
    runtime_.submit(
        task(), [&](const int*, int*) { ran += 100; }, read(y), write(z));
  });
  set_lanes(plan, round_robin(4, workers()), form());
  runtime_.run(plan);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_EQ(ran, 10);
  fails = false;
  runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(ran, 121);
}

TEST_P(ScheduledPlans, RefuseSubtasks) {
  SharedValue<int> x(runtime_, "x");
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(), [&](int*) { runtime_.submit(task(), [] {}); }, write(x));
  });
  plan.set_schedule({{0}}, form());
  runtime_.run(plan);
  try {
    runtime_.wait();
    FAIL() << "expected a failure";
  } catch (const TaskFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("expected kernels that submit no subtasks"));
  }
}

TEST_P(ScheduledPlans, RunInsideTasks) {
  const RandomProgram program(5, 6, 50);
  const auto values = program.make_values(runtime_);
  Plan plan = runtime_.capture([&] { program.submit(runtime_, values); });
  set_lanes(plan, round_robin(plan.tasks(), workers()), form());
  const Handle done = runtime_.handle("done");
  runtime_.submit(
      task(), [&] { runtime_.run(plan); }, write(done));
  runtime_.wait(done);
  EXPECT_EQ(RandomProgram::results(values), program.expected());
  runtime_.wait();
}

TEST_P(ScheduledPlans, RunTasksThatCommuteInTheOrderOfTheLists) {
  SharedValue<std::vector<int>> order(runtime_, "order");
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 12; ++i) {
      runtime_.submit(
          task(), [i](std::vector<int>* ran) { ran->push_back(i); }, add(order));
    }
  });
  StaticSchedule schedule = round_robin(12, workers());
  for (auto& list : schedule) std::reverse(list.begin(), list.end());
  set_lanes(plan, schedule, form());
  std::vector<int> first;
  for (int round = 0; round < 100; ++round) {
    order.value.clear();
    runtime_.run(plan);
    runtime_.wait();
    if (round == 0) first = order.value;
    ASSERT_EQ(order.value, first);
  }
  for (const auto& list : schedule) {
    std::vector<int> of_list;
    for (const int each : first) {
      if (std::find(list.begin(), list.end(), each) != list.end()) of_list.push_back(each);
    }
    EXPECT_EQ(of_list, std::vector<int>(list.begin(), list.end()));
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, ScheduledPlans,
                         ::testing::Combine(::testing::Values(1u, 2u, 4u),
                                            ::testing::Values(StaticForm::counters, StaticForm::flags)));

class PlanSchedule : public ::testing::Test {
 protected:
  /// x, then y and z, then x again.
  Plan diamond() {
    return runtime_.capture([&] {
      runtime_.submit(
          task(), [](int*) {}, write(x_));
      runtime_.submit(
          task(), [](const int*, int*) {}, read(x_), write(y_));
      runtime_.submit(
          task(), [](const int*, int*) {}, read(x_), write(z_));
      runtime_.submit(
          task(), [](const int*, const int*, int*) {}, read(y_), read(z_), write(x_));
    });
  }

  Runtime runtime_{with_threads(2)};
  SharedValue<int> x_{runtime_, "x"};
  SharedValue<int> y_{runtime_, "y"};
  SharedValue<int> z_{runtime_, "z"};
};

TEST_F(PlanSchedule, IsRefusedUnlessEachTaskIsInItOnce) {
  Plan plan = diamond();
  EXPECT_THAT(refusal([&] {
                plan.set_schedule({{0, 1}, {3}});
              }),
              HasSubstr("expected each task once, found no task 2 'task'"));
  EXPECT_THAT(refusal([&] {
                plan.set_schedule({{0, 1, 2}, {2, 3}});
              }),
              HasSubstr("expected each task once, found task 2 'task' twice"));
  EXPECT_THAT(refusal([&] {
                plan.set_schedule({{0, 1, 2, 3, 4}});
              }),
              HasSubstr("expected tasks below 4, found task 4"));
}

TEST_F(PlanSchedule, IsRefusedWithMoreListsThanWorkers) {
  Plan plan = diamond();
  EXPECT_THAT(refusal([&] {
                plan.set_schedule({{0}, {1}, {2, 3}});
              }),
              HasSubstr("expected at most 2 lists, one for each worker, found 3"));
}

TEST_F(PlanSchedule, IsRefusedIfItContradictsTheDependencies) {
  Plan plan = diamond();
  EXPECT_THAT(
      refusal([&] {
        plan.set_schedule({{1, 0}, {2, 3}});
      }),
      HasSubstr("found task 1 'task' on worker 0 waiting for task 0 'task', which can then never run"));
  EXPECT_THAT(refusal([&] { plan.set_schedule({{3, 0}, {1, 2}}); }), HasSubstr("task 3 'task' on worker 0"));
}

TEST_F(PlanSchedule, WaitsOnlyForWhatListsDoNotImply) {
  Plan plan = diamond();
  EXPECT_EQ(plan.waits(), 0u);
  plan.set_schedule({{0, 1, 2, 3}});
  EXPECT_EQ(plan.waits(), 0u);
  set_lanes(plan, {{0, 1}, {2, 3}});  // task 2 waits for 0, task 3 for 1
  EXPECT_EQ(plan.waits(), 2u);
  set_lanes(plan, {{0, 3}, {1, 2}});  // task 1 waits for 0; task 3 for 2, which implies 1
  EXPECT_EQ(plan.waits(), 2u);
}

TEST_F(PlanSchedule, AwaitsTheFlagOfEachPredecessor) {
  Plan plan = diamond();
  set_lanes(plan, {{0, 1}, {2, 3}}, StaticForm::flags);
  EXPECT_EQ(plan.waits(), plan.edges());
}

TEST_F(PlanSchedule, OrdersTasksThatCommute) {
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 4; ++i) {
      runtime_.submit(
          task(), [](int* x) { ++*x; }, add(x_));
    }
  });
  EXPECT_EQ(plan.edges(), 0u);
  set_lanes(plan, {{0, 2}, {1, 3}});
  EXPECT_GE(plan.waits(), 1u);
  for (int round = 0; round < 1000; ++round) runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(x_.value, 4000);
}

TEST(RoundRobin, DealsInTurn) {
  EXPECT_THAT(round_robin(5, 2),
              ElementsAre(std::vector<std::uint32_t>{0, 2, 4}, std::vector<std::uint32_t>{1, 3}));
}

}  // namespace
}  // namespace gusset
