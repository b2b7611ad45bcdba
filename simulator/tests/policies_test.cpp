// The effect of policies and affinities in simulated time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/traces/model/validate.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::in_child;
using ::testing::IsSupersetOf;
using testing::message_of;
using testing::simulate;
using testing::timed;
using testing::type;

SimulationInputs under(const std::string& policy, unsigned workers) {
  SimulationInputs inputs = timed(1, workers);
  inputs.policy = policy;
  return inputs;
}

/// Returns the tasks that a worker ran, in order.
std::vector<std::uint32_t> run_order(const traces::Trace& trace, std::size_t worker = 0) {
  std::vector<std::uint32_t> order;
  const auto& spans = trace.lanes.at(worker).spans;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans.kind[i] == traces::SpanKind::run) order.push_back(spans.task[i].value());
  }
  return order;
}

using Order = std::vector<std::uint32_t>;

/// Tasks 1 and 2 wait for task 0; task 3 waits for nothing.
void fork_and_other(Runtime& runtime) {
  const Handle a = runtime.handle("a", 8);
  const Handle b = runtime.handle("b", 8);
  const Handle c = runtime.handle("c", 8);
  runtime.submit(
      type(1), [] {}, write(a));
  runtime.submit(
      type(1), [] {}, read(a), write(b));
  runtime.submit(
      type(1), [] {}, read(a), write(c));
  runtime.submit(type(1), [] {});
  runtime.wait();
}

TEST(Policies, FifoRunsTasksInReadyOrder) {
  EXPECT_EQ(run_order(*simulate(under("fifo", 1), fork_and_other).trace), (Order{0, 3, 1, 2}));
}

TEST(Policies, LocalityRunsWokenTasksFirst) {
  EXPECT_EQ(run_order(*simulate(under("locality", 1), fork_and_other).trace), (Order{0, 1, 2, 3}));
}

/// A task wakes three others: the first runs at once, the others come from the stack.
TEST(Policies, LocalityRunsTheFirstWokenTaskThenTheNewest) {
  const auto program = [](Runtime& runtime) {
    const Handle a = runtime.handle("a", 8);
    runtime.submit(
        type(1), [] {}, write(a));
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(1), [] {}, read(a));
    runtime.wait();
  };
  EXPECT_EQ(run_order(*simulate(under("locality", 1), program).trace), (Order{0, 1, 3, 2}));
  EXPECT_EQ(run_order(*simulate(under("fifo", 1), program).trace), (Order{0, 1, 2, 3}));
}

TEST(Policies, PriorityRunsTheHighestThenTheOldest) {
  const auto program = [](Runtime& runtime) {
    for (const int priority : {0, 5, -1, 5, 7}) runtime.submit(type(1).with_priority(priority), [] {});
  };
  EXPECT_EQ(run_order(*simulate(under("priority", 1), program).trace), (Order{4, 1, 3, 0, 2}));
  EXPECT_EQ(run_order(*simulate(under("fifo", 1), program).trace), (Order{0, 1, 2, 3, 4}));
}

TEST(Policies, StaticRunsAHandlesTasksOnItsWorkerWithoutStealing) {
  const SimulationResult result = simulate(under("static", 3), [](Runtime& runtime) {
    std::vector<Handle> handles;
    for (int i = 0; i < 4; ++i) handles.push_back(runtime.handle("h" + std::to_string(i), 8));
    for (int round = 0; round < 2; ++round) {
      for (const Handle& handle : handles)
        runtime.submit(
            type(1), [] {}, write(handle));
    }
    runtime.wait();
  });
  EXPECT_EQ(run_order(*result.trace, 0), (Order{0, 3, 4, 7}));
  EXPECT_EQ(run_order(*result.trace, 1), (Order{1, 5}));
  EXPECT_EQ(run_order(*result.trace, 2), (Order{2, 6}));
  EXPECT_EQ(result.statistics.makespan_s, 4.0);
}

