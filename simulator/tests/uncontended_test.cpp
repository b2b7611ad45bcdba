#include "network/uncontended.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "callback_loop.hpp"
#include "network/make_network.hpp"
#include "sent_messages.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::CallbackLoop;
using testing::crossbar;
TEST(Uncontended, ManyMessagesTakeAsLongAsOne) {
  CallbackLoop loop(std::make_unique<Uncontended>(crossbar()));
  std::vector<std::int64_t> times_ns;
  for (unsigned from = 0; from < 3; ++from) {
    loop.send(NodeId(from), NodeId(3), 10'000'000, [&] { times_ns.push_back(loop.now_ns()); });
  }
  loop.send(NodeId(0), NodeId(3), 0, [&] { times_ns.push_back(loop.now_ns()); });
  EXPECT_FALSE(loop.run_until([] { return false; }));
  EXPECT_EQ(times_ns, (std::vector<std::int64_t>{2'000, 1'002'000, 1'002'000, 1'002'000}));
}

TEST(Uncontended, TakesTheNarrowestLinkOfTheRoute) {
  Platform platform = crossbar();
  platform.topology = {
      Topology::Kind::fat_tree, {{2, 1, 1}, {2, 1, 1, platform.bandwidth_bytes_per_s / 4}}, {}, {}};
  for (const NetworkEngine engine : {NetworkEngine::none, NetworkEngine::fast}) {
    CallbackLoop loop(make_network(engine, platform, 4));
    EXPECT_EQ(testing::arrivals_ns(loop, {{0, 0, 1, 10'000'000}, {0, 0, 2, 10'000'000}}),
              (std::vector<std::int64_t>{engine == NetworkEngine::none ? 1'004'000 : 1'336'000, 4'008'000}));
  }
}

TEST(Uncontended, ArrivalCountsAsRequestedAtItsTime) {
  CallbackLoop loop(std::make_unique<Uncontended>(crossbar()));
  std::string order;
  loop.send(NodeId(0), NodeId(1), 0, [&] { order += 'm'; });
  loop.at(2'000, [&] {
    order += 'a';
    loop.at(loop.now_ns(), [&] { order += 'c'; });
  });
  loop.at(1'000, [&] { loop.at(2'000, [&] { order += 'b'; }); });
  EXPECT_FALSE(loop.run_until([] { return false; }));
  EXPECT_EQ(order, "abmc");
}

TEST(Uncontended, StopsWhenDoneAndResumes) {
  CallbackLoop loop(std::make_unique<Uncontended>(crossbar()));
  bool is_done = false;
  int arrived = 0;
  loop.send(NodeId(0), NodeId(1), 10'000'000, [&] { ++arrived; });
  loop.at(7, [&] { is_done = true; });
  EXPECT_TRUE(loop.run_until([&] { return is_done; }));
  EXPECT_EQ(loop.now_ns(), 7);
  EXPECT_EQ(arrived, 0);
  EXPECT_FALSE(loop.run_until([] { return false; }));
  EXPECT_EQ(arrived, 1);
}

TEST(Uncontended, RefusesTimesBeyondTheLimit) {
  Platform slow = crossbar();
  slow.bandwidth_bytes_per_s = 1.0;
  CallbackLoop loop(std::make_unique<Uncontended>(slow));
  EXPECT_EQ(testing::message_of([&] { loop.send(NodeId(0), NodeId(1), 1'000'000'000'000'000'000, [] {}); }),
            "simulate: expected times below 9e9 seconds, found more");
}

}  // namespace
}  // namespace gusset::simulator
