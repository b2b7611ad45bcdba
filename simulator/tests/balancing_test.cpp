// Small programs whose load nodes balance, with times computed by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/engine/balance.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "simulate.hpp"
#include "task_graphs.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::Interval;
using testing::interval_of;
using testing::message_of;
using testing::options;
using testing::simulate;
using testing::ThenKernel;
using testing::timed_fast;
using testing::type;
using testing::write_file;

constexpr auto nothing = [] {};

/// Nodes with that many workers. A list moves tasks.
SimulationInputs listed(unsigned nodes, unsigned cores,
                        std::vector<std::pair<std::uint64_t, unsigned>> moves) {
  SimulationInputs inputs = timed_fast(nodes, cores);
  inputs.balance.policy = Balance::Policy::list;
  for (const auto& [task, node] : moves) inputs.balance.moves.emplace(task, NodeId(node));
  return inputs;
}

/// Nodes with one worker each. Messages take the latency alone.
SimulationInputs balanced(const std::string& how, double latency_s, unsigned nodes = 2) {
  SimulationInputs inputs = timed_fast(nodes, 1);
  inputs.platform->latency_s = latency_s;
  inputs.platform->bandwidth_bytes_per_s = 1e18;
  inputs.balance = Balance::from(options({{"balance", how}}));
  return inputs;
}

/// Tasks of 1 s on node 0, which could all run at once.
void submit_independent(Runtime& runtime, std::vector<Handle>& handles, int count) {
  for (int i = 0; i < count; ++i) {
    handles.push_back(runtime.handle("x" + std::to_string(i), 8));
    runtime.submit(type(1).migratable(), nothing, write(handles.back()));
  }
}
void independent(Runtime& runtime, int count) {
  std::vector<Handle> handles;
  submit_independent(runtime, handles, count);
  runtime.wait();
}

traces::NodeId node_of(const traces::Trace& trace, std::size_t task) {
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    for (std::size_t i = 0; i < trace.lanes[l].spans.size(); ++i) {
      if (trace.lanes[l].spans.task[i] == traces::TaskId(task))
        return traces::node_of_lane(trace, traces::LaneId(l));
    }
  }
  return {};
}

MigrationStatistics counts(std::uint64_t tasks, std::uint64_t messages, std::uint64_t bytes) {
  return {tasks, messages, bytes};
}

/// Counts the tasks that it places, and those that complete.
class CountingPolicy final : public Policy {
 public:
  explicit CountingPolicy(const PolicyContext& context) : self_(context.worker) {}
  Traits traits() const override { return {.has_squads = true}; }
  Place place(const TaskView&, ReadyCause) override {
    ++placed_;
    Place place;
    place.worker = self_;
    return place;
  }
  std::optional<WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }
  bool completed(Tier, DomainId) override {
    ++completed_;
    return false;
  }
  std::string explanation() const override {
    return std::to_string(placed_) + " placed, " + std::to_string(completed_) + " completed";
  }

 private:
  WorkerId self_;
  int placed_ = 0;
  int completed_ = 0;
};

TEST(Balancing, TasksCompleteForThePolicyThatPlacedThem) {
  testing::in_child([] {
    register_policy("counting",
                    [](const PolicyContext& context) { return std::make_unique<CountingPolicy>(context); });
    // Node 0 explains its policy: first as the home, then as the receiver.
    for (const unsigned home : {0u, 1u}) {
      SimulationInputs inputs = listed(2, 1, {{0, 1 - home}, {1, 1 - home}});
      inputs.policy = "counting";
      const SimulationResult result = simulate(inputs, [home](Runtime& runtime) {
        const Handle x = runtime.handle("x", 8, NodeId(home));
        const Handle y = runtime.handle("y", 8, NodeId(home));
        for (const Handle* each : {&x, &y}) runtime.submit(type(1).migratable(), nothing, write(*each));
        runtime.wait();
      });
      EXPECT_EQ(result.statistics.policy_choice, "2 placed, 2 completed") << "home " << home;
    }
  });
}

