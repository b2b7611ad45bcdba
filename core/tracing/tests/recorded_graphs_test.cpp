// Recordings of task graphs: their dependencies are those of the graph that ran.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/model/trace.hpp"
#include "random_graph.hpp"
#include "recorded.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::with_threads;
using testing::details_of;
using ::testing::Each;
using testing::edges_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::RandomGraph;
using testing::record;
using ::testing::UnorderedElementsAre;
using traces::Trace;

/// Runs long enough for a clock to see it.
void spin() {
  for (std::atomic<int> i{0}; i < 2000; ++i) {
  }
}

std::vector<std::string> types_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const traces::TypeId type : trace.tasks.type) names.push_back(trace.types[type.value()]);
  return names;
}

class RecordedGraphs : public ::testing::TestWithParam<unsigned> {};

TEST_P(RecordedGraphs, HaveExactlyTheDependenciesOfTheGraphThatRan) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomGraph graph(seed, 300);
    const auto trace = record(GetParam(), [&](Runtime& runtime) { graph.run(runtime, [](int) {}); });
    ASSERT_EQ(trace->tasks.size(), graph.tasks());
    EXPECT_EQ(edges_of(*trace), graph.edges());
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, RecordedGraphs, ::testing::Values(1u, 2u, 3u, 4u));

TEST(RecordedGraph, TasksHaveTheirKeysAndEventsTheirTypes) {
  const auto trace = record(1, [](Runtime& runtime) {
    TaskGraph<std::array<int, 2>> graph(runtime, "gemm");
    graph.define({.in_degree = [](const auto&) { return 1u; },
                  .work = [](const auto& key) { return 10.0 * key[1]; },
                  .then =
                      [&](const auto& key) {
                        if (key[1] < 2) graph.fulfil({key[0], key[1] + 1});
                      }});
    graph.fulfil({7, 0});
    runtime.wait();
  });
  EXPECT_THAT(details_of(*trace), ElementsAre("7,0", "7,1", "7,2"));
  EXPECT_THAT(trace->tasks.work, ElementsAre(0.0, 10.0, 20.0));
  EXPECT_THAT(trace->handles.name, ElementsAre("gemm", "gemm"));  // nothing waited for the last task
  EXPECT_THAT(trace->handles.size_bytes, ElementsAre(0u, 0u));
  EXPECT_EQ(traces::task_name(*trace, traces::TaskId(1)), "gemm 7,1");
  ASSERT_EQ(trace->accesses.items.size(), 4u);
  EXPECT_TRUE(traces::is_event(*trace, trace->accesses.items[0]));
  EXPECT_EQ(trace->accesses.items[0].version, 0u);
  EXPECT_EQ(trace->access_modes[trace->accesses.items[1].mode.value()].name, "read");
  EXPECT_EQ(trace->accesses.items[1].version, 1u);
}

TEST(RecordedGraph, KeysWithoutTextLeaveNoDetails) {
  struct Key {
    std::int64_t number = 0;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::uint64_t operator()(const Key& key) const { return static_cast<std::uint64_t>(key.number); }
  };
  const auto trace = record(1, [](Runtime& runtime) {
    TaskGraph<Key, Hash> graph(runtime, "step");
    graph.define({.in_degree = [](const Key&) { return 1u; }});
    graph.fulfil({5});
    runtime.wait();
  });
  EXPECT_EQ(trace->tasks.size(), 1u);
  EXPECT_THAT(trace->attributes, IsEmpty());
}

TEST(RecordedGraph, TheProgramsOwnAccessModesStayWhatTheyAre) {
  static const AccessMode look = define_access_mode("recorded look", {true, false, false});
  const auto trace = record(2, [](Runtime& runtime) {
    const Handle handle = runtime.handle("h", 8);
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .then =
                      [&](int key) {
                        if (key == 0) graph.fulfil(1);
                      }});
    graph.fulfil(0);
    runtime.submit(
        TaskType("look")(), [] {}, access(look, handle));
    runtime.wait();
  });
  std::vector<std::string> modes;
  for (const traces::Access& access : trace->accesses.items)
    modes.push_back(trace->access_modes[access.mode.value()].name);
  EXPECT_THAT(modes, UnorderedElementsAre("event", "read", "recorded look"));
}

