#include "threads/biased_section.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"

namespace gusset::detail {
namespace {

TEST(BiasedSection, FavouredThreadEntersUntilRevoked) {
  BiasedSection section;
  const bool is_favoured = section.enter();
  EXPECT_EQ(is_favoured, !section.is_revoked());  // systems without membarrier favour no thread
  if (is_favoured) section.leave();
  std::thread([&] { section.revoke(); }).join();
  EXPECT_TRUE(section.is_revoked());
  EXPECT_FALSE(section.enter());
  section.revoke();  // a second revocation does nothing
  EXPECT_FALSE(section.enter());
}

TEST(BiasedSection, RevocationWaitsForTheThreadInside) {
  BiasedSection section;
  if (!section.enter()) GTEST_SKIP() << "this system lacks membarrier";
  std::atomic<bool> is_revoked{false};
  std::atomic<bool> begins{false};
  std::thread other([&] {
    begins = true;
    section.revoke();
    is_revoked = true;
  });
  while (!begins.load() || !section.is_revoked()) std::this_thread::yield();
  for (int i = 0; i < 1000; ++i) std::this_thread::yield();  // time for an error to show
  EXPECT_FALSE(is_revoked);
  section.leave();
  other.join();
  EXPECT_TRUE(is_revoked);
}

/// One favoured thread and several others count inside the section, or under a lock once the favour is
/// revoked.
void count_together(int others, int favoured_steps) {
  BiasedSection section;
  SpinLock lock;
  int count = 0;  // not atomic, so that errors show
  constexpr int steps_of_others = 200;
  std::atomic<int> favoured_inside{0};
  std::vector<std::thread> threads;
  std::atomic<bool> may_begin{false};
  for (int other = 0; other < others; ++other) {
    threads.emplace_back([&, other] {
      while (!may_begin.load()) std::this_thread::yield();
      for (int i = 0; i < 37 * other; ++i) static_cast<void>(section.is_revoked());
      for (int step = 0; step < steps_of_others; ++step) {
        section.revoke();
        const std::lock_guard guard(lock);
        ++count;
      }
    });
  }
  may_begin = true;
  for (int step = 0; step < favoured_steps; ++step) {
    if (section.enter()) {
      ++count;
      favoured_inside.fetch_add(1, std::memory_order_relaxed);
      section.leave();
    } else {
      const std::lock_guard guard(lock);
      ++count;
    }
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(count, favoured_steps + others * steps_of_others);
}

TEST(BiasedSection, AdmitsOneThreadAtATime) {
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    count_together(1 + round % 3, 500 * (1 + round % 5));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace gusset::detail
