#include "transport/loopback.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "messages.hpp"

namespace gusset::cluster {
namespace {

using testing::Exchange;

/// Lists the messages received and the operations completed.
class Log final : public Receiver {
 public:
  void received(unsigned from, std::span<const std::byte> text) override {
    lines += std::to_string(from) + ":";
    for (const std::byte each : text) lines += static_cast<char>(each);
    lines += " ";
  }
  void completed(void* operation) override {
    lines += "completed " + std::to_string(*static_cast<int*>(operation)) + " ";
  }
  std::string lines;
};

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(Loopback, NodesHaveNumbers) {
  const auto nodes = make_loopback(3);
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[2]->node(), 2u);
  EXPECT_EQ(nodes[2]->nodes(), 3u);
}

TEST(Loopback, ShortMessagesArriveInOrderWithoutDelays) {
  const auto nodes = make_loopback(2);
  Log log;
  EXPECT_FALSE(nodes[1]->poll(log));
  nodes[0]->send(1, bytes_of("a"));
  nodes[0]->send(1, bytes_of(""));
  nodes[1]->send(1, bytes_of("c"));
  EXPECT_TRUE(nodes[1]->poll(log));
  EXPECT_EQ(log.lines, "0:a 0: 1:c ");
  EXPECT_FALSE(nodes[1]->poll(log));
}

TEST(Loopback, DelaysReorderMessagesAndTheSeedDecidesHow) {
  const auto order = [](std::uint64_t seed) {
    const auto nodes = make_loopback(2, {.seed = seed, .longest_delay = 8});
    for (const char c : std::string("abcdefghij")) nodes[0]->send(1, bytes_of(std::string(1, c)));
    Log log;
    for (int i = 0; i < 9; ++i) nodes[1]->poll(log);
    return log.lines;
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
  EXPECT_EQ(order(1).size(), 40u) << "no delay is longer than 8 polls: " << order(1);
}

TEST(Loopback, LongMessageWaitsForItsReceiver) {
  const auto nodes = make_loopback(2);
  const std::string contents(10'000, 'x');
  std::string memory(10'000, ' ');
  int send = 1;
  int receive = 2;
  Log log;
  nodes[0]->send_long(1, 7, bytes_of(contents), &send);
  EXPECT_FALSE(nodes[0]->poll(log));
  EXPECT_FALSE(nodes[1]->poll(log));
  nodes[1]->receive_long(0, 7, std::as_writable_bytes(std::span(memory)), &receive);
  EXPECT_FALSE(nodes[0]->poll(log)) << "the receiver has not copied the contents yet";
  EXPECT_TRUE(nodes[1]->poll(log));
  EXPECT_TRUE(nodes[0]->poll(log));
  EXPECT_EQ(log.lines, "completed 2 completed 1 ");
  EXPECT_EQ(memory, contents);
}

TEST(Loopback, SumWaitsForAllNodesAndIsEqualOnAll) {
  const auto nodes = make_loopback(3);
  std::vector<std::vector<std::uint64_t>> values = {{1, 10}, {2, 20}, {3, 30}};
  int operation = 5;
  Log log;
  nodes[0]->sum(values[0], &operation);
  nodes[2]->sum(values[2], &operation);
  EXPECT_FALSE(nodes[0]->poll(log));
  nodes[1]->sum(values[1], &operation);
  for (const auto& node : nodes) EXPECT_TRUE(node->poll(log));
  for (const auto& each : values) EXPECT_EQ(each, (std::vector<std::uint64_t>{6, 60}));
}

TEST(Loopback, SoloSendsToItself) {
  const auto solo = make_solo();
  EXPECT_EQ(solo->nodes(), 1u);
  Exchange exchange(*solo, {});
  exchange.start();
  while (!exchange.is_done()) exchange.poll();
  EXPECT_EQ(exchange.problem, "");
}

TEST(Loopback, AbortEndsTheProcessWithTheStatus) {
  EXPECT_EXIT(make_solo()->abort(42), ::testing::ExitedWithCode(42), "");
}

TEST(Loopback, ThreadsExchangeEverythingUnderAllDelays) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto nodes = make_loopback(1 + seed % 5, {.seed = seed, .longest_delay = seed % 3 * 10});
    std::vector<std::string> problems(nodes.size());
    std::vector<std::jthread> threads;
    for (const auto& node : nodes)
      threads.emplace_back([&problems, &node] {
        Exchange exchange(*node, {.messages = 12, .longest = 20'000});
        exchange.start();
        while (!exchange.is_done())
          if (!exchange.poll()) std::this_thread::yield();
        problems[node->node()] = exchange.problem;
      });
    threads.clear();
    EXPECT_EQ(problems, std::vector<std::string>(nodes.size()));
  }
}

}  // namespace
}  // namespace gusset::cluster