TEST(RecordedGraph, AnAnnotationOfThatNameInTheProgramDoesNotHideTheKey) {
  const auto trace = record(1, [](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; }});
    const Annotation detail("detail", "program");
    graph.fulfil(5);
    runtime.wait();
  });
  EXPECT_THAT(details_of(*trace), ElementsAre("5"));
}

TEST(RecordedGraph, FunctionThenIsNotPartOfTheSpan) {
  constexpr std::int64_t long_ns = 20'000'000;
  const auto trace = record(2, [&](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .then =
                      [&](int key) {
                        if (key > 0) return;
                        graph.fulfil(1);
                        const auto begin = std::chrono::steady_clock::now();
                        while (std::chrono::steady_clock::now() - begin < std::chrono::nanoseconds(long_ns)) {
                        }
                      }});
    graph.fulfil(0);
    runtime.wait();
  });
  std::int64_t first_end = -1;
  for (const traces::Lane& lane : trace->lanes) {
    for (const std::size_t span : testing::runs_of(lane)) {
      EXPECT_LT(lane.spans.end_ns[span] - lane.spans.begin_ns[span], long_ns);
      if (lane.spans.task[span] == traces::TaskId(0)) first_end = lane.spans.end_ns[span];
    }
  }
  ASSERT_GE(first_end, 0);
  EXPECT_EQ(trace->tasks.submit_ns[0], 0);
  EXPECT_EQ(trace->tasks.submit_ns[1], traces::unknown_time) << "the program did not submit it";
  EXPECT_GE(trace->tasks.ready_ns[1], first_end);
}

TEST(RecordedGraph, KernelsOnHandlesThatFulfilTasksHaveBothKindsOfDependencies) {
  struct Kernel {
    TaskGraph<int>* graph;
    int key;
    void operator()() const { spin(); }
    void then() const { graph->fulfil(key); }
  };
  const auto trace = record(3, [](Runtime& runtime) {
    const Handle handle = runtime.handle("h", 8);
    TaskGraph<int> graph(runtime, "after");
    graph.define({.in_degree = [](int) { return 2u; }, .run = [](int) { spin(); }});
    for (int i = 0; i < 4; ++i) {
      const Annotation detail("detail", "write " + std::to_string(i));
      runtime.submit(TaskType("write")(), Kernel{&graph, i / 2}, write(handle));
    }
    runtime.wait();
  });
  EXPECT_THAT(
      edges_of(*trace),
      UnorderedElementsAre(std::pair("write 0", "write 1"), std::pair("write 1", "write 2"),
                           std::pair("write 2", "write 3"), std::pair("write 0", "0"),
                           std::pair("write 1", "0"), std::pair("write 2", "1"), std::pair("write 3", "1")));
}

TEST(RecordedGraph, TasksOnHandlesThatThenSubmitsFollowTheirSubmitter) {
  for (int round = 0; round < 10; ++round) {
    const auto trace = record(3, [](Runtime& runtime) {
      const Handle handle = runtime.handle("h", 8);
      TaskGraph<int> graph(runtime, "before");
      graph.define({.in_degree = [](int) { return 1u; },
                    .run = [](int) { spin(); },
                    .then =
                        [&](int key) {
                          const Annotation detail("detail", "add to " + std::to_string(key));
                          runtime.submit(
                              TaskType("add")().detached(), [] { spin(); }, add(handle));
                        }});
      for (int key = 0; key < 3; ++key) graph.fulfil(key);
      runtime.wait();
    });
    const RandomGraph::Edges edges = edges_of(*trace);
    for (int key = 0; key < 3; ++key)
      EXPECT_TRUE(edges.contains({std::to_string(key), "add to " + std::to_string(key)})) << key;
    EXPECT_THAT(trace->tasks.parent, Each(traces::TaskId()));
  }
}

