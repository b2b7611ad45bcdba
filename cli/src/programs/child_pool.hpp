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

/// A program to run beside others.
struct PoolJob {
  std::size_t id = 0;                            ///< by which the caller knows it again
  std::vector<std::string> command;              ///< as of run_child
  std::map<std::string, std::string> variables;  ///< as of run_child
  std::filesystem::path errors;                  ///< the file for its standard error; not empty
  /// The longest that it may take; it and all that it started are killed then.
  std::optional<std::chrono::nanoseconds> limit;
};

/// How one of them ended.
struct PoolEnd : ProcessEnd {
  std::size_t id = 0;
  bool took_too_long = false;
};

/// Programs that run at once, each in a process group of its own, with nothing to read and what they print
/// thrown away. Whatever they started and left behind is killed when they end. While one of these exists,
/// signals that ask gusset to stop are kept for `interruption`, and do not reach the programs. For one
/// thread, of a process without others; at most one at a time.
class ChildPool {
 public:
  ChildPool();
  /// Kills what still runs.
  ~ChildPool();
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  /// Throws Failure where it can't be started.
  void start(const PoolJob& job);
  std::size_t running() const { return children_.size(); }

  /// Waits until one ends, none is left, gusset is asked to stop, or `patience` is over; returns those that
  /// ended.
  std::vector<PoolEnd> wait(std::chrono::nanoseconds patience);

  /// The signal that asked gusset to stop, or 0.
  int interruption() const { return interruption_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Child {
    pid_t pid = 0;
    std::size_t id = 0;
    std::optional<Clock::time_point> deadline;
    bool took_too_long = false;
  };

  void note(int signal_number);
  void note_pending();
  void kill_late();
  Clock::time_point next_deadline(Clock::time_point latest) const;
  std::vector<PoolEnd> take_ended();

  std::vector<Child> children_;
  sigset_t mask_before_{};
  sigset_t awaited_{};
  struct sigaction child_action_before_ {};
  int interruption_ = 0;
};

}  // namespace gusset::cli
