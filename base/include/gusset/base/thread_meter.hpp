#pragma once
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <optional>

#include "gusset/base/thread_usage.hpp"

namespace gusset {

/// Reads a thread's usage, including its delay, repeatedly. Keeps a file of /proc open, because opening it
/// takes five times as long as reading it. The program may close all files and open others, or fork: the
/// meter recognises its file before it reads or closes it, and otherwise gives up. Like thread_usage, it may
/// be used inside other people's programs.
class ThreadMeter {
 public:
  ThreadMeter() = default;
  ~ThreadMeter() { close(); }
  ThreadMeter(const ThreadMeter&) = delete;
  ThreadMeter& operator=(const ThreadMeter&) = delete;

  /// The calling thread's usage. Call `close` before another thread calls this. The delay is unknown if the
  /// system does not report it, or if its file was closed or could not be opened. Takes about a microsecond,
  /// and up to three if the thread lost or gave up the processor since the previous call.
  std::optional<ThreadUsage> read() {
    auto usage = thread_usage();
    if (!usage || file_ == given_up) return usage;
    // A thread that kept its processor was not delayed.
    const bool is_same = file_ != unopened && usage->waits == waits_ && usage->preemptions == preemptions_ &&
                         usage->processor_ns >= processor_ns_;
    if (!is_same) renew(*usage);
    processor_ns_ = usage->processor_ns;
    if (file_ != given_up) usage->delay_ns = delay_ns_;
    return usage;
  }

  /// Forgets the thread. The next call of `read` may come from another one.
  void close() {
    if (file_ < 0) {
      file_ = unopened;
      return;
    }
    const CallerState state;
    if (is_own()) ::close(file_);
    file_ = unopened;
  }

 private:
  static constexpr int unopened = -1;
  static constexpr int given_up = -2;
  static constexpr int lowest = 64;  ///< the lowest file number used; programs may rely on smaller ones

  /// Keeps the caller's errno, and ignores requests to cancel the thread meanwhile.
  class CallerState {
   public:
    CallerState() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation_); }
    ~CallerState() {
      pthread_setcancelstate(cancellation_, nullptr);
      errno = error_;
    }
    CallerState(const CallerState&) = delete;
    CallerState& operator=(const CallerState&) = delete;

   private:
    int error_ = errno;
    int cancellation_ = 0;
  };

  [[gnu::noinline]] void renew(const ThreadUsage& usage) {
    const CallerState state;
    const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
    if (file_ != unopened && thread != thread_) close();  // this is the child of a fork
    if (file_ == unopened) open(thread);
    if (file_ == given_up) return;
    if (!is_own()) {
      file_ = given_up;
      return;
    }
    const auto delay_ns = read_delay();
    if (!delay_ns) {
      ::close(file_);
      file_ = given_up;
      return;
    }
    delay_ns_ = *delay_ns;
    waits_ = usage.waits;
    preemptions_ = usage.preemptions;
  }

  void open(pid_t thread) {
    file_ = given_up;
    const int low = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (low < 0) return;
    const int file = fcntl(low, F_DUPFD_CLOEXEC, lowest);
    ::close(low);
    if (file < 0) return;
    rlimit limit{};
    struct stat status {};
    // Leaves at least half of the file numbers to the program.
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || static_cast<rlim_t>(file) >= limit.rlim_cur / 2 ||
        fstat(file, &status) != 0) {
      ::close(file);
      return;
    }
    file_ = file;
    thread_ = thread;
    device_ = status.st_dev;
    inode_ = status.st_ino;
  }

  bool is_own() const {
    struct stat status {};
    return fstat(file_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
  }

  /// The file has the processor time, the delay, and how often the thread got a processor.
  std::optional<std::int64_t> read_delay() const {
    std::array<char, 96> text;
    const ssize_t length = pread(file_, text.data(), text.size(), 0);
    if (length <= 0) return {};
    std::array<std::int64_t, 3> values{};
    const char* at = text.data();
    const char* const end = at + length;
    for (std::int64_t& value : values) {
      while (at != end && *at == ' ') ++at;
      const auto [next, error] = std::from_chars(at, end, value);
      if (error != std::errc()) return {};
      at = next;
    }
    // A system that does not count writes zeros.
    if (values[1] < 0 || values[2] <= 0) return {};
    return values[1];
  }

  int file_ = unopened;
  pid_t thread_ = 0;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::uint32_t waits_ = 0;        ///< when delay_ns_ was read
  std::uint32_t preemptions_ = 0;  ///< likewise
  std::int64_t processor_ns_ = 0;
  std::int64_t delay_ns_ = 0;
};

}  // namespace gusset
