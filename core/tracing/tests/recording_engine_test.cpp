#include "gusset/core_tracing/recording_engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/traces/model/validate.hpp"
#include "recorded.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::task;
using gusset::testing::with_threads;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::record;
using testing::run_count;
using testing::runs_of;
using traces::Trace;

std::vector<std::uint32_t> recorded_versions(const Trace& trace) {
  std::vector<std::uint32_t> versions;
  for (const traces::Access& access : trace.accesses.items) versions.push_back(access.version);
  return versions;
}

TEST(RecordingEngine, VersionsMatchSuperGluesFigure3) {
  const auto trace = record(2, [](Runtime& runtime) {
    const Handle x = runtime.handle("x");
    runtime.submit(
        task(), [] {}, read(x));
    runtime.submit(
        task(), [] {}, read(x));
    runtime.submit(
        task(), [] {}, write(x));
    runtime.submit(
        task(), [] {}, add(x));
    runtime.submit(
        task(), [] {}, add(x));
    runtime.submit(
        task(), [] {}, add(x));
    runtime.submit(
        task(), [] {}, write(x));
    runtime.wait();
  });
  EXPECT_THAT(recorded_versions(*trace), ElementsAre(0, 0, 2, 3, 3, 3, 6));
}

TEST(RecordingEngine, ListsTasksInSubmissionOrderWithTheirProperties) {
  const auto trace = record(2, [](Runtime& runtime) {
    const TaskType gemm("gemm"), potrf("potrf");
    const Handle a = runtime.handle("a", 800);
    const Handle b = runtime.handle("b", 1600);
    runtime.submit(
        potrf(5.0), [] {}, write(b));
    runtime.submit(
        gemm(7.0), [] {}, read(b), add(a));
    runtime.submit(potrf(6.0), [] {});
    runtime.wait();
  });
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_THAT(trace->types, ElementsAre("potrf", "gemm"));
  EXPECT_THAT(trace->tasks.type, ElementsAre(traces::TypeId(0), traces::TypeId(1), traces::TypeId(0)));
  EXPECT_THAT(trace->tasks.work, ElementsAre(5.0, 7.0, 6.0));
  EXPECT_THAT(trace->tasks.parent, Each(traces::TaskId()));
  EXPECT_THAT(trace->handles.name, ElementsAre("a", "b"));
  EXPECT_THAT(trace->handles.size_bytes, ElementsAre(800, 1600));
  EXPECT_THAT(trace->handles.owner, Each(traces::NodeId(0)));
  EXPECT_THAT(trace->accesses.first, ElementsAre(0, 1, 3, 3));
  EXPECT_THAT(trace->accesses.items,
              ElementsAre(traces::Access{traces::HandleId(1), traces::AccessModeId(1), 0},
                          traces::Access{traces::HandleId(1), traces::AccessModeId(0), 1},
                          traces::Access{traces::HandleId(0), traces::AccessModeId(2), 0}));
  ASSERT_GE(trace->access_modes.size(), 4u);  // other tests define modes
  EXPECT_EQ(trace->access_modes[0], (traces::AccessMode{"read", true, false, false}));
  EXPECT_EQ(trace->access_modes[1], (traces::AccessMode{"write", false, true, true}));
  EXPECT_EQ(trace->access_modes[2], (traces::AccessMode{"add", true, true, true}));
  EXPECT_EQ(trace->access_modes.back(), (traces::AccessMode{"event", false, true, true}));
  EXPECT_EQ(run_count(*trace), 3u);
}

TEST(RecordingEngine, NamesOneNodeAndItsWorkers) {
  const auto trace = record(3, [](Runtime&) {});
  ASSERT_EQ(trace->nodes.size(), 1u);
  ASSERT_EQ(trace->workers.size(), 3u);
  EXPECT_EQ(trace->workers[2], (traces::Worker{traces::NodeId(0), "worker 2"}));
  ASSERT_EQ(trace->lanes.size(), 3u);
  EXPECT_EQ(trace->lanes[2].worker, traces::WorkerId(2));
}

TEST(RecordingEngine, ProgramWithoutTasksGivesAnEmptyTrace) {
  const auto trace = record(2, [](Runtime&) {});
  EXPECT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_EQ(trace->tasks.size(), 0u);
}

TEST(RecordingEngine, TimeStartsAtTheFirstSubmission) {
  const auto trace = record(2, [](Runtime& runtime) {
    for (int i = 0; i < 20; ++i) runtime.submit(task(), [] {});
    runtime.wait();
  });
  EXPECT_EQ(trace->tasks.submit_ns.front(), 0);
  EXPECT_TRUE(std::is_sorted(trace->tasks.submit_ns.begin(), trace->tasks.submit_ns.end()));
}

