// A process that is one node of several: tasks of other nodes are offered to the engine and never built.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "node_fixture.hpp"
#include "refusal.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::FakeSurroundings;
using testing::refusal;
using testing::task;

/// Node 0 of a 1 × 2 grid. Other nodes' tasks take no time: it raises their accesses at once.
class FirstOfTwo final : public Engine {
 public:
  struct Offered {
    NodeId node;
    std::vector<Use> uses;
  };

  NodeId here() const override { return NodeId(0); }
  ProcessGrid grid() const override { return {1, 2}; }
  bool pass_by(const TaskCall& call, NodeId node, std::span<const Use> uses) override {
    if (call.type == refused.id()) throw UsageError("refused");
    offered.push_back({node, {uses.begin(), uses.end()}});
    if (node == here() || node == every_node) return false;
    for (const Use& use : uses) {
      if (use.is_reserved) {
        node_->note_reserved(*use.handle);
      } else {
        node_->note(*use.handle, use.mode);
      }
      node_->raise(*use.handle, 1);
    }
    return true;
  }
  void* contents(HandleState& handle) override {
    asked.push_back(handle.name);
    return handle.data;
  }
  bool fill(HandleState& handle) override { return handle.owner == here(); }
  void filled(HandleState& handle) override { was_filled.push_back(handle.name); }

  bool has_data() const override { return true; }
  unsigned workers() const override { return node_->workers(); }
  Task* running_task() const override { return node_->running_task(); }
  void add_handle(HandleState& handle) override { node_->add_handle(handle); }
  void remove_handle(HandleState& handle) override { node_->remove_handle(handle); }
  TaskMemory allocate(std::size_t bytes, bool wants_extra) override {
    ++allocated;
    return node_->allocate(bytes, wants_extra);
  }
  void give_back(Task& given) override { node_->give_back(given); }
  void submit(Task& own) override {
    ++submitted;
    node_->submit(own);
  }
  void wait(HandleState& handle, std::uint32_t version) override { node_->wait(handle, version); }
  void wait_all() override { node_->wait_all(); }
  void finish() override { node_->finish(); }
  std::uint32_t submitted_version(HandleState& handle) override { return node_->submitted_version(handle); }
  std::uint32_t reserve(HandleState& handle, AccessMode mode) override {
    return node_->reserve(handle, mode);
  }

  static inline const TaskType refused{"refused by the engine"};
  std::vector<Offered> offered;
  std::vector<std::string> asked;
  std::vector<std::string> was_filled;
  int allocated = 0;
  int submitted = 0;

 private:
  FakeSurroundings surroundings_;
  std::unique_ptr<NodeEngine> node_ = make_node_engine(testing::with_threads(1), surroundings_);
};

class PassBy : public ::testing::Test {
 protected:
  FirstOfTwo& engine_ = *new FirstOfTwo;
  Runtime runtime_{std::unique_ptr<Engine>(&engine_)};
  Handle own_ = runtime_.handle("own", 0, NodeId(0));
  Handle foreign_ = runtime_.handle("foreign", 0, NodeId(1));
};

TEST_F(PassBy, ATaskOfAnotherNodeIsNotBuilt) {
  bool has_run = false;
  runtime_.submit(
      task(), [&] { has_run = true; }, read(own_), write(foreign_));
  runtime_.wait();
  EXPECT_FALSE(has_run);
  EXPECT_EQ(engine_.allocated, 0);
  ASSERT_EQ(engine_.offered.size(), 1u);
  EXPECT_EQ(engine_.offered[0].node, NodeId(1));
  ASSERT_EQ(engine_.offered[0].uses.size(), 2u);
  EXPECT_EQ(engine_.offered[0].uses[0].handle, &own_.state());
  EXPECT_EQ(engine_.offered[0].uses[0].mode, AccessMode::read);
  EXPECT_FALSE(engine_.offered[0].uses[0].is_reserved);
  EXPECT_EQ(engine_.offered[0].uses[1].handle, &foreign_.state());
  EXPECT_EQ(engine_.offered[0].uses[1].mode, AccessMode::write);
  EXPECT_EQ(foreign_.state().version(), 1u);
}

