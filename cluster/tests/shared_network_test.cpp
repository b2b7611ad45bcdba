// A program that calls MPI itself where only one thread at a time may.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"

namespace gusset::cluster {
namespace {

/// Counts the engine's calls.
class SharedTransport final : public Transport {
 public:
  SharedTransport(std::unique_ptr<Transport> inner, std::atomic<unsigned>& calls)
      : inner_(std::move(inner)), calls_(calls) {}

  std::mutex& mutex() override { return inner_->mutex(); }
  unsigned node() const override { return inner_->node(); }
  unsigned nodes() const override { return inner_->nodes(); }
  void send(unsigned to, std::span<const std::byte> text) override { counted().send(to, text); }
  void send_long(unsigned to, std::uint32_t key, std::span<const std::byte> contents,
                 void* operation) override {
    counted().send_long(to, key, contents, operation);
  }
  void receive_long(unsigned from, std::uint32_t key, std::span<std::byte> contents,
                    void* operation) override {
    counted().receive_long(from, key, contents, operation);
  }
  void sum(std::span<std::uint64_t> values, void* operation) override { counted().sum(values, operation); }
  bool poll(Receiver& receiver) override { return counted().poll(receiver); }
  bool is_shared() const override { return true; }
  bool is_idle() const override { return inner_->is_idle(); }
  [[noreturn]] void abort(int status) override { std::_Exit(status); }

 private:
  Transport& counted() {
    ++calls_;
    return *inner_;
  }

  std::unique_ptr<Transport> inner_;
  std::atomic<unsigned>& calls_;
};

/// Runs a program on nodes that share their network with it.
class SharedNetwork : public ::testing::Test {
 protected:
  void run(const std::function<void(Runtime&, unsigned node)>& program, unsigned size = nodes) {
    testing::LoopbackRun run{.nodes = size, .threads = 2, .network = {3, 2}};
    run.wrap = [this](std::unique_ptr<Transport> transport) {
      std::atomic<unsigned>& calls = calls_[transport->node()];
      return std::make_unique<SharedTransport>(std::move(transport), calls);
    };
    run(program);
  }

  /// Expects that the engine makes no calls for a while, in which the program may call MPI.
  void expect_no_calls(unsigned node) const {
    const unsigned calls = calls_[node];
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(calls_[node], calls);
  }

  unsigned calls(unsigned node) const { return calls_[node]; }

  static constexpr unsigned nodes = 3;

 private:
  std::atomic<unsigned> calls_[nodes]{};
};

TEST_F(SharedNetwork, NothingHappensBetweenAWaitForAllAndTheNextTask) {
  run([this](Runtime& runtime, unsigned node) {
    expect_no_calls(node);
    const TaskType shift("shift");
    auto a = TiledMatrix<int>::full(runtime, "A", nodes, 1, nodes, 1,
                                    [](std::size_t i, std::size_t) { return NodeId(i); });
    for (int round = 1; round <= 5; ++round) {
      a.init([](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 1; });
      expect_no_calls(node);
      for (unsigned from = 0; from < nodes; ++from) {
        runtime.submit(
            shift(), [](Tile<const int> source, Tile<int> sum) { sum(0, 0) += source(0, 0); },
            read(a(from, 0)), write(a((from + 1) % nodes, 0)));
      }
      runtime.wait(a(0, 0));
      runtime.wait();
      expect_no_calls(node);
      EXPECT_EQ(node == 1 ? a.tile(1, 0)(0, 0) : 2, 2);
      runtime.wait();
      expect_no_calls(node);
    }
  });
}

TEST_F(SharedNetwork, ASingleNodeMakesNoCalls) {
  run(
      [this](Runtime& runtime, unsigned node) {
        const TaskType task("task");
        for (int i = 0; i < 100; ++i) runtime.submit(task(), [] {});
        runtime.wait();
        EXPECT_EQ(calls(node), 0u);
      },
      1);
}

TEST_F(SharedNetwork, FailuresHaveLeftBeforeTheWaitReturns) {
  std::vector<std::string> messages(nodes);
  run([&](Runtime& runtime, unsigned node) {
    const Handle data = runtime.handle("data", 8, NodeId(2));
    const TaskType failing("failing");
    runtime.submit(
        failing(), [] { throw std::runtime_error("no luck"); }, write(data));
    try {
      runtime.wait();
    } catch (const TaskFailure& failure) {
      messages[node] = failure.what();
    }
    expect_no_calls(node);
  });
  EXPECT_EQ(messages, std::vector<std::string>(nodes, "task 'failing' failed: no luck (on node 2)"));
}

TEST_F(SharedNetwork, ContentsOfOtherNodesAreRefusedOutsideOfTasks) {
  run([](Runtime& runtime, unsigned node) {
    auto a = TiledMatrix<int>::full(runtime, "A", 1, 1, 1, 1);
    a.init([](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 1; });
    if (node == 0) return;
    EXPECT_THROW(a.tile(0, 0), UsageError);
  });
}

}  // namespace
}  // namespace gusset::cluster
