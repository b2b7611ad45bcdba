// What each depth records, and thefts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "gusset/traces/model/validate.hpp"
#include "recorded.hpp"
#include "task_types.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::task;
using gusset::testing::with_threads;
using ::testing::ElementsAre;
using testing::record;
using testing::run_count;
using traces::Trace;

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
  EXPECT_EQ(trace->recorded, (traces::Recorded{.processor_time = true}));
  EXPECT_EQ(trace->tasks.size(), 4u);
  EXPECT_EQ(run_count(*trace), 4u);
  EXPECT_TRUE(trace->accesses.items.empty());
}

TEST(RecordingEngine, DepthReadyAddsTimesParentsAndWork) {
  const auto trace = record_at("ready", 2, three_tasks);
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  EXPECT_EQ(trace->recorded, (traces::Recorded{true, true, true, true, false, false, false, false, true}));
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

}  // namespace
}  // namespace gusset::core_tracing