TEST_F(PassBy, AnOwnTaskIsOfferedOnceAndThenSubmitted) {
  int ran = 0;
  runtime_.submit(
      task(), [&] { ++ran; }, write(own_));
  runtime_.submit(
      task().with_priority(3), [&] { ++ran; }, add(own_), read(foreign_));
  runtime_.submit(task(), [&] { ++ran; });
  runtime_.wait();
  EXPECT_EQ(ran, 3);
  EXPECT_EQ(engine_.submitted, 3);
  EXPECT_EQ(engine_.offered.size(), 3u);
  for (const FirstOfTwo::Offered& offered : engine_.offered) EXPECT_EQ(offered.node, NodeId(0));
}

TEST_F(PassBy, AddsOfOwnTasksExcludeEachOther) {
  std::uint64_t sum = 0;
  for (int i = 0; i < 1000; ++i)
    runtime_.submit(
        task(), [&] { ++sum; }, add(own_));
  runtime_.wait();
  EXPECT_EQ(sum, 1000u);
}

TEST_F(PassBy, AHandleNamedTwiceIsOfferedOnce) {
  runtime_.submit(
      task(), [] {}, read(foreign_), write(foreign_));
  ASSERT_EQ(engine_.offered.size(), 1u);
  ASSERT_EQ(engine_.offered[0].uses.size(), 1u);
  EXPECT_EQ(engine_.offered[0].uses[0].mode, AccessMode::write);
  EXPECT_EQ(engine_.submitted, 0);
}

TEST_F(PassBy, LongListsAreOfferedToo) {
  std::vector<Handle> many;
  for (int i = 0; i < 40; ++i) many.push_back(runtime_.handle("x", 0, NodeId(1)));
  for (const std::size_t count : {0u, 3u, 16u, 17u, 40u}) {
    std::vector<decltype(write(foreign_))> accesses;
    for (std::size_t i = 0; i < count; ++i) accesses.push_back(write(many[i]));
    engine_.offered.clear();
    runtime_.submit(
        task().on(NodeId(1)), [] {}, accesses);
    ASSERT_EQ(engine_.offered.size(), 1u);
    EXPECT_EQ(engine_.offered[0].uses.size(), count);
    EXPECT_EQ(engine_.offered[0].node, NodeId(1));
  }
  EXPECT_EQ(engine_.submitted, 0);
  runtime_.wait();
}

TEST_F(PassBy, PlacesAndRefusesAsOneProcessDoes) {
  const auto refused = [&](const TaskCall& call, auto... accesses) {
    return refusal([&] {
      runtime_.submit(
          call, [](auto&&...) {}, accesses...);
    });
  };
  EXPECT_EQ(refused(task().on(NodeId(0)), write(foreign_)),
            "task on node 0: expected to modify only what that node owns, found foreign, which node 1 owns");
  EXPECT_EQ(refused(task(), write(own_), add(foreign_)),
            "task on node 0: expected to modify only what that node owns, found foreign, which node 1 owns");
  EXPECT_EQ(refused(task(), write(foreign_), write(own_)),
            "task on node 1: expected to modify only what that node owns, found own, which node 0 owns");
  EXPECT_EQ(refused(task().on(NodeId(2)), read(own_)), "task: expected a node from 0 to 1, found node 2");
  EXPECT_EQ(refused(task(-1.0), read(foreign_)),
            "task: expected work that is finite and not negative, found -1.000000");
  EXPECT_EQ(refused(task().everywhere(), read(own_)),
            "task everywhere: expected handles that every node owns, found own of node 0");
  EXPECT_TRUE(engine_.offered.empty());
  EXPECT_EQ(refused(FirstOfTwo::refused(), write(own_)), "refused");

  EXPECT_EQ(refused(task(), read(foreign_), read(own_)), "accepted");
  EXPECT_EQ(refused(task().on(NodeId(1)), read(own_)), "accepted");
  EXPECT_EQ(refused(task()), "accepted");
  ASSERT_EQ(engine_.offered.size(), 3u);
  EXPECT_EQ(engine_.offered[0].node, NodeId(1));
  EXPECT_EQ(engine_.offered[1].node, NodeId(1));
  EXPECT_EQ(engine_.offered[2].node, NodeId(0));
}

TEST_F(PassBy, ATaskEverywhereIsOfferedAsSuch) {
  NodeLocal<int> local(runtime_, "local", 0);
  runtime_.submit(
      task().everywhere(), [](int& value) { ++value; }, write(local));
  runtime_.wait();
  ASSERT_EQ(engine_.offered.size(), 1u);
  EXPECT_EQ(engine_.offered[0].node, every_node);
  EXPECT_EQ(local.value(), 1);
}

