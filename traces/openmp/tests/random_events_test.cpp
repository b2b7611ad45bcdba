#include "random_events.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "built_trace.hpp"

namespace gusset::ompt {
namespace {

/// Damages a recording as a broken disk or an unknown runtime could.
void damage(RecordedEvents& events, std::mt19937& random) {
  const auto any = [&random] { return std::uint64_t{random()} << 32 | random(); };
  const auto below = [&any](std::uint64_t limit) { return any() % limit; };
  for (int i = 0; i < 10; ++i) {
    std::vector<Event>& own = events.events(below(events.threads()));
    if (own.empty()) continue;
    const std::size_t at = below(own.size());
    Event& event = own[at];
    switch (below(8)) {
      case 0:
        own.erase(own.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        own.insert(own.begin() + static_cast<std::ptrdiff_t>(at), own[below(own.size())]);
        break;
      case 2:
        std::swap(event, own[below(own.size())]);
        break;
      case 3:
        event.kind_bits = below(16) & 0xf;
        break;
      case 4:
        event.first = below(2) == 0 ? own[below(own.size())].first : any();
        break;
      case 5:
        event.second = below(2) == 0 ? own[below(own.size())].second : any();
        break;
      case 6:
        event.detail = below(256) & 0xff;
        break;
      default:
        event =
            make_event(static_cast<std::int64_t>(below(2) == 0 ? below(400) : below(std::uint64_t{1} << 40)),
                       event.kind(), event.first, event.second, static_cast<std::uint8_t>(event.detail));
    }
  }
}

class RandomEventsTest : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomEventsTest, TraceIsValid) {
  for (std::uint32_t seed = GetParam(); seed < GetParam() + 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto trace = build(RandomEvents(seed).take());
    ASSERT_NE(trace, nullptr);
    EXPECT_GT(trace->tasks.size(), 2U);
    if (HasFailure()) return;
  }
}

TEST_P(RandomEventsTest, TraceOfADamagedRecordingIsValid) {
  std::mt19937 random(GetParam());
  for (std::uint32_t seed = GetParam(); seed < GetParam() + 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RecordedEvents events = RandomEvents(seed).take();
    damage(events, random);
    build(events);
    if (HasFailure()) return;
  }
}

TEST_P(RandomEventsTest, MemoryDoesNotChangeTheTrace) {
  for (std::uint32_t seed = GetParam(); seed < GetParam() + 20; ++seed) {
    const RecordedEvents events = RandomEvents(seed).take();
    ASSERT_EQ(trace_bytes(events, Scratch::least_pages), trace_bytes(events)) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomEventsTest, ::testing::Values(0U, 100U, 200U, 300U, 400U));

TEST(RandomEvents, LongRecordingIsTheSameWithLittleMemory) {
  const RecordedEvents events = RandomEvents(7, 40'000).take();
  EXPECT_EQ(trace_bytes(events, 8), trace_bytes(events));
}

}  // namespace
}  // namespace gusset::ompt