TEST(Balancing, ListedTaskRunsThereAndItsResultComesHome) {
  const SimulationResult result = simulate(listed(2, 1, {{0, 1}}), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 200);
    const Handle y = runtime.handle("y", 100);
    runtime.submit(type(4).migratable(), nothing, write(x), read(y));
    runtime.submit(type(1), nothing, write(x));
  });
  const traces::Trace& trace = *result.trace;
  EXPECT_EQ(interval_of(trace, 0), (Interval{4, 8}));  // 300 bytes take 1 + 3 s
  EXPECT_EQ(node_of(trace, 0), traces::NodeId(1));
  EXPECT_EQ(interval_of(trace, 1), (Interval{11, 12}));  // 200 bytes take 1 + 2 s
  EXPECT_EQ(node_of(trace, 1), traces::NodeId(0));
  const SimulationStatistics& statistics = result.statistics;
  EXPECT_EQ(statistics.makespan_s, 12.0);
  EXPECT_EQ(statistics.totals.messages, 0u);
  EXPECT_EQ(statistics.totals.migration, counts(1, 2 + 2 + 1, 300 + 200));
  EXPECT_EQ(statistics.nodes[0].migration, counts(1, 5, 500));
  EXPECT_EQ(statistics.nodes[1].migration, counts(0, 0, 0));
  EXPECT_EQ(statistics.nodes[1].busy_s, 4.0);
  EXPECT_EQ(statistics.nodes[1].peak_memory_bytes, 300u);
  EXPECT_EQ(statistics.nodes[0].peak_memory_bytes, 300u);
}

TEST(Balancing, TraceShowsEachContent) {
  const SimulationResult result = simulate(listed(2, 1, {{1, 1}}), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 200);
    const Handle y = runtime.handle("y", 100);
    runtime.submit(type(2), nothing, write(x), write(y));
    runtime.submit(type(4).migratable(), nothing, write(x), read(y));
  });
  struct Row {
    traces::HandleId handle;
    std::uint32_t version;
    traces::NodeId from, to;
    std::int64_t send_s, receive_s;
    std::uint64_t bytes;
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> rows;
  for (const traces::Message& message : result.trace->messages) {
    rows.push_back({message.handle, message.version, message.from, message.to,
                    message.send_ns / 1'000'000'000, message.receive_ns / 1'000'000'000,
                    message.payload_bytes});
    EXPECT_EQ(message.listeners, 0u);
  }
  const traces::NodeId home(0), receiver(1);
  const traces::HandleId x(0), y(1);
  EXPECT_EQ(rows, (std::vector<Row>{{x, 1, home, receiver, 2, 6, 200},
                                    {y, 1, home, receiver, 2, 6, 100},
                                    {x, 2, receiver, home, 10, 13, 200}}));
}

TEST(Balancing, EachMessageOfAMoveHasAHeader) {
  SimulationInputs inputs = listed(2, 1, {{0, 1}});
  inputs.platform->header_bytes = 100;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 200);
    const Handle none = runtime.handle("none", 0);
    runtime.submit(type(4).migratable(), nothing, write(x), write(none));
    runtime.submit(type(1), nothing, write(x));
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{5, 9}));    // 1 + (2 headers, 200 bytes)
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{14, 15}));  // the same way back
  EXPECT_EQ(result.statistics.totals.migration, counts(1, 4, 400));
  EXPECT_EQ(result.statistics.totals.wire_bytes, 0u);
}

TEST(Balancing, HomeSendsItsReplicasOfOtherNodesData) {
  const SimulationResult result = simulate(listed(3, 1, {{1, 2}}), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 100, NodeId(0));
    const Handle y = runtime.handle("y", 100, NodeId(1));
    runtime.submit(type(2), nothing, write(x));
    runtime.submit(type(4).migratable(), nothing, read(x), write(y));
  });
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{7, 11}));  // 2 s, then 2 s to node 1 and 3 s to node 2
  EXPECT_EQ(node_of(*result.trace, 1), traces::NodeId(2));
  EXPECT_EQ(result.statistics.makespan_s, 13.0);
  EXPECT_EQ(result.statistics.totals.messages, 1u);
  EXPECT_EQ(result.statistics.nodes[1].migration, counts(1, 5, 300));
}