TEST(Policies, StaticAssignsTasksWithoutHandlesRoundRobin) {
  const SimulationResult result = simulate(under("static", 2), [](Runtime& runtime) {
    for (const double seconds : {1.0, 5.0, 1.0, 5.0}) runtime.submit(type(seconds), [] {});
  });
  EXPECT_EQ(run_order(*result.trace, 0), (Order{0, 2}));
  EXPECT_EQ(run_order(*result.trace, 1), (Order{1, 3}));
  EXPECT_EQ(result.statistics.makespan_s, 10.0);
}

/// A chain of three long tasks behind ten short independent tasks.
TEST(Policies, PolicyAffectsTheMakespan) {
  const auto program = [](Runtime& runtime) {
    const Handle chain = runtime.handle("chain", 8);
    for (int i = 0; i < 10; ++i) runtime.submit(type(1), [] {});
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(4).with_priority(1), [] {}, write(chain));
    runtime.wait();
  };
  EXPECT_EQ(simulate(under("fifo", 2), program).statistics.makespan_s, 5.0 + 12.0);
  EXPECT_EQ(simulate(under("priority", 2), program).statistics.makespan_s, 12.0);
  // Handle 0's tasks belong to worker 0, which first runs its half of the tasks assigned round-robin.
  EXPECT_EQ(simulate(under("static", 2), program).statistics.makespan_s, 5.0 + 12.0);
}

TEST(Policies, NoWorkerIsIdleWhileTasksCanBeStolen) {
  for (const char* policy : {"locality", "random", "nearest", "fifo", "priority"}) {
    const SimulationResult result = simulate(under(policy, 7), [](Runtime& runtime) {
      for (int i = 0; i < 70; ++i) runtime.submit(type(1), [] {});
    });
    EXPECT_EQ(result.statistics.makespan_s, 10.0) << policy;
  }
}

// Returns the victim of each stolen task from the attribute; none if the trace lacks the attribute.
std::optional<std::map<std::size_t, std::string>> victims(const traces::Trace& trace) {
  for (const traces::Attribute& attribute : trace.attributes) {
    if (attribute.name != traces::stolen_from) continue;
    std::map<std::size_t, std::string> found;
    for (std::size_t i = 0; i < attribute.tasks.size(); ++i)
      found[attribute.tasks[i].value()] = std::get<std::vector<std::string>>(attribute.values)[i];
    return found;
  }
  return std::nullopt;
}

TEST(Policies, TraceNamesTheVictimOfEachSteal) {
  const auto five = [](Runtime& runtime) {
    for (int i = 0; i < 5; ++i) runtime.submit(type(1), [] {});
    runtime.wait();
  };
  // The program's tasks enter its own queue, so the other worker steals everything that it runs.
  const SimulationResult result = simulate(under("random", 2), five);
  const auto stolen = victims(*result.trace);
  ASSERT_TRUE(stolen);
  const Order others = run_order(*result.trace, 1);
  Order named;
  for (const auto& [task, victim] : *stolen) {
    EXPECT_EQ(victim,
              std::find(others.begin(), others.end(), task) != others.end() ? "worker 0" : "worker 1");
    named.push_back(static_cast<std::uint32_t>(task));
  }
  EXPECT_THAT(named, IsSupersetOf(others));
  EXPECT_FALSE(others.empty());

  const auto none = victims(*simulate(under("static", 2), five).trace);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  EXPECT_FALSE(victims(*simulate(under("random", 1), five).trace));
}

TEST(Policies, VictimIsNamedWithItsNodeOnSeveralNodes) {
  in_child([] {
    SimulationInputs inputs = timed(2, 2);
    inputs.policy = "random";
    const SimulationResult result = simulate(std::move(inputs), [](Runtime& runtime) {
      for (int i = 0; i < 10; ++i) runtime.submit(type(1).on(NodeId(1)), [] {});
      runtime.wait();
    });
    const auto stolen = victims(*result.trace);
    ASSERT_TRUE(stolen);
    EXPECT_FALSE(stolen->empty());
    for (const auto& [task, victim] : *stolen) EXPECT_TRUE(victim.starts_with("node 1 worker ")) << victim;
  });
}

