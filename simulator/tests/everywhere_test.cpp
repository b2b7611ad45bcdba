// Tasks with one instance per node, and the tasks that they submit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/node_local.hpp"
#include "gusset/core/runtime.hpp"
#include "simulate.hpp"
#include "steps.hpp"

namespace gusset::simulator {
namespace {

using ::testing::Contains;
using testing::Interval;
using testing::interval_of;
using testing::message_of;
using testing::simulate;
using gusset::testing::Steps;
using testing::timed;

const TaskType step_type("step");
const TaskType work_type("work");

SimulationInputs without_contention(unsigned nodes, unsigned cores) {
  SimulationInputs inputs = timed(nodes, cores);
  inputs.network = NetworkEngine::none;
  return inputs;
}

std::vector<std::size_t> tasks_of_type(const traces::Trace& trace, const std::string& name) {
  std::vector<std::size_t> tasks;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (trace.types[trace.tasks.type[task].value()] == name) tasks.push_back(task);
  }
  return tasks;
}

TEST(Everywhere, EachNodeRunsAnInstanceOnItsOwnHandle) {
  const SimulationResult result = simulate(without_contention(3, 2), [](Runtime& runtime) {
    const Handle clock = runtime.handle("clock", 8, every_node);
    for (int i = 0; i < 2; ++i)
      runtime.submit(
          step_type(2).everywhere(), [] {}, write(clock));
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.totals.level1_tasks, 6u);
  EXPECT_EQ(result.statistics.totals.messages, 0u);
  for (const NodeStatistics& node : result.statistics.nodes) {
    EXPECT_EQ(node.level1_tasks, 2u);
    EXPECT_EQ(node.work, 4.0);
    EXPECT_EQ(node.blocks_owned, 1u);
  }
  EXPECT_EQ(result.statistics.makespan_s, 4.0);
  EXPECT_THAT(result.trace->handles.name, Contains("clock@2"));
  EXPECT_EQ(result.trace->handles.owner[2], traces::NodeId(2));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{0.0, 2.0}));
  EXPECT_EQ(interval_of(*result.trace, 5), (Interval{2.0, 4.0}));
}

/// Runs a task everywhere on two nodes. The second node has 5 s of work before its instance.
Handle step_after_work(Runtime& runtime) {
  Handle clock = runtime.handle("clock", 0, every_node);
  runtime.submit(
      work_type(5).on(NodeId(1)), [] {}, read(clock));
  runtime.submit(
      step_type(1).everywhere(), [] {}, write(clock));
  return clock;
}

TEST(Everywhere, NodeWaitsOnlyForItsOwnTasks) {
  const SimulationResult result = simulate(without_contention(2, 1), [](Runtime& runtime) {
    const Handle clock = step_after_work(runtime);
    runtime.wait(clock);
  });
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{0.0, 1.0})) << "node 0's";
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{5.0, 6.0})) << "node 1's";
}

TEST(Everywhere, ProgramWaitsForAllNodes) {
  const SimulationResult result = simulate(without_contention(2, 1), [](Runtime& runtime) {
    const Handle clock = step_after_work(runtime);
    runtime.wait(clock);
    EXPECT_EQ(runtime.version(clock), 1u) << "node 0's";
    runtime.submit(work_type(1), [] {});
  });
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{6.0, 7.0}));
}

TEST(Everywhere, InstanceTakesTimeToSubmitItsNodesTasks) {
  SimulationInputs inputs = without_contention(2, 2);
  inputs.overheads.submit_s = 1.0;
  inputs.overheads.skip_s = 0.25;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    runtime.submit(step_type().everywhere(), [&runtime] {
      for (unsigned i = 0; i < 4; ++i) runtime.submit(work_type(10).on(NodeId(i == 0 ? 0 : 1)), [] {});
    });
    runtime.wait();
  });
  // Each node submits its own instance until 1 s. Then node 0's instance submits one task and skips three,
  // node 1's skips one and submits three.
  const auto near = [](double seconds) { return ::testing::DoubleNear(seconds, 1e-6); };
  EXPECT_THAT(interval_of(*result.trace, 0).end_s, near(1.0 + 1.0 + 0.75));
  EXPECT_THAT(interval_of(*result.trace, 1).end_s, near(1.0 + 0.25 + 3.0));
  EXPECT_THAT(interval_of(*result.trace, 2).begin_s, near(2.0)) << "while its submitter continues";
  EXPECT_THAT(interval_of(*result.trace, 3).begin_s, near(2.25));
}

