#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"
#include "random_distributed_program.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using testing::LoopbackRun;

std::uint64_t result_of_run(const RandomDistributedProgram& program) {
  Runtime runtime{Options{.threads = 1}};
  return program(runtime);
}

std::vector<std::uint64_t> results_of(LoopbackRun& run, const RandomDistributedProgram& program) {
  std::vector<std::uint64_t> results(run.nodes);
  run([&](Runtime& runtime, unsigned node) { results[node] = program(runtime); });
  return results;
}

TEST(DistributedEngine, RandomProgramsGiveTheSameDataAsOnOneNode) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed, false);
    const std::uint64_t expected = result_of_run(program);
    LoopbackRun run{.nodes = 1 + seed % 6, .threads = 1 + seed % 2, .network = {seed, seed % 5 * 4}};
    EXPECT_EQ(results_of(run, program), std::vector<std::uint64_t>(run.nodes, expected));
  }
}

TEST(DistributedEngine, TasksEverywhereSubmitInTheSameOrderOnAnyNumberOfNodes) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed);
    LoopbackRun two{.nodes = 2, .network = {seed, seed % 3 * 5}};
    LoopbackRun more{.nodes = 3 + seed % 4, .threads = 1 + seed % 2, .network = {seed, seed % 3 * 5}};
    const std::uint64_t expected = results_of(two, program)[0];
    EXPECT_EQ(results_of(more, program), std::vector<std::uint64_t>(more.nodes, expected));
  }
}

}  // namespace
}  // namespace gusset::cluster
