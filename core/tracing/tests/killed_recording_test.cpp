// Programs that are killed while they are being recorded.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <thread>

#include "gusset/core.hpp"
#include "gusset/core_tracing.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "sanitized.hpp"

namespace gusset::core_tracing {
namespace {

/// Never returns.
void run_graph(Runtime& runtime) {
  TaskGraph<std::int64_t> graph(runtime, "step");
  graph.define({.in_degree = [](std::int64_t key) { return key < 8 ? 1u : 2u; },
                .then =
                    [&](std::int64_t key) {
                      const std::int64_t next = key / 8 * 8 + 8;
                      graph.fulfil(next + key % 8);
                      graph.fulfil(next + (key + 3) % 8);
                    }});
  for (std::int64_t key = 0; key < 8; ++key) graph.fulfil(key);
  runtime.wait();
}

/// Never returns.
void run_on_handles(Runtime& runtime) {
  const TaskType task("task");
  const Handle x = runtime.handle("x");
  for (std::int64_t i = 0;; ++i) {
    const Annotation round("round", i);
    for (int j = 0; j < 100; ++j) {
      runtime.submit(
          task(2.0), [] {}, read(x));
    }
    runtime.submit(
        task(3.0), [] {}, write(x));
  }
}

pid_t start(const std::filesystem::path& path, void (*program)(Runtime&)) {
  const pid_t child = fork();
  if (child != 0) return child;
  Options options;
  options.threads = 2;
  Runtime runtime(make_recording_engine(options, path));
  program(runtime);
  _exit(0);
}

bool is_loss(const std::string& note) {
  return note.find("damaged chunks") != std::string::npos ||
         note.find("chunks that depend on lost ones") != std::string::npos ||
         note.find("whose tasks, handles or modes") != std::string::npos ||
         note.find("whose types") != std::string::npos;
}

void expect_recoverable(void (*program)(Runtime&)) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("gusset_killed_" + std::to_string(getpid()) + ".gus");
  constexpr unsigned seed = 1;
  std::mt19937 random(seed);
  // Sizes rather than times: how far a program gets in a given time depends on the machine.
  std::uniform_int_distribution<std::uintmax_t> least_size(1, 1'000'000);
  std::uniform_int_distribution<int> delay_us(0, 5'000);
  std::size_t max_tasks = 0;
  for (int round = 0; round < (is_sanitized ? 12 : 50); ++round) {
    std::filesystem::remove(path);
    const pid_t child = start(path, program);
    ASSERT_GT(child, 0);
    const std::uintmax_t size = least_size(random);
    while (!std::filesystem::exists(path) || std::filesystem::file_size(path) < size)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(delay_us(random)));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));

    EXPECT_FALSE(traces::read_gus(path).ok());
    const auto trace = traces::recover_gus(path);
    // A program killed between the header and the metadata leaves nothing to read.
    if (!trace && std::filesystem::file_size(path) < 2000) continue;
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    max_tasks = std::max(max_tasks, (*trace)->tasks.size());
    bool is_noted = false;  // the recording may have other notes
    for (const std::string& note : (*trace)->metadata.notes) {
      EXPECT_FALSE(is_loss(note)) << note;
      is_noted = is_noted || note.find("recovered from an incomplete file") != std::string::npos;
    }
    EXPECT_TRUE(is_noted);
  }
  std::filesystem::remove(path);
  EXPECT_GT(max_tasks, 10'000u);
}

TEST(KilledRecording, FileCanBeRecoveredWithoutLosingCompleteChunks) {
  expect_recoverable(run_on_handles);
}

TEST(KilledRecording, FileOfATaskGraphCanBeRecovered) {
  expect_recoverable(run_graph);
}

}  // namespace
}  // namespace gusset::core_tracing