TEST(RecordingEngine, TasksAreSubmittedThenReadyThenRun) {
  const auto trace = record(4, [](Runtime& runtime) {
    const Handle x = runtime.handle("x");
    const Handle y = runtime.handle("y");
    for (int i = 0; i < 200; ++i) {
      runtime.submit(
          task(), [] {}, write(x));
      runtime.submit(
          task(), [] {}, read(x), add(y));
    }
    runtime.wait();
  });
  for (const traces::Lane& lane : trace->lanes) {
    for (const std::size_t i : runs_of(lane)) {
      const std::size_t number = lane.spans.task[i].value();
      EXPECT_GE(trace->tasks.ready_ns[number], trace->tasks.submit_ns[number]);
      EXPECT_GE(lane.spans.begin_ns[i], trace->tasks.ready_ns[number]);
      EXPECT_GE(lane.spans.end_ns[i], lane.spans.begin_ns[i]);
    }
  }
  EXPECT_EQ(run_count(*trace), 400u);
}

TEST(RecordingEngine, TaskIsReadyWhenItsLastPredecessorEnds) {
  const auto trace = record(1, [](Runtime& runtime) {
    const Handle x = runtime.handle("x");
    const Handle y = runtime.handle("y");
    runtime.submit(
        task(), [] {}, write(x));
    runtime.submit(
        task(), [] {}, write(y));
    runtime.submit(
        task(), [] {}, read(x), read(y));
    runtime.wait();
  });
  const traces::SpanColumns& spans = trace->lanes[0].spans;
  const std::vector<std::size_t> runs = runs_of(trace->lanes[0]);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(trace->tasks.ready_ns[0], trace->tasks.submit_ns[0]);
  EXPECT_GE(trace->tasks.ready_ns[2], spans.end_ns[runs[1]]);
  EXPECT_LE(trace->tasks.ready_ns[2], spans.begin_ns[runs[2]]);
}

TEST(RecordingEngine, RecordsParents) {
  const auto trace = record(2, [](Runtime& runtime) {
    runtime.submit(task(), [&] { runtime.submit(task(), [&] { runtime.submit(task(), [] {}); }); });
    runtime.wait();
  });
  EXPECT_THAT(trace->tasks.parent, ElementsAre(traces::TaskId(), traces::TaskId(0), traces::TaskId(1)));
  EXPECT_TRUE(trace->recorded.parents);
}

TEST(RecordingEngine, SkippedTasksHaveNoSpan) {
  const auto trace = record(2, [](Runtime& runtime) {
    const Handle x = runtime.handle("x");
    runtime.submit(
        task(), [] { throw std::runtime_error("broken"); }, write(x));
    runtime.submit(
        task(), [] {}, read(x));
    runtime.submit(task(), [] {});
    EXPECT_THROW(runtime.wait(), std::runtime_error);
  });
  EXPECT_EQ(trace->tasks.size(), 3u);
  EXPECT_EQ(run_count(*trace), 2u);
  for (const traces::Lane& lane : trace->lanes)
    EXPECT_THAT(lane.spans.task, Each(::testing::Ne(traces::TaskId(1))));
}

TEST(RecordingEngine, PlanRunIsRecordedLikeSubmittedTasks) {
  const auto trace = record(2, [](Runtime& runtime) {
    const Handle x = runtime.handle("x");
    const Handle y = runtime.handle("y");
    runtime.submit(
        task(), [] {}, write(x));
    Plan plan = runtime.capture([&] {
      runtime.submit(
          task(2.0), [] {}, read(x), write(y));
      runtime.submit(
          task(3.0), [] {}, write(x));
    });
    runtime.run(plan);
    runtime.run(plan);
    runtime.wait();
  });
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_THAT(recorded_versions(*trace), ElementsAre(0, 1, 0, 2, 3, 1, 4));
  EXPECT_THAT(trace->tasks.work, ElementsAre(0.0, 2.0, 3.0, 2.0, 3.0));
  EXPECT_EQ(run_count(*trace), 5u);
}

class ScheduledPlanRecording : public ::testing::TestWithParam<StaticForm> {};

