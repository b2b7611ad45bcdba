// The tasks of a graph exist only while they are needed: memory does not grow with the number of keys.
#include <gtest/gtest.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"
#include "sanitized.hpp"

namespace gusset::cluster {
namespace {

using testing::LoopbackRun;

/// A memory quantity of this process in bytes, as in proc(5); 0 if the system does not tell.
std::int64_t memory_of_process(const std::string& quantity) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(quantity + ":")) return std::stoll(line.substr(quantity.size() + 1)) * 1024;
  }
  return 0;
}

/// How much a process grows at most during a call, in bytes. A child measures it, because memory that the
/// process has freed and kept would hide a growth. -1: the child failed.
template <class Call>
std::int64_t growth_during(Call&& call) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    std::ofstream("/proc/self/clear_refs") << "5";  // sets VmHWM to VmRSS
    const std::int64_t before = memory_of_process("VmHWM");
    call();
    const std::int64_t growth = memory_of_process("VmHWM") - before;
    _exit(::write(ends[1], &growth, sizeof growth) == sizeof growth ? 0 : 1);
  }
  close(ends[1]);
  std::int64_t growth = -1;
  if (child < 0 || ::read(ends[0], &growth, sizeof growth) != sizeof growth) growth = -1;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return growth;
}

/// Runs that many tasks in rows, each of which fulfils the next one of its row. Every hundredth is on the
/// other node.
void run_rows(Runtime& runtime, std::uint64_t keys) {
  constexpr std::uint64_t rows = 64;
  TaskGraph<std::uint64_t> graph(runtime, "step");
  graph.define({.in_degree = [](std::uint64_t) { return 1u; },
                .node = [&](std::uint64_t key) { return NodeId(key / rows / 100 % runtime.grid().nodes()); },
                .then =
                    [&](std::uint64_t key) {
                      if (key + rows < keys) graph.fulfil(key + rows);
                    }});
  for (std::uint64_t row = 0; row < rows; ++row) graph.fulfil(row);
  runtime.wait();
}

/// Runs that many tasks without dependencies, which the program fulfils in a loop.
void run_independent(Runtime& runtime, std::uint64_t keys) {
  TaskGraph<std::uint64_t> graph(runtime, "independent");
  graph.define({.in_degree = [](std::uint64_t) { return 1u; },
                .node = [&](std::uint64_t key) { return NodeId(key % runtime.grid().nodes()); }});
  for (std::uint64_t key = 0; key < keys; ++key) graph.fulfil(key);
  runtime.wait();
}

struct Program {
  void (*run)(Runtime& runtime, std::uint64_t keys);
  unsigned nodes;
};

std::int64_t growth(const Program& program, std::uint64_t keys, std::uint64_t window) {
  return growth_during([&] {
    LoopbackRun run{.nodes = program.nodes};
    run.options.window = window;
    run([&](Runtime& runtime, unsigned) { program.run(runtime, keys); });
  });
}

// The sanitizers keep memory that was freed, so the tests are smaller.
constexpr std::uint64_t few = is_sanitized ? 20'000 : 100'000;
constexpr std::uint64_t many = few * (is_sanitized ? 3 : 100);
constexpr std::int64_t slack_bytes = is_sanitized ? 64'000'000 : 2'000'000;
constexpr std::uint64_t default_window = 1024;

class TaskGraphMemory : public ::testing::TestWithParam<Program> {};

TEST_P(TaskGraphMemory, DoesNotGrowWithTheNumberOfKeys) {
  const std::int64_t least = growth(GetParam(), few, default_window);
  const std::int64_t most = growth(GetParam(), many, default_window);
  EXPECT_GT(least, 0);
  EXPECT_GT(most, 0);
  EXPECT_LE(most, least + slack_bytes);
}

INSTANTIATE_TEST_SUITE_P(Programs, TaskGraphMemory,
                         ::testing::Values(Program{&run_independent, 1}, Program{&run_independent, 2},
                                           Program{&run_rows, 1}, Program{&run_rows, 2}));

// What the test above would find if tasks existed before they are needed.
TEST(TaskGraphMemoryControl, GrowsIfTheProgramMakesAllTasksFirst) {
  constexpr std::uint64_t keys = 1'000'000;
  EXPECT_GT(growth({&run_independent, 1}, keys, 0), std::int64_t{keys} * 30);
}

}  // namespace
}  // namespace gusset::cluster
