// A runtime made from the environment: what it reports, and how it ends a program.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::task;

class RuntimeEnvironment : public ::testing::Test {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    handshake_ =
        std::filesystem::temp_directory_path() /
        (std::string("gusset_handshake_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
    std::filesystem::remove(handshake_);
  }
  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }
  void enable_handshake() {
    std::filesystem::remove(handshake_);
    set("GUSSET_HANDSHAKE", handshake_.string());
  }
  std::string handshake() const {
    std::ifstream file(handshake_);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  std::vector<std::string> names_;
  std::filesystem::path handshake_;
};

void make_runtime() {
  Runtime runtime;
}

TEST_F(RuntimeEnvironment, TakesTheNumberOfWorkersFromTheEnvironment) {
  set("GUSSET_THREADS", "3");
  Runtime runtime;
  EXPECT_EQ(runtime.workers(), 3u);
  EXPECT_TRUE(runtime.has_data());
}

TEST_F(RuntimeEnvironment, BadVariableEndsTheProgramWithOneLine) {
  set("GUSSET_THREADS", "abc");
  EXPECT_EXIT(make_runtime(), ::testing::ExitedWithCode(2),
              "^gusset: GUSSET_THREADS: expected a whole number from 1 to 1024, found \"abc\"\n$");
}

TEST_F(RuntimeEnvironment, UnknownVariableEndsTheProgramWithOneLine) {
  set("GUSSET_TREADS", "4");
  EXPECT_EXIT(
      make_runtime(), ::testing::ExitedWithCode(2),
      "^gusset: GUSSET_TREADS: expected a setting of the engine \"run\" .GUSSET_BOUNDARY, GUSSET_ENGINE, "
      "GUSSET_GRID, "
      "GUSSET_HANDSHAKE, GUSSET_PIN, GUSSET_POLICY, GUSSET_SCHEDULE, GUSSET_SCHEDULE_FORM, GUSSET_SEED, "
      "GUSSET_THREADS, GUSSET_WINDOW., found an unknown one\n$");
}

TEST_F(RuntimeEnvironment, MissingEngineEndsTheProgramWithOneLine) {
  set("GUSSET_ENGINE", "simulate");
  EXPECT_EXIT(make_runtime(), ::testing::ExitedWithCode(2),
              "^gusset: this program lacks the engine \"simulate\" .it has: run.; link gusset::simulator\n$");
}

TEST_F(RuntimeEnvironment, HandshakeSaysWhenTheEngineIsReadyAndWhenItHasFinished) {
  enable_handshake();
  {
    const Runtime runtime;
    EXPECT_EQ(handshake(), "gusset 1 ready run\n");
  }
  make_runtime();
  EXPECT_EQ(handshake(), "gusset 1 ready run\ngusset 1 finished\ngusset 1 ready run\ngusset 1 finished\n");
}

TEST_F(RuntimeEnvironment, HandshakeRepeatsTheError) {
  enable_handshake();
  set("GUSSET_SEED", "x\ny");
  EXPECT_EXIT(make_runtime(), ::testing::ExitedWithCode(2), "GUSSET_SEED");
  EXPECT_EQ(
      handshake(),
      "gusset 1 error GUSSET_SEED: expected a whole number from 0 to 18446744073709551615, found \"x y\"\n");
}

TEST_F(RuntimeEnvironment, UnwritableHandshakeIsRefused) {
  set("GUSSET_HANDSHAKE", "/nonexistent/file");
  EXPECT_EXIT(
      make_runtime(), ::testing::ExitedWithCode(2),
      "^gusset: GUSSET_HANDSHAKE: expected a file that can be written, found \"/nonexistent/file\"\n$");
}

TEST_F(RuntimeEnvironment, MisuseEndsTheProgramWithOneLine) {
  enable_handshake();
  const auto use_wrongly = [] {
    Runtime runtime;
    runtime.submit(task(-1.0), [] {});
  };
  EXPECT_EXIT(use_wrongly(), ::testing::ExitedWithCode(1),
              "^gusset: task: expected work that is finite and not negative, found -1.000000\n$");
  EXPECT_EQ(handshake(),
            "gusset 1 ready run\ngusset 1 error task: expected work that is finite and not negative, found "
            "-1.000000\n");
}

/// Prints a line when it is destroyed.
struct Loud {
  ~Loud() { std::fputs("destroyed while a task uses it\n", stderr); }
  std::atomic<bool> is_used = false;
};

[[noreturn]] void misuse_beside_a_task() {
  static Loud used;
  Runtime runtime;
  runtime.submit(task(), [] {
    used.is_used = true;
    for (;;) std::this_thread::yield();
  });
  while (!used.is_used) std::this_thread::yield();
  runtime.submit(task(-1.0), [] {});
  std::abort();
}

TEST_F(RuntimeEnvironment, MisuseLeavesWhatRunningTasksUse) {
  set("GUSSET_THREADS", "2");
  EXPECT_EXIT(misuse_beside_a_task(), ::testing::ExitedWithCode(1), "^gusset: task: [^\n]*\n$");
}

TEST_F(RuntimeEnvironment, WaitInsideATaskFailsThatTask) {
  Runtime runtime;
  runtime.submit(task(), [&] { runtime.wait(); });
  try {
    runtime.wait();
    FAIL() << "nothing was thrown";
  } catch (const TaskFailure& failure) {
    EXPECT_STREQ(failure.what(),
                 "task 'task' failed: a task can't wait: submit a task that accesses what you wait for");
    EXPECT_THROW(failure.rethrow_nested(), UsageError);
  }
}

TEST_F(RuntimeEnvironment, StandardOutputIsFlushedBeforeTheProgramEnds) {
  const auto print_and_fail = [] {
    std::printf("half a result");
    dup2(2, 1);
    setenv("GUSSET_THREADS", "0", 1);
    Runtime runtime;
  };
  EXPECT_EXIT(print_and_fail(), ::testing::ExitedWithCode(2), "half a resultgusset: GUSSET_THREADS");
}

TEST_F(RuntimeEnvironment, TaskExceptionReachesTheProgram) {
  Runtime runtime;
  runtime.submit(task(), [] { throw std::out_of_range("beyond"); });
  try {
    runtime.wait();
    FAIL() << "nothing was thrown";
  } catch (const TaskFailure& failure) {
    EXPECT_STREQ(failure.what(), "task 'task' failed: beyond");
    EXPECT_THROW(failure.rethrow_nested(), std::out_of_range);
  }
}

}  // namespace
}  // namespace gusset