/// Two chains of tasks, one per node, that pass data back and forth.
void exchange_data(Runtime& runtime, const std::deque<Handle>& data, const Handle* clock) {
  for (unsigned node = 0; node < 2; ++node) {
    const TaskCall call = work_type(1 + node).on(NodeId(node));
    if (clock != nullptr) {
      runtime.submit(
          call, [] {}, read(data[1 - node]), write(data[node]), read(*clock));
    } else {
      runtime.submit(
          call, [] {}, read(data[1 - node]), write(data[node]));
    }
  }
}

std::deque<Handle> data_of(Runtime& runtime) {
  std::deque<Handle> data;
  for (unsigned node = 0; node < 2; ++node)
    data.push_back(runtime.handle("datum " + std::to_string(node), 100, NodeId(node)));
  return data;
}

TEST(Everywhere, SubmittedStepsGiveTheSameGraphAsAPlainProgram) {
  constexpr unsigned steps = 20;
  const SimulationResult flat = simulate(without_contention(2, 2), [](Runtime& runtime) {
    const std::deque<Handle> data = data_of(runtime);
    for (unsigned step = 0; step < steps; ++step) exchange_data(runtime, data, nullptr);
    runtime.wait();
  });
  for (const double submit_s : {0.0, 0.001}) {
    for (const unsigned ahead : {1u, 3u}) {
      SimulationInputs inputs = without_contention(2, 2);
      inputs.overheads.submit_s = submit_s;
      const SimulationResult stepped = simulate(inputs, [ahead](Runtime& runtime) {
        const std::deque<Handle> data = data_of(runtime);
        const Steps program(runtime, steps, ahead,
                            [&](unsigned, const Handle& clock) { exchange_data(runtime, data, &clock); });
        runtime.wait();
      });
      EXPECT_EQ(stepped.statistics.totals.level1_tasks, flat.statistics.totals.level1_tasks + 2 * steps);
      EXPECT_EQ(stepped.statistics.pairs, flat.statistics.pairs);
      EXPECT_EQ(stepped.statistics.totals.listeners, flat.statistics.totals.listeners);
      EXPECT_NEAR(*stepped.statistics.makespan_s, *flat.statistics.makespan_s, submit_s * 100 + 1e-6);
    }
  }
}

TEST(Everywhere, ClocksLimitHowFarStepsRunAhead) {
  for (const unsigned ahead : {1u, 4u}) {
    const SimulationResult result = simulate(without_contention(2, 3), [ahead](Runtime& runtime) {
      const Steps program(runtime, 12, ahead, [&](unsigned, const Handle& clock) {
        for (unsigned node = 0; node < 2; ++node)
          runtime.submit(
              work_type(1 + node).on(NodeId(node)), [] {}, read(clock));
      });
      runtime.wait();
    });
    const traces::Trace& trace = *result.trace;
    const std::vector<std::size_t> steps = tasks_of_type(trace, "step"), tasks = tasks_of_type(trace, "work");
    ASSERT_EQ(steps.size(), 24u);
    ASSERT_EQ(tasks.size(), 24u);
    for (std::size_t step = ahead; step < 12; ++step) {
      for (std::size_t node = 0; node < 2; ++node) {
        const Interval before = interval_of(trace, tasks[2 * (step - ahead) + node]);
        EXPECT_GE(interval_of(trace, steps[2 * step + node]).begin_s, before.end_s);
      }
    }
    // With three workers, a node runs three of a step's tasks at once if enough steps are submitted ahead.
    EXPECT_NEAR(*result.statistics.makespan_s, ahead == 1 ? 24.0 : 8.0, 0.1);
  }
}

