#include "gusset/viewer/model/document/signal.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace gusset::viewer {
namespace {

TEST(Signal, ReachesListenersWhileTheirConnectionsLive) {
  Signal<int> signal;
  int sum = 0;
  int events = 0;
  const Connection first = signal.connect([&](int value) { sum += value; });
  {
    const Connection second = signal.connect([&] { ++events; });
    signal(3);
  }
  signal(4);
  EXPECT_EQ(sum, 7);
  EXPECT_EQ(events, 1);
}

TEST(Signal, ListenerMayEndConnectionsDuringAnEvent) {
  Signal<> signal;
  int calls = 0;
  Connections connections;
  for (int i = 0; i < 2; ++i) {
    connections.push_back(signal.connect([&] {
      ++calls;
      connections.clear();
    }));
  }
  signal();
  signal();
  EXPECT_EQ(calls, 1);
}

TEST(Signal, ListenerConnectedDuringAnEventGetsTheNextOne) {
  Signal<> signal;
  int calls = 0;
  Connection late;
  bool is_connected = false;
  const Connection first = signal.connect([&] {
    if (!std::exchange(is_connected, true)) late = signal.connect([&] { ++calls; });
  });
  signal();
  EXPECT_EQ(calls, 0);
  signal();
  EXPECT_EQ(calls, 1);
}

TEST(Signal, MayBeDestroyedByAListener) {
  auto signal = std::make_unique<Signal<>>();
  int calls = 0;
  const Connections connections = {signal->connect([&] {
    ++calls;
    signal.reset();
  })};
  (*signal)();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(signal, nullptr);
}

}  // namespace
}  // namespace gusset::viewer