TEST(Policies, EveryPolicyCompletesAFactorization) {
  for (const std::string& policy : policy_names()) {
    in_child([&] {
      SimulationInputs inputs = timed(4, 3);
      inputs.grid = ProcessGrid{2, 2, 1};
      inputs.policy = policy;
      inputs.costs = make_rate_costs(1e3, "stated");
      const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 40, 8); });
      const auto valid = traces::validate(*result.trace, policy);
      EXPECT_TRUE(valid) << valid.error().message();
      std::size_t spans = 0;
      for (const traces::Lane& lane : result.trace->lanes) spans += lane.spans.size();
      EXPECT_EQ(spans, 120u) << policy;
      EXPECT_EQ(result.statistics.policy, policy);
      EXPECT_NE(result.trace->metadata.model.find("\"scheduler\":\"" + policy + "\""), std::string::npos);
    });
  }
}

/// Returns the order in which one worker of the real runtime runs a program's tasks.
Order measured_order(const std::string& policy, const std::function<void(Runtime&)>& program) {
  std::shared_ptr<const traces::Trace> trace;
  {
    Options options;
    options.threads = 1;
    options.window = 0;  // submits everything before anything runs, as in simulation
    options.policy = policy;
    Runtime runtime(core_tracing::make_recording_engine(
        options, [&](std::shared_ptr<const traces::Trace> recorded) { trace = std::move(recorded); }));
    program(runtime);
  }
  return trace ? run_order(*trace) : Order();
}

/// A graph with forks, joins, mutual exclusion, custom access modes, priorities and affinities. Its kernels
/// take no data.
void mixed_graph_with_affinities(Runtime& runtime) {
  const AccessMode maximum = define_access_mode("test maximum", {true, true, true});
  std::vector<Handle> handles;
  for (int i = 0; i < 6; ++i) handles.push_back(runtime.handle("h" + std::to_string(i), 8));
  std::uint32_t random = 54321;
  const auto next = [&](std::uint32_t n) {
    random = random * 1664525u + 1013904223u;
    return (random >> 16) % n;
  };
  for (int i = 0; i < 400; ++i) {
    const Handle& a = handles[next(6)];
    const Handle& b = handles[next(6)];
    TaskCall call = type(1).with_priority(static_cast<std::int32_t>(next(5)));
    const std::uint32_t affinity = next(4);
    if (affinity == 1) call = call.near(WorkerId(0));
    if (affinity == 2) call = call.near_data();
    switch (next(5)) {
      case 0:
        runtime.submit(
            call, [] {}, read(a), read(b));
        break;
      case 1:
        runtime.submit(
            call, [] {}, read(a), write(b));
        break;
      case 2:
        runtime.submit(
            call, [] {}, add(a), access(maximum, b));
        break;
      case 3:
        runtime.submit(
            call, [] {}, access(maximum, a));
        break;
      default:
        runtime.submit(
            call, [] {}, read(a), add(b));
        break;
    }
  }
  runtime.wait();
}

TEST(Policies, OneWorkerFollowsTheRealRuntimesOrderUnderEachPolicy) {
  for (const std::string& policy : policy_names()) {
    const Order measured = measured_order(policy, mixed_graph_with_affinities);
    EXPECT_EQ(measured.size(), 400u) << policy;
    EXPECT_EQ(run_order(*simulate(under(policy, 1), mixed_graph_with_affinities).trace), measured) << policy;
  }
}

TEST(Affinity, TaskRunsOnItsPreferredWorker) {
  const SimulationResult result = simulate(under("locality", 3), [](Runtime& runtime) {
    for (const unsigned worker : {2u, 1u, 0u}) runtime.submit(type(1).near(WorkerId(worker)), [] {});
  });
  EXPECT_EQ(run_order(*result.trace, 0), (Order{2}));
  EXPECT_EQ(run_order(*result.trace, 1), (Order{1}));
  EXPECT_EQ(run_order(*result.trace, 2), (Order{0}));
}

TEST(Affinity, IgnoresMissingWorkersAndDomains) {
  const SimulationResult result = simulate(under("static", 2), [](Runtime& runtime) {
    runtime.submit(type(1).near(WorkerId(7)), [] {});
    runtime.submit(type(1).near(DomainId(1)), [] {});
    runtime.submit(type(1).near(DomainId(3)), [] {});
  });
  EXPECT_EQ(run_order(*result.trace, 0), (Order{0, 2}));
  EXPECT_EQ(run_order(*result.trace, 1), (Order{1}));
}

