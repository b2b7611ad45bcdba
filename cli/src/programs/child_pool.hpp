#pragma once
#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "start_program.hpp"

namespace gusset::cli {

/// A program to run in the pool.
struct PoolJob {
  std::size_t id = 0;                            ///< chosen by the caller, returned in PoolEnd
  std::vector<std::string> command;              ///< as for run_child
  std::map<std::string, std::string> variables;  ///< as for run_child
  std::filesystem::path errors;                  ///< the file for standard error; must not be empty
  /// The longest time that the program may take. After that time, the program and everything that it started
  /// are killed.
  std::optional<std::chrono::nanoseconds> limit;
};

/// How one of the programs ended.
struct PoolEnd : ProcessEnd {
  std::size_t id = 0;
  bool timed_out = false;
};

/// Runs programs in parallel, each in a separate process group, without standard input and with standard
/// output discarded. When a program ends, the processes that it started and left behind are killed. While a
/// pool exists, signals that ask gusset to stop go to `interruption` and do not reach the programs. For use
/// on one thread, in a process without other threads. At most one pool at a time.
class ChildPool {
 public:
  ChildPool();
  /// Kills the programs that are still running.
  ~ChildPool();
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  /// Throws Failure if the program can't be started.
  void start(const PoolJob& job);
  std::size_t running() const { return children_.size(); }

  /// Waits until a program ends, no program is left, gusset is asked to stop, or `timeout` has passed.
  /// Returns the programs that ended.
  std::vector<PoolEnd> wait(std::chrono::nanoseconds timeout);

  /// The signal that asked gusset to stop, or 0.
  int interruption() const { return interruption_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Child {
    pid_t pid = 0;
    std::size_t id = 0;
    std::optional<Clock::time_point> deadline;
    bool timed_out = false;
  };

  void record_signal(int signal_number);
  void record_pending_signals();
  void kill_timed_out();
  Clock::time_point next_deadline(Clock::time_point latest) const;
  std::vector<PoolEnd> collect_ended();

  std::vector<Child> children_;
  sigset_t previous_mask_{};
  sigset_t awaited_signals_{};
  struct sigaction previous_child_action_ {};
  int interruption_ = 0;
};

}  // namespace gusset::cli
