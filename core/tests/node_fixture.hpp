#pragma once
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "gusset/core.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "shared_value.hpp"

namespace gusset::testing {

/// Surroundings that count polls. `idle` is called in each idle poll, by one thread at a time; it returns
/// whether anything happened. Set it before threads poll, or inside a poll.
class FakeSurroundings final : public Surroundings {
 public:
  explicit FakeSurroundings(std::function<bool()> idle = {}) : idle_(std::move(idle)) {}

  bool poll(bool is_idle) override {
    // Relaxed: counts.
    (is_idle ? idle_polls : busy_polls).fetch_add(1, std::memory_order_relaxed);
    if (is_idle && std::this_thread::get_id() == maker) has_maker_polled = true;
    if (!is_idle || !idle_ || is_busy_.exchange(true, std::memory_order_acquire)) return false;
    const bool has_progress = idle_();
    is_busy_.store(false, std::memory_order_release);  // pairs with the exchange
    return has_progress;
  }

  bool takes_away(Task& task) override { return takes && takes(task); }

  /// Called for each task that may migrate, when a worker is about to run it. Set it before there is any.
  std::function<bool(Task&)> takes;
  std::atomic<std::uint64_t> idle_polls{0};
  const std::thread::id maker = std::this_thread::get_id();  // the thread that waits in the tests
  std::atomic<bool> has_maker_polled{false};                 // in a wait
  std::atomic<std::uint64_t> busy_polls{0};

 private:
  std::function<bool()> idle_;
  std::atomic<bool> is_busy_{false};
};

/// A runtime on the engine of one node.
struct Node {
  explicit Node(unsigned threads, std::function<bool()> idle = {})
      : Node(with_threads(threads), std::move(idle)) {}
  explicit Node(const Options& options, std::function<bool()> idle = {})
      : surroundings(std::move(idle)), runtime(make(options)) {}

  /// Returns after that many more idle polls, while this thread helps.
  void help_for(std::uint64_t polls) {
    const std::uint64_t end = surroundings.idle_polls + polls;
    engine->help([&] { return surroundings.idle_polls >= end; });
  }

  FakeSurroundings surroundings;
  NodeEngine* engine = nullptr;
  Runtime runtime;

 private:
  std::unique_ptr<Engine> make(const Options& options) {
    std::unique_ptr<NodeEngine> made = make_node_engine(options, surroundings);
    engine = made.get();
    return made;
  }
};

/// A watcher that counts its calls, and calls a function in each.
class CountingWatcher final : public VersionWatcher {
 public:
  explicit CountingWatcher(std::function<void()> then = {}) : then_(std::move(then)) {}
  void reached() noexcept override {
    if (then_) then_();
    calls.fetch_add(1, std::memory_order_seq_cst);
  }
  std::atomic<int> calls{0};

 private:
  std::function<void()> then_;
};

/// A test of one node's engine, by its number of threads.
class NodeTest : public ::testing::TestWithParam<unsigned> {
 protected:
  Node node_{GetParam()};
  NodeEngine& engine_ = *node_.engine;
  Runtime& runtime_ = node_.runtime;
  Handle x_ = runtime_.handle("x");
  Handle y_ = runtime_.handle("y");
};

}  // namespace gusset::testing
