// Interleavings of watchers, raises and tasks on the engine of one node.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "node_fixture.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::CountingWatcher;
using testing::Node;
using testing::task;

/// A watcher that checks, when it is called, that the version is reached.
class CheckingWatcher final : public VersionWatcher {
 public:
  CheckingWatcher(const HandleState& handle, std::uint32_t version) : handle_(&handle), version_(version) {}
  void reached() noexcept override {
    if (!has_reached(handle_->version(), version_)) is_early.store(true, std::memory_order_relaxed);
    calls.fetch_add(1, std::memory_order_seq_cst);
  }
  std::uint32_t version() const { return version_; }
  std::atomic<int> calls{0};
  std::atomic<bool> is_early{false};

 private:
  const HandleState* handle_;
  std::uint32_t version_;
};

TEST(NodeStress, EachWatcherIsCalledOnceHoweverItRacesWithRaises) {
  Node node(2);
  const Handle x = node.runtime.handle("x");
  constexpr std::uint32_t raises = 8;
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t first = x.state().version();
    for (std::uint32_t i = 0; i < raises; ++i) node.engine->note(x.state(), AccessMode::write);
    std::vector<std::unique_ptr<CheckingWatcher>> watchers;
    for (std::uint32_t i = 0; i < raises; ++i)
      watchers.push_back(std::make_unique<CheckingWatcher>(x.state(), first + (i * 5 + 3) % raises + 1));
    std::atomic<int> started{0};
    const auto together = [&] {
      ++started;
      while (started < 2) std::this_thread::yield();
    };
    std::thread raiser([&] {
      together();
      for (std::uint32_t i = 0; i < raises; ++i) node.engine->raise(x.state(), 1);
    });
    together();
    for (auto& watcher : watchers) node.engine->watch(x.state(), watcher->version(), *watcher);
    raiser.join();
    node.engine->help([&] {
      return std::all_of(watchers.begin(), watchers.end(), [](auto& each) { return each->calls > 0; });
    });
    for (auto& watcher : watchers) {
      EXPECT_EQ(watcher->calls, 1);
      EXPECT_FALSE(watcher->is_early);
    }
    if (HasFailure()) return;
  }
}

TEST(NodeStress, TasksAndRaisesFromThreeThreadsKeepTheProgramsOrder) {
  for (const unsigned threads : {1u, 3u}) {
    Node node(threads);
    constexpr std::size_t handles = 5;
    constexpr int steps = 4000;
    std::vector<Handle> x;
    for (std::size_t i = 0; i < handles; ++i) x.push_back(node.runtime.handle("x"));
    std::array<std::uint64_t, handles> value{};  // what the last write of each handle left
    // For each noted write: its handle, and the version to await before raising.
    struct Note {
      std::size_t handle;
      std::uint32_t version;
    };
    std::vector<Note> notes;
    std::mt19937 random(threads);
    for (int step = 0; step < steps; ++step) {
      const std::size_t a = random() % handles;
      const std::size_t b = (a + 1 + random() % (handles - 1)) % handles;
      if (random() % 4 == 0) {
        notes.push_back({a, node.engine->note(x[a].state(), AccessMode::read)});
        continue;
      }
      node.runtime.submit(
          task(), [&value, a, b] { value[a] = value[a] * 3 + value[b]; }, read(x[b]), write(x[a]));
    }
    std::atomic<std::size_t> next{0};
    const auto raise_all = [&] {
      for (std::size_t i; (i = next++) < notes.size();) {
        HandleState& handle = x[notes[i].handle].state();
        CountingWatcher watcher;
        node.engine->watch(handle, notes[i].version, watcher);
        while (watcher.calls == 0) std::this_thread::yield();
        node.engine->raise(handle, 1);
      }
    };
    std::thread first(raise_all);
    std::thread second(raise_all);
    node.runtime.wait();
    first.join();
    second.join();
    node.runtime.wait();
    std::array<std::uint64_t, handles> in_order{};
    std::mt19937 again(threads);
    for (int step = 0; step < steps; ++step) {
      const std::size_t a = again() % handles;
      const std::size_t b = (a + 1 + again() % (handles - 1)) % handles;
      if (again() % 4 == 0) continue;
      in_order[a] = in_order[a] * 3 + in_order[b];
    }
    EXPECT_EQ(value, in_order);
  }
}

TEST(NodeStress, TwoThreadsMayRaiseAtOnce) {
  Node node(2);
  std::array<Handle, 2> x{node.runtime.handle("x"), node.runtime.handle("y")};
  constexpr int readers = 40;
  for (int round = 0; round < 300; ++round) {
    std::atomic<int> ran{0};
    for (const Handle& handle : x) {
      node.engine->note(handle.state(), AccessMode::write);
      for (int i = 0; i < readers; ++i)
        node.runtime.submit(
            task(), [&] { ++ran; }, read(handle));
    }
    std::atomic<int> started{0};
    std::array<std::thread, 2> raisers;
    for (std::size_t i = 0; i < 2; ++i) {
      raisers[i] = std::thread([&, i] {
        ++started;
        while (started < 2) std::this_thread::yield();
        node.engine->raise(x[i].state(), 1);
      });
    }
    for (std::thread& raiser : raisers) raiser.join();
    node.runtime.wait();
    ASSERT_EQ(ran, 2 * readers);
  }
}

TEST(NodeStress, AThreadThatHelpsRunsWhatAnotherThreadRaises) {
  Node node(1);
  const Handle x = node.runtime.handle("x");
  constexpr int rounds = 500;
  std::atomic<int> ran{0};
  std::atomic<int> noted{0};
  std::thread raiser([&] {
    for (int round = 0; round < rounds; ++round) {
      while (noted <= round) std::this_thread::yield();
      node.engine->raise(x.state(), 1);
    }
  });
  for (int round = 0; round < rounds; ++round) {
    node.engine->note(x.state(), AccessMode::write);
    node.runtime.submit(
        task(), [&] { ++ran; }, write(x));
    ++noted;
    node.engine->help([&] { return ran > round; });
  }
  raiser.join();
  EXPECT_EQ(ran, rounds);
}

}  // namespace
}  // namespace gusset
