// The engine "record", chosen by the environment, in a program that names nothing of core_tracing.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "gusset/core.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "possible.hpp"

namespace gusset {
namespace {

const TaskType task("task");

class RecordEnvironment : public ::testing::Test {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // every program below runs in its own process
    folder_ =
        std::filesystem::temp_directory_path() /
        (std::string("gusset_record_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directory(folder_);
    setenv("GUSSET_ENGINE", "record", 1);
    setenv("GUSSET_TRACE", (folder_ / "T.gus").c_str(), 1);
  }
  void TearDown() override {
    unsetenv("GUSSET_ENGINE");
    unsetenv("GUSSET_TRACE");
    unsetenv("GUSSET_COSTS");
    traces::testing::expect_possible_in(folder_);
    std::filesystem::remove_all(folder_);
  }
  std::size_t recorded_tasks(const std::string& file) const {
    const auto trace = traces::read_gus(folder_ / file);
    if (!trace) ADD_FAILURE() << trace.error().message();
    return trace ? (*trace)->tasks.size() : 0;
  }
  std::filesystem::path folder_;
};

void run_tasks(int count) {
  Runtime runtime;
  for (int i = 0; i < count; ++i) runtime.submit(task(), [] {});
}

[[noreturn]] void run_twice() {
  run_tasks(3);
  run_tasks(5);
  std::exit(0);
}

TEST_F(RecordEnvironment, LinkingRegistersTheEngine) {
  const auto names = engine_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "record"), names.end());
}

TEST_F(RecordEnvironment, WritesATracePerRuntime) {
  EXPECT_EXIT(run_twice(), ::testing::ExitedWithCode(0), "^$");
  EXPECT_EQ(recorded_tasks("T.gus"), 3u);
  EXPECT_EQ(recorded_tasks("T.2.gus"), 5u);
}

TEST_F(RecordEnvironment, MissingPathIsRefused) {
  unsetenv("GUSSET_TRACE");
  EXPECT_EXIT(run_tasks(1), ::testing::ExitedWithCode(2),
              "^gusset: GUSSET_TRACE: expected a path for the trace, found none\n$");
}

TEST_F(RecordEnvironment, UnwritablePathIsRefusedBeforeTheRun) {
  setenv("GUSSET_TRACE", "/nonexistent/T.gus", 1);
  EXPECT_EXIT(run_tasks(1), ::testing::ExitedWithCode(2),
              "^gusset: GUSSET_TRACE: expected a file that can be written, found "
              "\"/nonexistent/T.gus\"\n$");
}

TEST_F(RecordEnvironment, UnwritablePathOfALaterRecordingIsRefusedBeforeItsRun) {
  std::filesystem::create_directory(folder_ / "T.2.gus");
  const auto run_after_another = [] {
    run_tasks(3);
    Runtime runtime;
    runtime.submit(task(), [] { std::fputs("ran\n", stderr); });
  };
  EXPECT_EXIT(run_after_another(), ::testing::ExitedWithCode(2),
              "^gusset: GUSSET_TRACE: expected a file that can be written, found \".*/T.2.gus\"\n$");
  EXPECT_EQ(recorded_tasks("T.gus"), 3u);
  std::filesystem::remove(folder_ / "T.2.gus");
}

TEST_F(RecordEnvironment, LaterWriteFailureIsReported) {
  const auto lose_the_folder = [this] {
    Runtime runtime;
    std::filesystem::remove_all(folder_);  // before the engine has written anything
  };
  EXPECT_EXIT(lose_the_folder(), ::testing::ExitedWithCode(1), "^gusset: .*T.gus.*expected .*, found .*\n$");
}

TEST_F(RecordEnvironment, RefusesSettingsOfOtherEngines) {
  setenv("GUSSET_COSTS", "x", 1);
  EXPECT_EXIT(run_tasks(1), ::testing::ExitedWithCode(2),
              "^gusset: GUSSET_COSTS: expected a setting of the engine \"record\" .GUSSET_BOUNDARY, GUSSET_ENGINE, "
              "GUSSET_GRID, GUSSET_HANDSHAKE, "
              "GUSSET_PIN, GUSSET_POLICY, GUSSET_SCHEDULE, GUSSET_SCHEDULE_FORM, GUSSET_SEED, "
              "GUSSET_THREADS, GUSSET_WINDOW, GUSSET_DEPTH, "
              "GUSSET_TRACE, GUSSET_TRACE_MEMORY., found an unknown one\n$");
}

TEST_F(RecordEnvironment, MissingEngineErrorListsRecord) {
  setenv("GUSSET_ENGINE", "simulate", 1);
  EXPECT_EXIT(
      run_tasks(1), ::testing::ExitedWithCode(2),
      "^gusset: this program lacks the engine \"simulate\" .it has: run, record.; link gusset::simulator\n$");
}

}  // namespace
}  // namespace gusset
