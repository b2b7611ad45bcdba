#include "gusset/base/thread_usage.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <bit>
#include <chrono>
#include <thread>

#include "one_processor.hpp"

namespace gusset {
namespace {

TEST(ThreadUsage, CountsTheProcessorTimeOfTheCallingThreadOnly) {
  std::int64_t other_ns = 0;
  const auto before = thread_usage();
  std::thread([&] {
    const auto begin = thread_usage();
    ASSERT_TRUE(begin.has_value());
    do other_ns = thread_usage()->processor_ns - begin->processor_ns;
    while (other_ns < 5'000'000);
  }).join();
  const auto after = thread_usage();
  ASSERT_TRUE(before.has_value());
  ASSERT_TRUE(after.has_value());
  EXPECT_GE(other_ns, 5'000'000);
  EXPECT_GE(after->processor_ns, before->processor_ns);
  EXPECT_LT(after->processor_ns - before->processor_ns, 5'000'000);
}

TEST(ThreadUsage, SleepingIsAWait) {
  const auto before = thread_usage();
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto after = thread_usage();
  ASSERT_TRUE(before && after);
  EXPECT_GT(after->waits, before->waits);
}

TEST(ThreadUsage, BoundThreadHasAMaskOfOneProcessor) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  const auto whole = thread_affinity();
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(whole->processors, static_cast<std::uint32_t>(CPU_COUNT(&allowed)));
  unsigned first = 0;
  while (!CPU_ISSET(first, &allowed)) ++first;
  const testing::OneProcessor one;
  const auto bound = thread_affinity();
  ASSERT_TRUE(bound.has_value());
  EXPECT_EQ(bound->processors, 1U);
  if (sysconf(_SC_NPROCESSORS_ONLN) == 1) {
    EXPECT_EQ(bound->mask, 0U) << "0 means every online processor";
  } else {
    EXPECT_EQ(bound->mask, first < 64 ? std::uint64_t{1} << first : 0);
  }
}

TEST(ThreadUsage, CountsFirstUsesOfPages) {
  constexpr std::size_t page = 4096;
  constexpr std::size_t pages = 100;
  void* const memory =
      mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, pages * page, MADV_NOHUGEPAGE);  // fails where pages are never huge
  const auto before = thread_usage();
  for (std::size_t i = 0; i < pages; ++i) static_cast<volatile char*>(memory)[i * page] = 1;
  const auto after = thread_usage();
  EXPECT_GE(after->page_faults - before->page_faults, pages);
  munmap(memory, pages * page);
}

}  // namespace
}  // namespace gusset
