// Memory and disks that limit a recording.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
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

TEST(RecordingEngine, LongTaskGraphsFitALowMemoryLimit) {
  constexpr int count = 200'000;
  Options options = with_threads(3);
  options.settings["trace_memory"] = "1";
  std::shared_ptr<const Trace> trace;
  {
    Runtime runtime(
        make_recording_engine(options, [&](std::shared_ptr<const Trace> whole) { trace = whole; }));
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int key) { return key < 8 ? 1u : 2u; },
                  .then = [&](int key) {  // each task waits for two of the eight before it
                    const int next = key / 8 * 8 + 8;
                    if (next >= count) return;
                    graph.fulfil(next + key % 8);
                    graph.fulfil(next + (key + 3) % 8);
                  }});
    for (int key = 0; key < 8; ++key) graph.fulfil(key);
    runtime.wait();
  }
  ASSERT_TRUE(traces::validate(*trace, "test").ok());
  ASSERT_EQ(run_count(*trace), static_cast<std::size_t>(count));
  EXPECT_EQ(trace->accesses.items.size(), 3u * (count - 8)) << "each but the last 8 is an event";
  EXPECT_EQ(trace->handles.size(), static_cast<std::size_t>(count - 8));
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

TEST(RecordingEngine, TaskGraphsContinueWithoutTheirRecording) {
  int ran = 0;
  ::testing::internal::CaptureStderr();
  {
    Runtime runtime(make_recording_engine(with_threads(1), std::filesystem::path("/dev/full")));
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .run = [&](int) { ++ran; },
                  .then =
                      [&](int key) {
                        if (key < 50'000) graph.fulfil(key + 1);
                      }});
    graph.fulfil(1);
    runtime.wait();
  }
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("the program continues"), std::string::npos);
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

}  // namespace
}  // namespace gusset::core_tracing