TEST(Balancing, ReplayPutsTasksHomeAgain) {
  const SimulationResult result = simulate(listed(2, 1, {{0, 1}, {1, 1}}), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 100);
    runtime.submit(type(2).migratable(), nothing, write(x));
    runtime.submit(type(4).migratable(), nothing, read(x));
  });
  EXPECT_EQ(node_of(*result.trace, 1), traces::NodeId(1));
  const auto replayed = replay(*result.trace, {});
  ASSERT_TRUE(replayed) << replayed.error().message();
  for (std::size_t task = 0; task < 2; ++task) EXPECT_EQ(node_of(replayed->trace, task), traces::NodeId(0));
  EXPECT_EQ(replayed->statistics.totals.messages, 0u);
  EXPECT_EQ(replayed->statistics.makespan_s, 6.0);
  traces::testing::expect_possible(replayed->trace, "replayed");
}

TEST(Balancing, HomeHoldsTheLockWhileTheTaskIsAway) {
  const SimulationResult result = simulate(listed(2, 1, {{0, 1}}), [](Runtime& runtime) {
    const Handle sum = runtime.handle("sum", 100);
    runtime.submit(type(2).migratable(), nothing, add(sum));
    runtime.submit(type(1), nothing, add(sum));
    runtime.submit(type(5), nothing);
    runtime.submit(type(1), nothing, read(sum));
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{2, 4}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{0, 5}));  // while the lock is taken
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{6, 7}));  // the result has arrived
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{7, 8}));
}

// Node 0 spends half a second on sending the task. The result arrives at 8 s, and node 0 spends another
// quarter on it before its next task.
TEST(Balancing, WorkersSpendTimeOnMoves) {
  SimulationInputs inputs = listed(2, 1, {{0, 1}});
  inputs.messages.count = 1;
  inputs.messages.send_s = 0.5;
  inputs.messages.receive_s = 0.25;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 100);
    runtime.submit(type(4).migratable(), nothing, write(x));
    runtime.submit(type(7.6), nothing);
    runtime.submit(type(1), nothing);
    runtime.submit(type(1), nothing, read(x));
  });
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{0.5, 8.1}));
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{2, 6}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{8.25, 9.25}));
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{9.25, 10.25}));
}

TEST(Balancing, WindowCountsTasksThatAreAway) {
  SimulationInputs inputs = listed(2, 1, {{0, 1}});
  inputs.window = 1;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 100);
    runtime.submit(type(1).migratable(), nothing, write(x));
    runtime.submit(type(1), nothing);
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{2, 3}));
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{5, 6}));
}

TEST(Balancing, ReceiverRunsTheTaskAtItsOwnSpeed) {
  SimulationInputs inputs = listed(2, 1, {{0, 1}});
  inputs.platform->node_speeds = {1.0, 0.5};
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 100);
    runtime.submit(type(2).migratable(), nothing, write(x));
    runtime.submit(type(2), nothing);
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{2, 6}));
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{0, 2}));
}

TEST(Balancing, TasksThatMayNotMigrateStayAtHome) {
  const auto moved = [](const TaskCall& call, bool accesses = true, NodeId owner = NodeId(0)) {
    const SimulationResult result = simulate(listed(2, 2, {{0, 1}}), [&](Runtime& runtime) {
      const Handle x = runtime.handle("x", 8, owner);
      if (accesses) {
        runtime.submit(call, nothing, read(x));
      } else {
        runtime.submit(call, nothing);
      }
    });
    return result.statistics.totals.migration->migrated_tasks == 1u;
  };
  EXPECT_TRUE(moved(type(1).migratable()));
  EXPECT_FALSE(moved(type(1)));
  EXPECT_FALSE(moved(type(1).migratable(), false));
  EXPECT_FALSE(moved(type(1).migratable().bound_to(WorkerId(1))));
  EXPECT_FALSE(moved(type(1).migratable(), true, NodeId(1)));  // it is there already
  EXPECT_FALSE(moved(type(1).migratable().on(NodeId(0)), true, every_node));
  const SimulationResult result = simulate(listed(2, 2, {{0, 1}}), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    runtime.submit(type(1).migratable(), ThenKernel{[] {}}, write(x));
  });
  EXPECT_EQ(result.statistics.totals.migration->migrated_tasks, 0u);
}

