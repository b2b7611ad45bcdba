#include "network/event_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

namespace gusset::simulator {
namespace {

using Requested = EventQueue::Requested;

TEST(EventQueue, OrdersSimultaneousEventsByRequest) {
  EventQueue queue;
  queue.push(5, 1, Requested::during);
  queue.push(5, 2, Requested::on_time);
  queue.push(5, 3);
  queue.push(4, 4, Requested::during);
  queue.push(5, 5);
  EXPECT_EQ(queue.next_ns(), 4);
  std::vector<Event> events;
  while (!queue.empty()) events.push_back(queue.pop());
  EXPECT_EQ(events, (std::vector<Event>{4, 3, 5, 2, 1}));
}

TEST(EventQueue, PopsAnyNumberOfEventsInSortedOrder) {
  std::mt19937_64 random(1);
  for (std::size_t size = 0; size < 90; ++size) {
    EventQueue queue;
    std::vector<std::tuple<std::int64_t, std::size_t, Event>> expected;
    std::size_t order = 0;
    const auto push = [&](std::int64_t earliest) {
      const auto time = earliest + static_cast<std::int64_t>(random() % 20);  // some times coincide
      queue.push(time, 1000 + order);
      expected.emplace_back(time, order, 1000 + order);
      ++order;
    };
    for (std::size_t i = 0; i < size; ++i) push(0);
    for (std::size_t i = 0; i < 3 * size; ++i) {
      const auto first = std::min_element(expected.begin(), expected.end());
      const std::int64_t now = std::get<0>(*first);
      ASSERT_EQ(queue.next_ns(), now);
      ASSERT_EQ(queue.pop(), std::get<2>(*first));
      expected.erase(first);
      if (i < 2 * size) push(now);
    }
    EXPECT_TRUE(queue.empty());
  }
}

}  // namespace
}  // namespace gusset::simulator
