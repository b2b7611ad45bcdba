#include "gusset/core/collectives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fake_engine.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using testing::FakeEngine;
using testing::FakeLog;
using ::testing::HasSubstr;
using testing::with_threads;

/// Four nodes without data.
class CollectivesOnFourNodes : public ::testing::Test {
 protected:
  /// The tasks since the last call, as "type@node".
  std::string tasks() {
    std::string text;
    for (const FakeLog::Submission& each : log_->tasks)
      text += each.type + "@" + std::to_string(each.node) + " ";
    log_->tasks.clear();
    return text;
  }

  std::shared_ptr<FakeLog> log_ = std::make_shared<FakeLog>();
  Runtime runtime_{std::make_unique<FakeEngine>(ProcessGrid{2, 2}, log_)};
  Collectives all_{runtime_};
};

TEST(Collectives, OnOneNodeChangeNothing) {
  Runtime runtime(with_threads(2));
  Collectives alone(runtime);
  auto x = alone.vectors<int>("x", 3);
  auto y = alone.vectors<int>("y", 3);
  x.init([](auto, auto, Tile<int> tile, auto, auto) {
    for (std::size_t i = 0; i < 3; ++i) tile(i, 0) = static_cast<int>(i) + 5;
  });
  alone.broadcast(x);
  alone.reduce(x);
  alone.allreduce(x);
  alone.alltoall(x, y);
  runtime.wait();
  EXPECT_EQ(x.tile(0, 0)(2, 0), 7);
  EXPECT_EQ(y.tile(0, 0)(2, 0), 7);
}

TEST_F(CollectivesOnFourNodes, SendAWholeVectorWithoutABuffer) {
  const auto x = all_.vectors<double>("x", 10);
  all_.broadcast(x, 1, {.algorithm = CollectiveAlgorithm::linear});
  EXPECT_EQ(tasks(), "collective copy@2 collective copy@3 collective copy@0 ");
}

TEST_F(CollectivesOnFourNodes, SendTheNextMessageWhenTheOneBeforeHasLeft) {
  const auto x = all_.vectors<double>("x", 10);
  all_.broadcast(x, 0, {.algorithm = CollectiveAlgorithm::binomial});
  EXPECT_EQ(tasks(), "collective copy@2 collective next@0 collective copy@1 collective copy@3 ");
}

TEST_F(CollectivesOnFourNodes, UseBuffersWhereVectorsChangeMeanwhile) {
  const auto x = all_.vectors<double>("x", 10);
  all_.allreduce(x, std::plus<>(), {.algorithm = CollectiveAlgorithm::recursive_doubling});
  EXPECT_THAT(tasks(), HasSubstr("collective pack@0 collective pack@1 collective pack@2 collective pack@3 "
                                 "collective combine@1 collective combine@0"));
}

TEST_F(CollectivesOnFourNodes, KeepTheirBuffers) {
  const auto x = all_.vectors<double>("x", 10);
  all_.allreduce(x);
  const std::size_t handles = log_->handles.size();
  all_.allreduce(x);
  EXPECT_EQ(log_->handles.size(), handles);
}

TEST_F(CollectivesOnFourNodes, ModelProgramsWithTheSameTasks) {
  const auto x = all_.vectors<std::byte>("x", 80);
  const std::vector<Handle> y = all_.handles("y", 80);
  for (const CollectiveAlgorithm algorithm : algorithms_for(CollectiveOperation::allreduce)) {
    all_.allreduce(y, {.algorithm = algorithm});
    const std::string modelled = tasks();
    all_.allreduce(x, [](std::byte a, std::byte b) { return a | b; }, {.algorithm = algorithm});
    EXPECT_EQ(modelled, tasks()) << name_of(algorithm);
  }
}

TEST_F(CollectivesOnFourNodes, CanLeaveNodesOut) {
  Collectives some(runtime_, {NodeId(3), NodeId(1)});
  EXPECT_EQ(some.ranks(), 2u);
  EXPECT_EQ(some.node(0), NodeId(3));
  const auto x = some.vectors<float>("x", 4);
  some.broadcast(x, 0);
  EXPECT_EQ(tasks(), "collective copy@1 ");
}

TEST_F(CollectivesOnFourNodes, NameWhatTheyRefuse) {
  EXPECT_EQ(testing::refusal([&] { Collectives none(runtime_, {}); }),
            "collectives: expected at least 1 node, found none");
  EXPECT_EQ(testing::refusal([&] { Collectives outside(runtime_, {NodeId(4)}); }),
            "collectives: expected a node below 4, found 4");
  EXPECT_EQ(testing::refusal([&] {
              Collectives twice(runtime_, {NodeId(2), NodeId(2)});
            }),
            "collectives: expected each node once, found node 2 twice");

  const auto x = all_.vectors<double>("x", 10);
  EXPECT_EQ(testing::refusal([&] { all_.broadcast(x, 4); }),
            "broadcast: root: expected a rank below 4, found 4");
  EXPECT_EQ(testing::refusal([&] { all_.broadcast(x, 0, {.algorithm = CollectiveAlgorithm::ring}); }),
            "broadcast: algorithm: expected linear, chain, binary, binomial, knomial, scatter_allgather, or "
            "automatic, found ring");
  EXPECT_EQ(testing::refusal([&] { all_.alltoall(x, x); }),
            "alltoall: x(0,0): expected two different vectors, found one");
  const auto y = all_.vectors<double>("y", 10);
  EXPECT_EQ(testing::refusal([&] { all_.alltoall(x, y); }),
            "alltoall: y(0,0): expected a multiple of 4 elements, found 10");
  const auto z = all_.vectors<double>("z", 11);
  EXPECT_EQ(testing::refusal([&] { all_.alltoall(x, z); }),
            "alltoall: x(0,0): expected 88 bytes, found 80 bytes");
  const auto square = TiledMatrix<double>::full(runtime_, "s", 8, 8, 2, 2);
  EXPECT_EQ(testing::refusal([&] { all_.allreduce(square); }),
            "allreduce: s: expected 1 x 4 tiles without parts, one on each node, found 2 x 2 tiles");
  const auto row = TiledMatrix<double>::full(runtime_, "r", 8, 4, 1, 4);
  EXPECT_EQ(testing::refusal([&] { all_.reduce(row); }),
            "reduce: r(0,2): expected rank 2's data on node 2, found data on node 0");
  EXPECT_EQ(testing::refusal([&] { all_.allreduce(all_.handles("h", 0)); }),
            "allreduce: h(0): expected at least 1 byte, found 0 B");
  const std::vector<Handle> few;
  EXPECT_EQ(testing::refusal([&] { all_.allreduce(few); }),
            "allreduce: data: expected a handle on each of 4 nodes, found 0");
}

}  // namespace
}  // namespace gusset