TEST_F(PassBy, AReservationMayBelongToATaskOfAnotherNode) {
  Reserved reserved = runtime_.reserve(write(foreign_));
  EXPECT_EQ(reserved.version(), 0u);
  runtime_.submit(
      task(), [] {}, std::move(reserved));
  EXPECT_TRUE(reserved.is_used());
  ASSERT_EQ(engine_.offered.size(), 1u);
  EXPECT_TRUE(engine_.offered[0].uses[0].is_reserved);
  EXPECT_EQ(engine_.offered[0].uses[0].reserved_version, 0u);
  EXPECT_EQ(foreign_.state().version(), 1u);
  { const Reserved unused = runtime_.reserve(read(foreign_)); }
  EXPECT_EQ(engine_.offered.size(), 2u);
  EXPECT_EQ(foreign_.state().version(), 2u);
  EXPECT_EQ(engine_.submitted, 0);
}

TEST_F(PassBy, TheLoggedGraphHasTheTasksOfAllNodes) {
  runtime_.log_graph();
  runtime_.submit(
      task(), [] {}, write(own_));
  runtime_.submit(
      testing::child(), [] {}, read(own_), write(foreign_));
  runtime_.wait();
  EXPECT_EQ(engine_.submitted, 1);
  std::ostringstream dot;
  runtime_.write_dot(dot);
  EXPECT_NE(dot.str().find("child"), std::string::npos) << dot.str();
  EXPECT_NE(dot.str().find("->"), std::string::npos) << dot.str();
}

TEST_F(PassBy, CapturedTasksAreNotOffered) {
  const Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(), [] {}, write(foreign_));
  });
  EXPECT_EQ(plan.tasks(), 1u);
  EXPECT_TRUE(engine_.offered.empty());
}

TEST_F(PassBy, TasksOfKernelsAreOfferedToo) {
  int ran = 0;
  const auto submit_child = [&] {
    runtime_.submit(
        testing::child(), [&] { ++ran; }, write(own_));
  };
  runtime_.submit(task(), submit_child);
  runtime_.wait();
  EXPECT_EQ(engine_.offered.size(), 2u);
  EXPECT_EQ(ran, 1);
}

class OwnTiles : public PassBy {
 protected:
  TiledMatrix<double> a_ = TiledMatrix<double>::full(runtime_, "A", 8, 8, 2, 2);
};

TEST_F(OwnTiles, OnlyTheTilesOfThisNodeHaveMemory) {
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NE(a_(i, 0).state().data, nullptr);
    EXPECT_EQ(a_(i, 1).state().data, nullptr);
  }
}

TEST_F(OwnTiles, InitFillsOwnTilesAndTellsTheEngineOfAll) {
  std::vector<std::string> filled;
  a_.init([&](std::size_t i, std::size_t j, Tile<double> tile, std::size_t, std::size_t) {
    filled.push_back(std::to_string(i) + std::to_string(j));
    tile(0, 0) = 1.0;
  });
  EXPECT_EQ(filled, (std::vector<std::string>{"00", "10"}));
  EXPECT_EQ(engine_.was_filled, (std::vector<std::string>{"A(0,0)", "A(1,0)", "A(0,1)", "A(1,1)"}));
}

TEST_F(OwnTiles, ContentsOutsideOfTasksComeFromTheEngine) {
  a_.tile(0, 0)(0, 0) = 2.0;
  EXPECT_EQ(a_.element(0, 0), 2.0);
  EXPECT_EQ(a_.tile(1, 1).data, nullptr);
  EXPECT_EQ(engine_.asked, (std::vector<std::string>{"A(0,0)", "A(0,0)", "A(1,1)"}));
}

TEST_F(OwnTiles, ANodeMayOwnNoTile) {
  const auto b = TiledMatrix<double>::full(runtime_, "B", 4, 4, 2, 2,
                                           [](std::size_t, std::size_t) { return NodeId(1); });
  EXPECT_EQ(b(1, 1).state().data, nullptr);
}

TEST_F(OwnTiles, PartsHaveMemoryWhereTheirTileHas) {
  const auto c = TiledMatrix<double>::full(runtime_, "C", 8, 8, {2, 2}, {2, 2});
  EXPECT_NE(c(0, 0).parts()(1, 1).state().data, nullptr);
  EXPECT_EQ(c(0, 1).parts()(1, 1).state().data, nullptr);
}

}  // namespace
}  // namespace gusset
