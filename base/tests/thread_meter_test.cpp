#include "gusset/base/thread_meter.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "one_processor.hpp"

namespace gusset {
namespace {

bool is_counted() {
  return ThreadMeter().read()->delay_ns.has_value();
}

/// Computes until the calling thread has used this much processor time.
void use_processor(std::int64_t ns) {
  const std::int64_t until_ns = thread_usage()->processor_ns + ns;
  while (thread_usage()->processor_ns < until_ns) {
  }
}

/// The files of this process that the meters keep open.
std::vector<int> meter_files() {
  std::vector<int> files;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    const auto target = std::filesystem::read_symlink(entry.path(), error);
    if (!error && target.string().ends_with("/schedstat"))
      files.push_back(std::stoi(entry.path().filename()));
  }
  return files;
}

TEST(ThreadMeter, DelayIsTheTimeThatAnotherThreadHadTheProcessor) {
  if (!is_counted()) GTEST_SKIP() << "the system does not count delays";
  std::int64_t delay_ns = 0, processor_ns = 0, other_ns = 0;
  std::thread([&] {
    const testing::OneProcessor one;
    std::atomic<bool> is_done{false};
    std::thread other([&] {
      const std::int64_t begin_ns = thread_usage()->processor_ns;
      while (!is_done.load()) {
      }
      other_ns = thread_usage()->processor_ns - begin_ns;
    });
    ThreadMeter meter;
    const auto before = meter.read();
    use_processor(50'000'000);
    const auto after = meter.read();
    is_done.store(true);
    other.join();
    ASSERT_TRUE(before->delay_ns && after->delay_ns);
    delay_ns = *after->delay_ns - *before->delay_ns;
    processor_ns = after->processor_ns - before->processor_ns;
  }).join();
  EXPECT_GE(processor_ns, 50'000'000);
  EXPECT_GT(delay_ns, other_ns / 3);
  EXPECT_GT(other_ns, 0);
}

TEST(ThreadMeter, SleepIsNoDelay) {
  if (!is_counted()) GTEST_SKIP() << "the system does not count delays";
  ThreadMeter meter;
  const auto begin = std::chrono::steady_clock::now();
  const auto before = meter.read();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const auto after = meter.read();
  const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - begin;
  EXPECT_GT(after->waits, before->waits);
  EXPECT_LE(*after->delay_ns - *before->delay_ns, passed.count() - 1'900'000);
}

TEST(ThreadMeter, FileHasAHighNumberAndIsClosed) {
  if (!is_counted()) GTEST_SKIP() << "the system does not count delays";
  {
    ThreadMeter meter;
    meter.read();
    const auto files = meter_files();
    ASSERT_EQ(files.size(), 1U);
    EXPECT_GE(files[0], 64);
    EXPECT_NE(fcntl(files[0], F_GETFD) & FD_CLOEXEC, 0);
    meter.close();
    EXPECT_TRUE(meter_files().empty());
    meter.read();
    EXPECT_EQ(meter_files().size(), 1U);
  }
  EXPECT_TRUE(meter_files().empty());
}

TEST(ThreadMeter, ForeignFileIsNeitherReadNorClosed) {
  if (!is_counted()) GTEST_SKIP() << "the system does not count delays";
  const auto path = std::filesystem::path(::testing::TempDir()) / "thread_meter_foreign";
  std::ofstream(path) << "1 2 3\n";
  int file = 0;
  {
    ThreadMeter meter;
    meter.read();
    file = meter_files().at(0);
    const int foreign = open(path.c_str(), O_RDONLY);
    ASSERT_EQ(dup2(foreign, file), file);
    close(foreign);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(meter.read()->delay_ns.has_value());
    EXPECT_FALSE(meter.read()->delay_ns.has_value());
  }
  EXPECT_GE(fcntl(file, F_GETFD), 0);
  close(file);
}

TEST(ThreadMeter, ForkedProcessReadsItsOwnDelay) {
  if (!is_counted()) GTEST_SKIP() << "the system does not count delays";
  ThreadMeter meter;
  use_processor(1'000'000);
  meter.read();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ThreadMeter own;
    const auto before = own.read();
    const auto usage = meter.read();
    const auto after = own.read();  // the process may have waited between the first two
    const bool is_own =
        usage->delay_ns && before->delay_ns <= usage->delay_ns && usage->delay_ns <= after->delay_ns;
    _exit(is_own && meter_files().size() == 2 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(ThreadMeter, CallerSeesNoError) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlimit few = limit;
  few.rlim_cur = 60;  // no number from 64 on is left
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  errno = 0;
  ThreadMeter meter;
  const auto usage = meter.read();
  EXPECT_EQ(errno, 0);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_TRUE(usage.has_value());
  EXPECT_FALSE(usage->delay_ns.has_value());
}

}  // namespace
}  // namespace gusset
