#include "child_process.hpp"

#include <sys/wait.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace gusset::cli {
namespace {

constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// The signal handler reads and writes these, on whichever thread receives the signal. No other data depends
// on them, so relaxed order suffices.
std::atomic<int> received_signal{0};
std::atomic<pid_t> child_pid{0};
std::array<struct sigaction, stop_signals.size()> previous_actions;

void record_and_forward(int signal_number, siginfo_t* info, void* /*context*/) {
  received_signal.store(signal_number, std::memory_order_relaxed);
  const pid_t child = child_pid.load(std::memory_order_relaxed);
  if (child > 0 && info->si_code != SI_KERNEL) {
    const int saved = errno;
    kill(child, signal_number);
    errno = saved;
  }
}

// Includes ignored signals: all of them are blocked together.
sigset_t all_stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : stop_signals) sigaddset(&set, number);
  return set;
}

// Blocks the stop signals while the child's process number is unknown or no longer valid.
class SignalBlock {
 public:
  SignalBlock() {
    const sigset_t set = all_stop_signals();
    sigprocmask(SIG_BLOCK, &set, &previous_mask_);
  }
  ~SignalBlock() { sigprocmask(SIG_SETMASK, &previous_mask_, nullptr); }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;

  const sigset_t& previous_mask() const { return previous_mask_; }

 private:
  sigset_t previous_mask_;
};

}  // namespace

ChildEnd run_child(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& variables) {
  return run_child(command, variables, {});
}

ChildEnd run_child(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& variables, const ChildOutput& output) {
  pid_t child = 0;
  {
    const SignalBlock block;
    child = start_program({command,
                           variables,
                           block.previous_mask(),
                           {},
                           output.output_descriptor,
                           output.errors_descriptor,
                           output.ends_with_parent});
    child_pid.store(child, std::memory_order_relaxed);
  }
  if (output.after_start) output.after_start(child);
  // WNOWAIT keeps the child's process number reserved, so that a signal that is passed on now can't reach
  // another process.
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  ChildEnd end;
  {
    const SignalBlock block;
    child_pid.store(0, std::memory_order_relaxed);
    end = {reap(child), 0};
  }
  end.interruption = StopSignals::received();
  return end;
}

StopSignals::StopSignals() {
  received_signal.store(0, std::memory_order_relaxed);
  struct sigaction action {};
  action.sa_sigaction = record_and_forward;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_mask = all_stop_signals();
  for (std::size_t i = 0; i < stop_signals.size(); ++i) {
    sigaction(stop_signals[i], nullptr, &previous_actions[i]);
    // Signals that the caller ignores (nohup, a background job) stay ignored, by gusset and by the child.
    if (previous_actions[i].sa_handler != SIG_IGN) sigaction(stop_signals[i], &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < stop_signals.size(); ++i) {
    sigaction(stop_signals[i], &previous_actions[i], nullptr);
  }
}

int StopSignals::received() {
  return received_signal.load(std::memory_order_relaxed);
}

}  // namespace gusset::cli