TEST(Everywhere, KernelRunsOnceWithNodeLocalValues) {
  int runs = 0;
  int seen = 0;
  const SimulationResult result = simulate(without_contention(4, 1), [&](Runtime& runtime) {
    NodeLocal<int> count(runtime, "count", 5);
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          step_type().everywhere(),
          [&](int& value) {
            ++runs;
            seen = ++value;
          },
          write(count));
    runtime.wait();
  });
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(seen, 8);
  EXPECT_EQ(result.statistics.totals.level1_tasks, 12u);
}

TEST(Everywhere, KernelCanAnnotateTasksAndCreateHandles) {
  std::deque<Handle> made;
  const SimulationResult result = simulate(without_contention(2, 1), [&](Runtime& runtime) {
    runtime.submit(step_type().everywhere(), [&] {
      const Annotation annotation("step", std::int64_t{7});
      made.push_back(runtime.handle("made", 8, NodeId(1)));
      runtime.submit(
          work_type(1), [] {}, write(made.back()));
    });
    runtime.wait();
    made.clear();
  });
  ASSERT_EQ(result.trace->attributes.size(), 1u);
  EXPECT_EQ(result.trace->attributes[0].name, "step");
  EXPECT_EQ(result.trace->attributes[0].tasks, std::vector{traces::TaskId(2)});
  EXPECT_EQ(result.statistics.nodes[1].level1_tasks, 2u);
}

TEST(Everywhere, CountingAgreesWithTimedSimulation) {
  const auto program = [](Runtime& runtime) {
    const std::deque<Handle> data = data_of(runtime);
    const Steps steps(runtime, 5, 2,
                      [&](unsigned, const Handle& clock) { exchange_data(runtime, data, &clock); });
    runtime.wait();
  };
  SimulationInputs inputs = without_contention(2, 2);
  const Totals in_time = simulate(inputs, program).statistics.totals;
  inputs.costs = nullptr;
  inputs.wants_trace = false;
  EXPECT_EQ(simulate(inputs, program).statistics.totals, in_time);
  EXPECT_EQ(in_time.level1_tasks, 20u);
  EXPECT_EQ(in_time.messages, 10u);
}

TEST(Everywhere, FailingKernelFailsTheWait) {
  EXPECT_EQ(message_of([] {
              simulate(without_contention(2, 1), [](Runtime& runtime) {
                runtime.submit(step_type().everywhere(), [&runtime] {
                  runtime.submit(work_type(1), [] {});
                  throw std::runtime_error("no more steps");
                });
                runtime.wait();
              });
            }),
            "task 'step' failed: no more steps");
}

TEST(Everywhere, NamesTaskThatCanNeverRun) {
  EXPECT_EQ(message_of([] {
              simulate(without_contention(2, 1), [](Runtime& runtime) {
                const Handle gate = runtime.handle("gate");
                const Handle clock = runtime.handle("clock", 0, every_node);
                auto opened = runtime.reserve(write(gate));
                runtime.submit(
                    work_type(1), [] {}, read(gate), read(clock));
                runtime.submit(
                    step_type().everywhere(), [&runtime] { runtime.submit(work_type(1), [] {}); },
                    write(clock));
                runtime.wait();
              });
            }),
            "simulate: expected every task to become ready, found 'work' waiting for version 1 of gate, "
            "which stays at 0");
}

TEST(Everywhere, WithoutDeclaredWorkInstanceOnlySubmits) {
  CostTable table;
  table.entries.push_back({"work", SizeKind::work, 1.0, 1, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0});
  SimulationInputs inputs = without_contention(2, 1);
  inputs.costs = make_table_costs(table, "c.json");
  const auto program = [](double work) {
    return [work](Runtime& runtime) {
      runtime.submit(step_type(work).everywhere(), [&] { runtime.submit(work_type(1), [] {}); });
      runtime.wait();
    };
  };
  EXPECT_NEAR(*simulate(inputs, program(0)).statistics.makespan_s, 1.0, 1e-6);
  EXPECT_EQ(message_of([&] { simulate(inputs, program(1)); }),
            "c.json: expected a cost for task type 'step', found costs for work");
  inputs.costs = make_rate_costs(1.0, "stated");
  EXPECT_NEAR(*simulate(inputs, program(2)).statistics.makespan_s, 3.0, 1e-6);
}

}  // namespace
}  // namespace gusset::simulator