TEST_P(ScheduledPlanRecording, LooksLikeSubmittedTasks) {
  const auto trace = record(2, [form = GetParam()](Runtime& runtime) {
    const Handle x = runtime.handle("x");
    const Handle y = runtime.handle("y");
    Plan plan = runtime.capture([&] {
      runtime.submit(
          task(1.0), [] {}, write(x));
      runtime.submit(
          task(2.0), [] {}, read(x), write(y));
      runtime.submit(
          task(3.0), [] {}, write(x));
    });
    plan.set_schedule({{0, 2}, {1}}, form);
    runtime.run(plan);
    runtime.run(plan);
    runtime.wait();
  });
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_THAT(recorded_versions(*trace), ElementsAre(0, 1, 0, 2, 3, 4, 1, 5));
  EXPECT_THAT(trace->tasks.work, ElementsAre(1.0, 2.0, 3.0, 1.0, 2.0, 3.0));
  EXPECT_EQ(run_count(*trace), 6u);
  std::vector<std::int64_t> begin(6);
  std::vector<std::int64_t> end(6);
  for (const traces::Lane& lane : trace->lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != traces::SpanKind::run) continue;
      begin[lane.spans.task[i].value()] = lane.spans.begin_ns[i];
      end[lane.spans.task[i].value()] = lane.spans.end_ns[i];
    }
  }
  for (std::size_t task = 0; task < 6; ++task) {
    EXPECT_LE(trace->tasks.ready_ns[task], begin[task]);
    if (task % 3 > 0) {
      EXPECT_GE(trace->tasks.ready_ns[task], end[task - 1]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, ScheduledPlanRecording,
                         ::testing::Values(StaticForm::counters, StaticForm::flags));

TEST(RecordingEngine, TraceStatesWhichDataWereRecorded) {
  const auto trace = record(1, [](Runtime&) {});
  EXPECT_EQ(trace->recorded, (traces::Recorded{true, true, true, true, true, false, false, false, true}));
}

TEST(RecordingEngine, MetadataDescribeTheOrigin) {
  const auto trace = record(1, [](Runtime&) {});
  const traces::Metadata& metadata = trace->metadata;
  EXPECT_EQ(metadata.origin, traces::Origin::measured);
  EXPECT_EQ(metadata.program, "core_tracing_tests");
  ASSERT_FALSE(metadata.command.empty());
  EXPECT_THAT(metadata.command.front(), ::testing::EndsWith("core_tracing_tests"));
  EXPECT_THAT(metadata.runtime, ::testing::MatchesRegex("gusset [0-9.]+"));
  EXPECT_THAT(metadata.compiler,
              ::testing::AnyOf(::testing::StartsWith("GCC "), ::testing::StartsWith("Clang ")));
  EXPECT_THAT(metadata.date, ::testing::MatchesRegex("[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z"));
  EXPECT_FALSE(metadata.host.empty());
}

TEST(RecordingEngine, FinishRethrowsTheReceiversException) {
  const auto engine =
      make_recording_engine(with_threads(1), [](const auto&) { throw ConfigurationError("no room"); });
  EXPECT_THROW(engine->finish(), ConfigurationError);
}

TEST(RecordingEngine, AnnotationsBecomeAttributesOfSubmittedTasks) {
  const auto trace = record(2, [](Runtime& runtime) {
    runtime.submit(task(), [] {});
    {
      Annotation iteration("iteration", 0);
      for (int i = 0; i < 2; ++i) {
        iteration.set(i);
        const Annotation tile("tile", "(" + std::to_string(i) + ",ü)");
        runtime.submit(task(), [&runtime] { runtime.submit(task(), [] {}); });
        runtime.wait();
      }
      const Annotation residual("residual", 0.5);
      runtime.submit(task(), [] {});
    }
    runtime.submit(task(), [] {});
  });
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  using traces::TaskId;
  std::vector<traces::Attribute> attributes = trace->attributes;
  std::erase_if(attributes, [](const traces::Attribute& each) { return each.name == traces::stolen_from; });
  std::sort(attributes.begin(), attributes.end(),
            [](const traces::Attribute& a, const traces::Attribute& b) { return a.name < b.name; });
  EXPECT_THAT(
      attributes,
      ElementsAre(
          traces::Attribute{
              "iteration", {TaskId(1), TaskId(3), TaskId(5)}, std::vector<std::int64_t>{0, 1, 1}},
          traces::Attribute{"residual", {TaskId(5)}, std::vector<double>{0.5}},
          traces::Attribute{"tile", {TaskId(1), TaskId(3)}, std::vector<std::string>{"(0,ü)", "(1,ü)"}}));
}

TEST(RecordingEngine, TilesAreRecordedByName) {
  const auto trace = record(1, [](Runtime& runtime) {
    const auto a = TiledMatrix<double>::lower(runtime, "A", 10, 2);
    runtime.submit(
        task(), [](Tile<double>) {}, write(a(1, 0)));
    runtime.wait();
  });
  EXPECT_THAT(trace->handles.name, ElementsAre("A(0,0)", "A(1,0)", "A(1,1)"));
  EXPECT_THAT(trace->handles.size_bytes, Each(200));
  EXPECT_EQ(trace->accesses.items.at(0).handle, traces::HandleId(1));
}

}  // namespace
}  // namespace gusset::core_tracing
