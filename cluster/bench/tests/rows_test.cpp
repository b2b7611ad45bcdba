#include "rows.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "contestants.hpp"
#include "graphs.hpp"
#include "gusset/core/options.hpp"
#include "launcher.hpp"
#include "message_hops.hpp"

namespace gusset::cluster::bench {
namespace {

TEST(Rows, HaveUniqueNames) {
  std::set<std::string> names;
  for (const Row& row : rows()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(Rows, ProbesHaveNames) {
  for (const Row& row : rows()) EXPECT_EQ(probe_of(text_of(row.work.probe)), row.work.probe) << row.name;
  EXPECT_EQ(probe_of("none"), std::nullopt);
}

TEST(Rows, SharesHaveAtLeastAsManyThreadsAsTheirBase) {
  for (const Row& row : rows()) {
    if (row.is_share) {
      EXPECT_EQ(row.better, "higher") << row.name;
      EXPECT_GE(row.nodes.nodes * row.nodes.threads, share_base.nodes * share_base.threads) << row.name;
    }
  }
}

TEST(Rows, ShortenedWorkIsSmallerAndHasTheSameProbe) {
  for (const Row& row : rows()) {
    const Work work = shortened(row.work);
    EXPECT_EQ(work.probe, row.work.probe);
    EXPECT_LE(work.size, 100U);
    EXPECT_GT(work.size, 0U);
  }
}

TEST(LaunchCommand, OpenMpiBindsNothingAndMayHaveMoreProcessesThanCores) {
  EXPECT_EQ(launch_command({"openmpi", "Open MPI", "mpirun.openmpi", "", ""}, 4, {"./program", "word"}),
            (std::vector<std::string>{"mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-n", "4",
                                      "./program", "word"}));
}

TEST(LaunchCommand, MpichNeedsNoOptions) {
  EXPECT_EQ(launch_command({"mpich", "MPICH", "mpirun.mpich", "", ""}, 2, {"./program"}),
            (std::vector<std::string>{"mpirun.mpich", "-n", "2", "./program"}));
}

TEST(MedianBefore, TakesOneNumberOfEachLine) {
  const std::string output =
      "N = 64, 2 × 2 blocks: 0.300000 s, 1.00 GFlop/s\n"
      "residual: not checked\n"
      "N = 64, 2 × 2 blocks: 0.100000 s, 3.00 GFlop/s\n"
      "N = 64, 2 × 2 blocks: 0.200000 s, 1.50 GFlop/s\n";
  EXPECT_EQ(median_before(" s, ", output), 0.2);
  EXPECT_EQ(median_before(" GFlop/s", output), 1.5);
  EXPECT_THROW(median_before(" s, ", "no time\n"), std::runtime_error);
  EXPECT_THROW(median_before(" s, ", "fast s, \n"), std::runtime_error);
}

Options one_worker() {
  Options options;
  options.threads = 1;
  return options;
}

TEST(Hops, EachTaskAddsOne) {
  Runtime runtime(one_worker());
  const Matrix tiles = Hops::tiles(runtime, 64);
  for (int repetition = 0; repetition < 2; ++repetition) {
    Hops::submit(runtime, tiles, 10);
    runtime.wait();
  }
  EXPECT_EQ(Hops::result(tiles, 10), 20.0);
}

TEST(MessageHops, EachTaskAddsOne) {
  Runtime runtime(one_worker());
  for (const std::size_t bytes : {8U, 4096U}) {
    MessageHops chain(runtime, bytes);
    for (int repetition = 0; repetition < 2; ++repetition) {
      chain.run(10);
      EXPECT_EQ(chain.result(), 10.0);
    }
  }
}

TEST(Messages, BringTheLatestValues) {
  Runtime runtime(one_worker());
  const Matrix sent = tiles_of_node(runtime, 0, 4);
  const Matrix results = tiles_of_node(runtime, 1, 4);
  submit_messages(runtime, sent, results, 10);  // places 0 and 1 three times, 2 and 3 twice
  runtime.wait();
  EXPECT_EQ(results.tile(0, 1)(0, 0), 3.0);
  EXPECT_EQ(results.tile(0, 3)(0, 0), 2.0);
}

TEST(CholeskyGraph, HasTilesOfTheWantedSize) {
  Runtime runtime(one_worker());
  const Matrix tiles = cholesky_tiles(runtime, 3, 200);
  EXPECT_EQ(tiles.column_blocks(), 3U);
  EXPECT_EQ(tiles.tile(1, 0).rows, 5U);
  EXPECT_EQ(cholesky_tasks(3), 10U);
}

TEST(Stencil, WritesEachColumn) {
  Runtime runtime(one_worker());
  for (const std::size_t columns : {1U, 2U, 5U}) {
    const Matrix tiles = stencil_tiles(runtime, columns);
    submit_stencil(runtime, tiles, {8, 1});
    runtime.wait();
    for (std::size_t column = 0; column < columns; ++column)
      EXPECT_EQ(tiles.tile(1, column)(0, 0), compute(8)) << column << " of " << columns;
  }
}

}  // namespace
}  // namespace gusset::cluster::bench
