// Versions that reach their readers along a tree: contents are right, and the simulator predicts which node
// sends what to which.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "loopback_nodes.hpp"
#include "predicted_counts.hpp"
#include "random_distributed_program.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using gusset::testing::test_rounds;
using testing::LoopbackRun;

/// Node 0 writes a vector, which all others read, again and again.
struct ManyReaders {
  std::size_t elements = 1;
  int times = 3;

  void operator()(Runtime& runtime) const {
    auto x = TiledMatrix<int>::full(runtime, "x", elements, 1, 1, 1);
    auto sums = TiledMatrix<int>::full(
        runtime, "sums", 1, runtime.grid().nodes(), 1, runtime.grid().nodes(),
        [](std::size_t, std::size_t node) { return NodeId(static_cast<std::uint32_t>(node)); });
    sums.init([](auto, auto, Tile<int> sum, auto, auto) { sum(0, 0) = 0; });
    x.init([](auto, auto, Tile<int> tile, auto, auto) { std::fill_n(tile.data, tile.rows, 0); });
    const TaskType change("change"), use("use");
    for (int k = 1; k <= times; ++k) {
      runtime.submit(
          change(1.0), [k](Tile<int> tile) { std::fill_n(tile.data, tile.rows, k); }, write(x(0, 0)));
      for (unsigned node = 1; node < runtime.grid().nodes(); ++node) {
        runtime.submit(
            use(1.0),
            [](Tile<const int> tile, Tile<int> sum) {
              sum(0, 0) +=
                  std::all_of(tile.data, tile.data + tile.rows, [&](int i) { return i == tile(0, 0); })
                      ? tile(0, 0)
                      : -1000;
            },
            read(x(0, 0)), write(sums(0, node)));
      }
    }
    runtime.wait();
    for (unsigned node = 1; runtime.has_data() && node < runtime.grid().nodes(); ++node) {
      if (runtime.engine().holds(NodeId(node))) {
        EXPECT_EQ(sums.tile(0, node)(0, 0), times * (times + 1) / 2);
      }
    }
  }
};

TEST(BroadcastTreeOnNodes, LetsReadersSendOn) {
  for (const std::size_t elements : {1U, 100'000U}) {
    LoopbackRun run{.nodes = 8, .settings = {.broadcast = {true, 2}}};
    const ManyReaders program{elements};
    run([&](Runtime& runtime, unsigned) { program(runtime); });
    const auto& nodes = run.counts.nodes;
    EXPECT_EQ(nodes[0].messages_sent, 2u * 3u);
    EXPECT_EQ(nodes[1].messages_sent, 2u * 3u);
    EXPECT_EQ(nodes[2].messages_sent, 2u * 3u);
    EXPECT_EQ(nodes[3].messages_sent, 1u * 3u);
    EXPECT_EQ(nodes[0].listeners_sent, 7u * 3u);
    EXPECT_EQ(testing::difference_of(run.counts, testing::predicted_counts(8, program, {true, 2})), "");
  }
}

TEST(BroadcastTreeOnNodes, GivesRandomProgramsTheSameContentsAndThePredictedCounts) {
  for (unsigned seed = 1; seed <= test_rounds(60); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed);
    const BroadcastTree tree{true, seed % 4};
    LoopbackRun run{.nodes = 2 + seed % 8,
                    .threads = 1 + seed % 2,
                    .network = {seed, seed % 4 * 5},
                    .settings = {.broadcast = tree}};
    run([&](Runtime& runtime, unsigned) {
      RandomDistributedProgram::Value expected = 0;
      const auto found = program(runtime, &expected);
      EXPECT_EQ(found, expected);
    });
    EXPECT_EQ(testing::difference_of(run.counts, testing::predicted_counts(run.nodes, program, tree)), "");
  }
}

TEST(BroadcastTreeOnNodes, PassesFailuresOn) {
  LoopbackRun run{.nodes = 6, .settings = {.broadcast = {true, 1}}};
  run([](Runtime& runtime, unsigned) {
    const auto x = TiledMatrix<int>::full(runtime, "x", 1, 1, 1, 1);
    const TaskType fail("fail"), use("use");
    runtime.submit(
        fail(), [](Tile<int>) { throw std::runtime_error("no"); }, write(x(0, 0)));
    for (unsigned node = 1; node < 6; ++node) {
      runtime.submit(
          use().on(NodeId(node)), [](Tile<const int>) { ADD_FAILURE() << "ran"; }, read(x(0, 0)));
    }
    EXPECT_THROW(runtime.wait(), TaskFailure);
  });
}

}  // namespace
}  // namespace gusset::cluster