TEST(Balancing, TaskEverywhereTakesANumberForEachNode) {
  const SimulationResult result = simulate(listed(2, 1, {{2, 1}}), [](Runtime& runtime) {
    const Handle each = runtime.handle("each", 8, every_node);
    const Handle x = runtime.handle("x", 8);
    runtime.submit(type(1).everywhere(), nothing, write(each));
    runtime.submit(type(1).migratable(), nothing, write(x));
  });
  EXPECT_EQ(result.statistics.totals.migration->migrated_tasks, 1u);
}

// Node 1 asks at 0 s. The question arrives after 1/8 s, and node 0 promises one of its three ready tasks, but
// gives none within 1 ms, since its only worker is busy. The same happens to the next questions. The question
// that arrives after 1.1 s finds two ready tasks and a known task time of 1 s, so node 0 promises one of them
// within the next 2 s.
TEST(Balancing, NodeWithoutWorkAsksUntilATaskEnds) {
  const SimulationResult result =
      simulate(balanced("basic,1", 0.125), [](Runtime& runtime) { independent(runtime, 4); });
  std::vector<Interval> there;
  for (std::size_t task = 0; task < 4; ++task) {
    if (node_of(*result.trace, task) == traces::NodeId(1)) there.push_back(interval_of(*result.trace, task));
  }
  EXPECT_EQ(there, (std::vector<Interval>{{2.125, 3.125}}));
  EXPECT_EQ(result.statistics.makespan_s, 3.25);
  EXPECT_EQ(result.statistics.totals.migration, counts(1, 4, 16));
}

TEST(Balancing, HomeKeepsAsManyTasksAsTheThreshold) {
  const auto moved = [](const std::string& how) {
    const SimulationResult result =
        simulate(balanced(how, 0.125), [](Runtime& runtime) { independent(runtime, 10); });
    return *result.statistics.totals.migration->migrated_tasks;
  };
  // The first question that is open when a task ends finds eight ready tasks.
  EXPECT_EQ(moved("basic,8"), 0u);
  EXPECT_EQ(moved("basic,7"), 1u);
}

TEST(Balancing, RefusesWhenTransfersTakeLongerThanTheWork) {
  const auto moved = [](const std::string& how, double latency_s) {
    const SimulationResult result = simulate(balanced(how, latency_s), [](Runtime& runtime) {
      std::vector<Handle> handles;
      submit_independent(runtime, handles, 20);
      runtime.wait();
      submit_independent(runtime, handles, 24);
      runtime.wait();
    });
    return *result.statistics.totals.migration->migrated_tasks;
  };
  // One task moves as a trial. After that, node 0 knows that transfers take 10 s, and keeps what it can run
  // in this time.
  for (const char* how : {"basic", "equalize", "smart"}) {
    EXPECT_EQ(moved(how, 10.25), 1u) << how;
    EXPECT_GT(moved(how, 0.125), 10u) << how;
  }
}

// Node 0 knows that tasks take 1 s when the second part begins at 1 s. A few ms later it promises one of its
// eleven ready tasks to the node whose question comes first, because it does not know yet what moves cost.
// The task leaves at 2 s, and its result comes at 3.002 s. Then node 0 promises four of its eight ready tasks
// to the first node that asks and two to the other one. They get them at 4 s.
TEST(Balancing, SeveralNodesGetTasksInTheOrderOfTheirQuestions) {
  const SimulationResult result = simulate(balanced("equalize", 0.001, 3), [](Runtime& runtime) {
    std::vector<Handle> handles;
    submit_independent(runtime, handles, 1);
    runtime.wait();
    submit_independent(runtime, handles, 12);
    runtime.wait();
  });
  const std::vector<NodeStatistics>& nodes = result.statistics.nodes;
  EXPECT_EQ(nodes[0].busy_s, 6.0);
  EXPECT_EQ(std::max(*nodes[1].busy_s, *nodes[2].busy_s), 4.0);
  EXPECT_EQ(std::min(*nodes[1].busy_s, *nodes[2].busy_s), 3.0);
  EXPECT_NEAR(*result.statistics.makespan_s, 8.002, 1e-6);
}

