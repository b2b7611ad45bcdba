#include "gusset/core_tracing/recording_engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/traces/model/validate.hpp"
#include "possible.hpp"
#include "shared_value.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::SharedValue;
using gusset::testing::with_threads;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using traces::Trace;

/// Runs a program on that many workers and returns its recording.
std::shared_ptr<const Trace> record(unsigned threads, const std::function<void(Runtime&)>& program) {
  std::shared_ptr<const Trace> result;
  {
    Runtime runtime(make_recording_engine(with_threads(threads),
                                          [&](std::shared_ptr<const Trace> trace) { result = trace; }));
    program(runtime);
  }
  traces::testing::expect_possible(*result, "recorded");
  return result;
}

const TaskType task("task");

std::vector<std::uint32_t> recorded_versions(const Trace& trace) {
  std::vector<std::uint32_t> versions;
  for (const traces::Access& access : trace.accesses.items) versions.push_back(access.version);
  return versions;
}

/// The tasks that a lane ran, in order, without the pauses between them.
std::vector<std::size_t> runs_of(const traces::Lane& lane) {
  std::vector<std::size_t> spans;
  for (std::size_t i = 0; i < lane.spans.size(); ++i) {
    if (lane.spans.kind[i] == traces::SpanKind::run) spans.push_back(i);
  }
  return spans;
}

std::size_t run_count(const Trace& trace) {
  std::size_t count = 0;
  for (const traces::Lane& lane : trace.lanes) count += runs_of(lane).size();
  return count;
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
  EXPECT_THAT(trace->access_modes, ElementsAre(traces::AccessMode{"read", true, false, false},
                                               traces::AccessMode{"write", false, true, true},
                                               traces::AccessMode{"add", true, true, true}));
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

/// Records a program at another depth.
std::shared_ptr<const Trace> record_at(const std::string& depth, unsigned threads,
                                       const std::function<void(Runtime&)>& program) {
  std::shared_ptr<const Trace> result;
  Options options = with_threads(threads);
  options.settings["depth"] = depth;
  {
    Runtime runtime(
        make_recording_engine(options, [&](std::shared_ptr<const Trace> trace) { result = trace; }));
    program(runtime);
  }
  return result;
}

void three_tasks(Runtime& runtime) {
  const Handle x = runtime.handle("x");
  runtime.submit(
      task(3.0), [] {}, write(x));
  runtime.submit(
      task(4.0), [] {}, read(x));
  runtime.submit(task(5.0), [&] { runtime.submit(task(), [] {}); });
  runtime.wait();
}

TEST(RecordingEngine, DepthSpansRecordsOnlySpans) {
  const auto trace = record_at("spans", 2, three_tasks);
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_EQ(trace->recorded, (traces::Recorded{false, false, false, false, false, false, false}));
  EXPECT_EQ(trace->tasks.size(), 4u);
  EXPECT_EQ(run_count(*trace), 4u);
  EXPECT_TRUE(trace->accesses.items.empty());
}

TEST(RecordingEngine, DepthReadyAddsTimesParentsAndWork) {
  const auto trace = record_at("ready", 2, three_tasks);
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_EQ(trace->recorded, (traces::Recorded{true, true, true, true, false, false, false}));
  EXPECT_THAT(trace->tasks.work, ElementsAre(3.0, 4.0, 5.0, 0.0));
  EXPECT_EQ(trace->tasks.parent[3], traces::TaskId(2));
  EXPECT_TRUE(trace->accesses.items.empty());
}

TEST(RecordingEngine, UnknownDepthIsRefused) {
  try {
    record_at("deep", 1, [](Runtime&) {});
    FAIL() << "nothing was thrown";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(), "GUSSET_DEPTH: expected spans, ready or accesses, found \"deep\"");
  }
}

/// Both tasks of a round need a worker each, so one of the two threads has stolen a task.
void twenty_thefts(Runtime& runtime) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> arrived{0};
    for (int i = 0; i < 2; ++i) {
      runtime.submit(task(), [&arrived] {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
      });
    }
    runtime.wait();
  }
}

TEST(RecordingEngine, RecordsWaitingAndStealing) {
  const auto trace = record(2, twenty_thefts);
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  std::size_t steals = 0;
  for (const traces::Lane& lane : trace->lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      steals += lane.spans.kind[i] == traces::SpanKind::steal;
      EXPECT_EQ(lane.spans.kind[i] == traces::SpanKind::run, !lane.spans.task[i].is_none());
    }
  }
  EXPECT_GE(steals, 20u);
}

const traces::Attribute* attribute_of(const traces::Trace& trace, const std::string& name) {
  const auto found = std::find_if(trace.attributes.begin(), trace.attributes.end(),
                                  [&](const traces::Attribute& attribute) { return attribute.name == name; });
  return found == trace.attributes.end() ? nullptr : &*found;
}