TEST(RecordedGraph, WhatAKernelItselfFulfilsNeedNotWaitForItsEnd) {
  std::atomic<bool> second_ran{false};
  const auto trace = record(2, [&](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .run =
                      [&](int key) {
                        if (key == 1) {
                          second_ran = true;
                          return;
                        }
                        graph.fulfil(1);
                        while (!second_ran) {
                        }
                      }});
    graph.fulfil(0);
    runtime.wait();
  });
  EXPECT_EQ(trace->tasks.size(), 2u);
  EXPECT_THAT(edges_of(*trace), IsEmpty());
}

TEST(RecordedGraph, WhatFollowsAKernelNeedNotWaitForItsSubtasks) {
  std::atomic<bool> second_ran{false};
  const auto trace = record(2, [&](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .run =
                      [&](int key) {
                        if (key == 1) second_ran = true;
                        if (key == 1) return;
                        runtime.submit(TaskType("subtask")(), [&] {
                          while (!second_ran) {
                          }
                        });
                      },
                  .then =
                      [&](int key) {
                        if (key == 0) graph.fulfil(1);
                      }});
    graph.fulfil(0);
    runtime.wait();
  });
  EXPECT_EQ(trace->tasks.size(), 3u);
  EXPECT_THAT(edges_of(*trace), IsEmpty());
}

TEST(RecordedGraph, TheCriticalPathFollowsTheGraph) {
  const auto trace = record(2, [](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .run = [](int) { spin(); },
                  .then =
                      [&](int key) {
                        if (key < 50) graph.fulfil(key + 1);
                      }});
    graph.fulfil(1);
    runtime.wait();
  });
  const auto bound = traces::critical_bound(*trace, traces::TaskGraph(*trace));
  ASSERT_TRUE(bound.has_value());
  EXPECT_EQ(bound->tasks.size(), 50u);
}

TEST(RecordedGraph, AFailedTaskLeavesAReadableRecording) {
  const auto trace = record(2, [](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .run =
                      [](int key) {
                        if (key == 3) throw std::runtime_error("no convergence");
                      },
                  .then = [&](int key) { graph.fulfil(key + 1); }});
    graph.fulfil(1);
    EXPECT_THROW(runtime.wait(), TaskFailure);
  });
  EXPECT_THAT(edges_of(*trace), UnorderedElementsAre(std::pair("1", "2"), std::pair("2", "3")));
}

TEST(RecordedGraph, HandlesThatTheProgramMakesLaterFollowItsEvents) {
  const auto trace = record(2, [](Runtime& runtime) {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .then =
                      [&](int key) {
                        if (key % 100 != 0) graph.fulfil(key + 1);
                      }});
    for (int round = 0; round < 5; ++round) {
      const Handle handle = runtime.handle("h" + std::to_string(round), 8);
      graph.fulfil(100 * round + 1);
      runtime.submit(
          TaskType("write")(), [] {}, write(handle));
      runtime.wait();
    }
  });
  std::size_t events = 0;
  for (const std::string& name : trace->handles.name) events += name == "step" ? 1U : 0U;
  EXPECT_EQ(events, 5u * 99);
  EXPECT_EQ(trace->handles.name.size(), events + 5);
  EXPECT_EQ(types_of(*trace).size(), 505u);
}

TEST(RecordedGraph, LowerDepthsFollowNoEvents) {
  for (const char* depth : {"spans", "ready"}) {
    std::shared_ptr<const Trace> trace;
    Options options = with_threads(2);
    options.settings["depth"] = depth;
    const RandomGraph graph(1, 200);
    {
      Runtime runtime(
          make_recording_engine(options, [&](std::shared_ptr<const Trace> recorded) { trace = recorded; }));
      EXPECT_FALSE(runtime.engine().follows_events());
      graph.run(runtime, [](int) {});
    }
    EXPECT_EQ(trace->tasks.size(), 200u) << depth;
    EXPECT_THAT(trace->handles.name, IsEmpty()) << depth;
    EXPECT_EQ(trace->tasks.ready_ns.size(), std::string(depth) == "ready" ? 200u : 0u) << depth;
  }
}

}  // namespace
}  // namespace gusset::core_tracing