TEST(Affinity, WithoutSocketsAllWorkersAreInDomain0) {
  const SimulationResult result = simulate(under("static", 2), [](Runtime& runtime) {
    for (int i = 0; i < 8; ++i) runtime.submit(type(1).near(DomainId(0)), [] {});
  });
  EXPECT_GT(run_order(*result.trace, 0).size(), 0u);
  EXPECT_GT(run_order(*result.trace, 1).size(), 0u);
}

TEST(Affinity, NearDataRunsWhereTheDataWasLastAccessed) {
  // The static policy would put the handles' tasks on workers 0 and 1.
  const SimulationResult result = simulate(under("static", 3), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    const Handle y = runtime.handle("y", 8);
    runtime.submit(
        type(1).near(WorkerId(2)), [] {}, write(x));
    runtime.submit(
        type(1).near(WorkerId(1)), [] {}, write(y));
    runtime.wait();
    runtime.submit(
        type(1).near_data(), [] {}, read(y), write(x));  // 2: where x is
    runtime.submit(
        type(1).near_data(), [] {}, read(y));    // 3
    runtime.submit(type(1).near_data(), [] {});  // 4: no data, so the policy decides
  });
  EXPECT_EQ(run_order(*result.trace, 2), (Order{0, 2}));
  EXPECT_EQ(run_order(*result.trace, 1), (Order{1, 3}));
  EXPECT_EQ(run_order(*result.trace, 0), (Order{4}));
}

TEST(Affinity, NearRemoteDataRunsWhereTheReplicaWasLastRead) {
  in_child([] {
    SimulationInputs inputs = timed(2, 3);
    inputs.policy = "static";
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(3).on(NodeId(1)).near(WorkerId(2)), [] {}, read(x));  // ends after the next task
      runtime.submit(
          type(1).on(NodeId(1)).near(WorkerId(1)), [] {}, read(x));
      runtime.wait();
      runtime.submit(
          type(1).on(NodeId(1)).near_data(), [] {}, read(x));  // the first task near this data
      runtime.submit(
          type(2).on(NodeId(1)).near(WorkerId(0)), [] {}, read(x));  // ends last
      runtime.wait();
      runtime.submit(
          type(1).on(NodeId(1)).near_data(), [] {}, read(x));
    });
    EXPECT_EQ(run_order(*result.trace, 3 + 2), (Order{0, 2}));
    EXPECT_EQ(run_order(*result.trace, 3 + 0), (Order{3, 4}));
  });
}

/// Gives every task to a worker that doesn't exist, and steals from that worker.
class MissingWorkerPolicy final : public Policy {
 public:
  explicit MissingWorkerPolicy(const PolicyContext& context) : missing_(context.workers) {}
  Place place(const TaskView&, ReadyCause) override { return {missing_}; }
  std::optional<WorkerId> next_victim(std::size_t) override { return missing_; }
  std::size_t steal_count(std::size_t) override { return 1; }

 private:
  WorkerId missing_;
};

TEST(Policies, RefusesPolicyThatNamesAMissingWorker) {
  in_child([] {
    register_policy(
        "lost", [](const PolicyContext& context) { return std::make_unique<MissingWorkerPolicy>(context); });
    const auto program = [](Runtime& runtime) {
      runtime.submit(type(1), [] {});
      runtime.wait();
    };
    EXPECT_EQ(message_of([&] { simulate(under("lost", 2), program); }),
              "policy \"lost\": expected a worker from 0 to 1, found 2");
  });
}

TEST(Affinity, BoundTasksRunOnTheirWorkerByPriority) {
  for (const char* const policy : {"locality", "static", "priority"}) {
    const SimulationResult result = simulate(under(policy, 2), [](Runtime& runtime) {
      for (const int priority : {1, 3, 2})
        runtime.submit(type(1).bound_to(WorkerId(1)).with_priority(priority), [] {});
      runtime.submit(type(1), [] {});
    });
    EXPECT_EQ(run_order(*result.trace, 0), (Order{3})) << policy;
    EXPECT_EQ(run_order(*result.trace, 1), (Order{1, 2, 0})) << policy;
  }
}

}  // namespace
}  // namespace gusset::simulator