TEST(RecordingEngine, DepthReadyRecordsTheVictimOfEachTheft) {
  for (const char* depth : {"ready", "accesses"}) {
    const auto trace = record_at(depth, 2, twenty_thefts);
    ASSERT_TRUE(traces::validate(*trace, "test").ok());
    const traces::Attribute* const stolen = attribute_of(*trace, traces::stolen_from);
    ASSERT_NE(stolen, nullptr);
    EXPECT_GE(stolen->tasks.size(), 20u);
    EXPECT_LE(stolen->tasks.size(), trace->tasks.size());
    const traces::TaskTimes times = traces::task_times(*trace);
    for (std::size_t i = 0; i < stolen->tasks.size(); ++i) {
      const traces::Lane& lane = trace->lanes[times.lane[stolen->tasks[i].value()].value()];
      const std::string thief = trace->workers[lane.worker.value()].name;
      const std::string victim = std::get<std::vector<std::string>>(stolen->values)[i];
      EXPECT_EQ(victim, thief == "worker 0" ? "worker 1" : "worker 0");
    }
  }
  EXPECT_EQ(attribute_of(*record_at("spans", 2, twenty_thefts), traces::stolen_from), nullptr);
}

TEST(RecordingEngine, SingleWorkerHasNoTheftAttribute) {
  EXPECT_EQ(attribute_of(*record(1, three_tasks), traces::stolen_from), nullptr);
  const auto trace = record(2, [](Runtime&) {});
  ASSERT_NE(attribute_of(*trace, traces::stolen_from), nullptr);
  EXPECT_TRUE(attribute_of(*trace, traces::stolen_from)->tasks.empty());
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

TEST(RecordingEngine, TraceStatesWhichDataWereRecorded) {
  const auto trace = record(1, [](Runtime&) {});
  EXPECT_EQ(trace->recorded, (traces::Recorded{true, true, true, true, true, false, false}));
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

TEST(RecordingEngine, ResidentMemoryIsACounter) {
  const auto trace = record(1, [](Runtime& runtime) { runtime.submit(task(), [] {}); });
  ASSERT_EQ(trace->counters.size(), 1u);
  EXPECT_EQ(trace->counters[0].name, "resident memory");
  EXPECT_EQ(trace->counters[0].unit, "B");
  ASSERT_GE(trace->counters[0].value.size(), 2u);
  EXPECT_GT(trace->counters[0].value.front(), 1e5);
}

TEST(RecordingEngine, TaskCanHaveMoreAccessesThanABlockHolds) {
  constexpr std::size_t count = 25'000;
  const auto trace = record(1, [](Runtime& runtime) {
    std::vector<Handle> handles;
    for (std::size_t i = 0; i < count; ++i) handles.push_back(runtime.handle(""));
    std::vector<Access<NoContents>> reads;
    for (const Handle& handle : handles) reads.push_back(read(handle));
    runtime.submit(
        task(), [] {}, reads);
    runtime.submit(
        task(), [] {}, write(handles[7]));
    runtime.wait();
  });
  EXPECT_THAT(trace->accesses.first, ElementsAre(0, count, count + 1));
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_EQ(trace->accesses.items[i].handle, traces::HandleId(i)) << "in order";
}

TEST(RecordingEngine, ManyTasksFitALowMemoryLimit) {
  constexpr std::size_t count = 300'000;  // more than the smallest memory limit holds
  Options options = with_threads(3);
  options.settings["trace_memory"] = "1";
  std::shared_ptr<const Trace> trace;
  {
    Runtime runtime(
        make_recording_engine(options, [&](std::shared_ptr<const Trace> whole) { trace = whole; }));
    const Handle x = runtime.handle("x");
    for (std::size_t i = 0; i < count; ++i)
      runtime.submit(
          task(static_cast<double>(i)), [] {}, read(x));
  }
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  ASSERT_EQ(run_count(*trace), count);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(trace->tasks.work[i], static_cast<double>(i));
  EXPECT_EQ(trace->accesses.items.size(), count);
}

TEST(RecordingEngine, InvalidMemoryLimitIsRefused) {
  Options options = with_threads(1);
  for (const char* text : {"0", "", "1.5", "much", "-1", "99999999999999999999"}) {
    options.settings["trace_memory"] = text;
    try {
      make_recording_engine(options, [](const auto&) {});
      FAIL() << text;
    } catch (const ConfigurationError& error) {
      EXPECT_EQ(error.what(), "GUSSET_TRACE_MEMORY: expected a whole number of MiB, at least 1, found \"" +
                                  std::string(text) + "\"");
    }
  }
}

TEST(RecordingEngine, FullDiskStopsOnlyTheRecordingAndIsReportedOnce) {
  int ran = 0;
  ::testing::internal::CaptureStderr();
  {
    Runtime runtime(make_recording_engine(with_threads(1), std::filesystem::path("/dev/full")));
    for (int i = 0; i < 50'000; ++i) runtime.submit(task(), [&ran] { ++ran; });
    runtime.wait();
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "gusset: recording stopped, the program continues: /dev/full: expected a file that can be "
            "written, found \"No space left on device\"\n");
  EXPECT_EQ(ran, 50'000);
}

TEST(RecordingEngine, UnwritableFileIsNamedInTheError) {
  const auto engine = make_recording_engine(with_threads(1), std::filesystem::path("/nonexistent/T.gus"));
  try {
    engine->finish();
    FAIL() << "written to nowhere";
  } catch (const ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/T.gus"), std::string::npos) << error.what();
  }
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
