// Writes to contents outside of tasks, which other nodes' tasks would not see.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"

namespace gusset::cluster {
namespace {

using testing::LoopbackRun;
using Matrix = TiledMatrix<int>;

const TaskType copy_type("copy");

/// Node 0 owns A(0,0), node 1 owns A(1,0).
Matrix two_tiles(Runtime& runtime, std::size_t rows_per_tile) {
  auto a = Matrix::full(runtime, "A", 2 * rows_per_tile, 1, 2, 1,
                        [](std::size_t i, std::size_t) { return NodeId(i); });
  a.init([](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 1; });
  return a;
}

/// On node 1: A(1,0) = A(0,0).
void copy_down(Runtime& runtime, const Matrix& a) {
  runtime.submit(
      copy_type(), [](Tile<const int> from, Tile<int> to) { to(0, 0) = from(0, 0); }, read(a(0, 0)),
      write(a(1, 0)));
}

/// What each node's program throws.
std::vector<std::string> messages_of(bool finds_writes,
                                     const std::function<void(Runtime&, unsigned)>& program) {
  LoopbackRun run{.nodes = 2, .network = {1, 3}};
  run.settings.finds_writes = finds_writes;
  std::vector<std::string> messages(run.nodes);
  run([&](Runtime& runtime, unsigned node) {
    try {
      program(runtime, node);
    } catch (const UsageError& error) {
      messages[node] = error.what();
    }
  });
  return messages;
}

/// For short contents, and for those that travel in a message of their own.
class Writes : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Writes, ToAnotherNodesContentsAreNamed) {
  const auto messages = messages_of(true, [](Runtime& runtime, unsigned node) {
    const Matrix a = two_tiles(runtime, GetParam());
    copy_down(runtime, a);
    runtime.wait();
    EXPECT_EQ(a.tile(0, 0)(0, 0), 1);
    if (node == 1) a.tile(0, 0)(0, 0) = 2;
    copy_down(runtime, a);
    runtime.wait();
  });
  EXPECT_EQ(messages,
            std::vector<std::string>(
                2,
                "distribute: node 1 has written to A(0,0) of node 0 outside of tasks, before task 1; "
                "expected only reads, because node 0 does not see the change"));
}

TEST_P(Writes, ToSentContentsAreNamed) {
  const auto messages = messages_of(true, [](Runtime& runtime, unsigned node) {
    const Matrix a = two_tiles(runtime, GetParam());
    copy_down(runtime, a);
    runtime.wait();
    if (node == 0) a.tile(0, 0)(0, 0) = 2;
    copy_down(runtime, a);
    runtime.wait();
  });
  EXPECT_EQ(
      messages,
      std::vector<std::string>(
          2,
          "distribute: node 0 has written to A(0,0) outside of tasks, before task 1, after it was sent to "
          "node 1; expected init() or a task that writes, so that it is sent again"));
}

TEST_P(Writes, ThroughAnOldAddressAreNamed) {
  const auto messages = messages_of(true, [](Runtime& runtime, unsigned node) {
    const Matrix a = two_tiles(runtime, GetParam());
    int* const old = node == 0 ? &a.tile(0, 0)(0, 0) : nullptr;
    copy_down(runtime, a);
    runtime.wait();
    if (node == 0) *old = 2;
    copy_down(runtime, a);
    runtime.wait();
  });
  EXPECT_NE(messages[0], "");
  EXPECT_EQ(messages[1], messages[0]);
}

TEST_P(Writes, ThatAllNodesSeeAreAllowed) {
  const auto messages = messages_of(true, [](Runtime& runtime, unsigned node) {
    Matrix a = two_tiles(runtime, GetParam());
    if (node == 0) a.tile(0, 0)(0, 0) = 2;  // not sent yet
    copy_down(runtime, a);
    runtime.wait();
    EXPECT_EQ(a.tile(1, 0)(0, 0), 2);
    a.init([](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 3; });
    copy_down(runtime, a);
    runtime.wait();
    EXPECT_EQ(a.tile(1, 0)(0, 0), 3);
    runtime.submit(
        copy_type(), [](Tile<int> tile) { tile(0, 0) = 4; }, write(a(0, 0)));
    copy_down(runtime, a);
    runtime.wait();
    EXPECT_EQ(a.tile(1, 0)(0, 0), 4);
    copy_down(runtime, a);
    runtime.wait();
  });
  EXPECT_EQ(messages, std::vector<std::string>(2));
}

TEST_P(Writes, AreNotLookedForUnlessAsked) {
  const auto messages = messages_of(false, [](Runtime& runtime, unsigned node) {
    const Matrix a = two_tiles(runtime, GetParam());
    copy_down(runtime, a);
    runtime.wait();
    if (node == 0) a.tile(0, 0)(0, 0) = 2;
    copy_down(runtime, a);
    runtime.wait();
    EXPECT_EQ(a.tile(1, 0)(0, 0), 1);
  });
  EXPECT_EQ(messages, std::vector<std::string>(2));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Writes, ::testing::Values(1, 5000));

}  // namespace
}  // namespace gusset::cluster