TEST(Balancing, AgreesOnAllNetworks) {
  if (!has_simgrid()) GTEST_SKIP() << "built without SimGrid";
  testing::in_child([] {
    SimulationInputs inputs = balanced("equalize", 0.001, 3);
    const auto program = [](Runtime& runtime) { independent(runtime, 12); };
    const double fast_s = *simulate(inputs, program).statistics.makespan_s;
    EXPECT_LT(fast_s, 12.0);
    inputs.network = NetworkEngine::none;
    EXPECT_EQ(*simulate(inputs, program).statistics.makespan_s, fast_s);
    inputs.network = NetworkEngine::simgrid;
    EXPECT_NEAR(*simulate(inputs, program).statistics.makespan_s, fast_s, 1e-6);
  });
}

TEST(Balancing, OneNodeHasNobodyToAsk) {
  SimulationInputs inputs = timed_fast(1, 2);
  inputs.balance.policy = Balance::Policy::smart;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) { independent(runtime, 5); });
  EXPECT_EQ(result.statistics.makespan_s, 3.0);
  EXPECT_EQ(result.statistics.totals.migration, counts(0, 0, 0));
}

TEST(Balancing, DeadlockIsFoundAlthoughNodesAsk) {
  for (const char* how : {"basic", "equalize", "smart"}) {
    SimulationInputs inputs = balanced(how, 0.125, 4);
    inputs.wants_trace = false;
    Runtime runtime(make_simulation_engine(inputs));
    const Handle x = runtime.handle("x", 8);
    const auto never_used = runtime.reserve(write(x));
    runtime.submit(type(1).migratable(), nothing, write(x));
    EXPECT_NE(message_of([&] { runtime.wait(); }).find("expected every task to become ready"),
              std::string::npos);
  }
}

TEST(Balancing, CountingKnowsOnlyTheMovesOfAList) {
  const auto program = [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 200);
    const Handle y = runtime.handle("y", 100);
    runtime.submit(type(4).migratable(), nothing, write(x), read(y));
    runtime.submit(type(4), nothing, write(x));
  };
  const auto counted = [&](SimulationInputs inputs) {
    inputs.costs = nullptr;
    inputs.wants_trace = false;
    return simulate(inputs, program).statistics;
  };
  const SimulationStatistics by_list = counted(listed(2, 1, {{0, 1}, {1, 1}}));
  EXPECT_EQ(by_list.nodes[0].migration, counts(1, 5, 500));
  EXPECT_EQ(by_list.totals.migration, counts(1, 5, 500));
  const SimulationStatistics by_asking = counted(balanced("smart", 1.0));
  EXPECT_EQ(by_asking.totals.migration, MigrationStatistics{});
  EXPECT_NE(to_json(by_asking).find("\"migrated_tasks\": null"), std::string::npos);
  const SimulationStatistics off = counted(timed_fast(2, 1));
  EXPECT_FALSE(off.totals.migration);
  EXPECT_EQ(to_json(off).find("migrat"), std::string::npos);
  for (const SimulationStatistics& each : {by_list, by_asking, off}) {
    const auto read = parse_statistics(to_json(each), "s.json");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->totals, each.totals);
    EXPECT_EQ(read->nodes, each.nodes);
    EXPECT_EQ(read->balance, each.balance);
  }
}

TEST(Balancing, SettingNamesAPolicyOrAFile) {
  const auto balance_of = [](const std::string& text) {
    return inputs_from_options(options({{"balance", text}})).balance;
  };
  EXPECT_EQ(balance_of("smart,4").text(), "smart,4");
  const auto path = write_file("moves.txt", "3 1\n");
  EXPECT_EQ(balance_of("list:" + path.string()).text(), "list");
  EXPECT_EQ(balance_of("list:" + path.string()).listed(3), NodeId(1));
  EXPECT_NE(message_of([&] { balance_of("clever"); }).find("GUSSET_BALANCE"), std::string::npos);
}

TEST(Balancing, RefusesMovesToNodesThatDoNotExist) {
  EXPECT_EQ(message_of([] {
              make_simulation_engine(listed(2, 1, {{4, 1}, {9, 3}, {7, 2}}));
            }),
            "GUSSET_BALANCE, task 7: expected a node from 0 to 1, found 2");
}

}  // namespace
}  // namespace gusset::simulator
