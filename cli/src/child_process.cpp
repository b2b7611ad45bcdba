#include "child_process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "errors.hpp"

namespace gusset::cli {
namespace {

constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// Read and written by the signal handler, which runs on the thread that waits for the child: relaxed
// suffices.
std::atomic<int> received_signal{0};
std::atomic<pid_t> child_pid{0};
std::array<struct sigaction, stop_signals.size()> previous_actions;

void note_and_pass_on(int signal_number, siginfo_t* info, void* /*context*/) {
  received_signal.store(signal_number, std::memory_order_relaxed);
  const pid_t child = child_pid.load(std::memory_order_relaxed);
  if (child > 0 && info->si_code != SI_KERNEL) {
    const int saved = errno;
    kill(child, signal_number);
    errno = saved;
  }
}

sigset_t stop_signal_set() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : stop_signals) sigaddset(&set, number);
  return set;
}

// Blocks the stop signals for a moment in which the child's process number is not known or no longer valid.
class Blocked {
 public:
  Blocked() {
    const sigset_t set = stop_signal_set();
    sigprocmask(SIG_BLOCK, &set, &before_);
  }
  ~Blocked() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  Blocked(const Blocked&) = delete;
  Blocked& operator=(const Blocked&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

std::vector<std::string> child_environment(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (text.starts_with("GUSSET_") || variables.contains(std::string(text.substr(0, text.find('=')))))
      continue;
    entries.emplace_back(text);
  }
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// Throws Failure with the reason where it can't be started.
pid_t start(const std::vector<std::string>& command, const std::map<std::string, std::string>& variables,
            const sigset_t& signal_mask) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment = child_environment(variables);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &signal_mask);

  pid_t child = 0;
  const int error_number = posix_spawnp(&child, arguments.front().c_str(), nullptr, &attributes,
                                        pointers(arguments).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (error_number != 0) throw errors::program_not_startable(command.front(), error_number);
  return child;
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& variables) {
  pid_t child = 0;
  {
    const Blocked blocked;
    child = start(command, variables, blocked.before());
    child_pid.store(child, std::memory_order_relaxed);
  }
  // Leaves the child's number reserved: a signal that is passed on now still meets the child, never a
  // stranger.
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  ChildEnd end;
  {
    const Blocked blocked;
    child_pid.store(0, std::memory_order_relaxed);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
      end.signal = WTERMSIG(status);
    } else {
      end.exit_status = WEXITSTATUS(status);
    }
  }
  end.interruption = StopSignals::received();
  return end;
}

StopSignals::StopSignals() {
  received_signal.store(0, std::memory_order_relaxed);
  struct sigaction action {};
  action.sa_sigaction = note_and_pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_mask = stop_signal_set();
  for (std::size_t i = 0; i < stop_signals.size(); ++i) {
    sigaction(stop_signals[i], nullptr, &previous_actions[i]);
    // What the caller chose to ignore (nohup, a background job) stays ignored, by gusset and by the child.
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
