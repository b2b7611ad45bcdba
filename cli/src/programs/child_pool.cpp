#include "child_pool.hpp"

#include <sys/wait.h>

#include <algorithm>

namespace gusset::cli {
namespace {

// Kills the program and all programs that it started. Not an error if all of them have ended.
void kill_group(pid_t leader) {
  kill(-leader, SIGKILL);
}

timespec time_left(std::chrono::nanoseconds left) {
  const auto ns = std::max<std::int64_t>(left.count(), 0);
  return {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

}  // namespace

ChildPool::ChildPool() {
  // The pool waits for SIGCHLD, which a process that ignores the signal would never receive.
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, &previous_child_action_);
  awaited_signals_ = stop_signal_set();
  sigaddset(&awaited_signals_, SIGCHLD);
  sigprocmask(SIG_BLOCK, &awaited_signals_, &previous_mask_);
}

ChildPool::~ChildPool() {
  for (const Child& child : children_) kill_group(child.pid);
  for (const Child& child : children_) reap(child.pid);
  sigprocmask(SIG_SETMASK, &previous_mask_, nullptr);
  sigaction(SIGCHLD, &previous_child_action_, nullptr);
}

void ChildPool::start(const PoolJob& job) {
  Child child;
  child.id = job.id;
  if (job.limit) child.deadline = Clock::now() + *job.limit;
  child.pid = start_program({job.command, job.variables, previous_mask_, job.errors});
  children_.push_back(child);
}

std::vector<PoolEnd> ChildPool::wait(std::chrono::nanoseconds timeout) {
  const Clock::time_point latest = Clock::now() + timeout;
  for (;;) {
    kill_timed_out();
    record_pending_signals();  // wait may always find an ended child and never reach sigtimedwait
    std::vector<PoolEnd> ended = collect_ended();
    const Clock::time_point now = Clock::now();
    if (!ended.empty() || interruption_ != 0 || children_.empty() || now >= latest) return ended;
    const timespec left = time_left(next_deadline(latest) - now);
    record_signal(sigtimedwait(&awaited_signals_, nullptr, &left));
  }
}

void ChildPool::record_signal(int signal_number) {
  if (signal_number > 0 && signal_number != SIGCHLD) interruption_ = signal_number;
}

void ChildPool::record_pending_signals() {
  constexpr timespec no_time{0, 0};
  for (int number = 1; number > 0;) {
    number = sigtimedwait(&awaited_signals_, nullptr, &no_time);
    record_signal(number);
  }
}

void ChildPool::kill_timed_out() {
  const Clock::time_point now = Clock::now();
  for (Child& child : children_) {
    if (!child.deadline || *child.deadline > now) continue;
    child.deadline.reset();
    child.timed_out = true;
    kill_group(child.pid);
  }
}

ChildPool::Clock::time_point ChildPool::next_deadline(Clock::time_point latest) const {
  for (const Child& child : children_) {
    if (child.deadline) latest = std::min(latest, *child.deadline);
  }
  return latest;
}

std::vector<PoolEnd> ChildPool::collect_ended() {
  std::vector<PoolEnd> ended;
  std::erase_if(children_, [&ended](const Child& child) {
    // WNOWAIT keeps the process number reserved, so that kill_group can't kill an unrelated group.
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOWAIT | WNOHANG) != 0) return false;
    if (info.si_pid == 0) return false;
    kill_group(child.pid);
    PoolEnd end{reap(child.pid), child.id, false};
    // A program that ended on its own just before the kill did not time out.
    end.timed_out = child.timed_out && end.signal == SIGKILL;
    ended.push_back(end);
    return true;
  });
  return ended;
}

}  // namespace gusset::cli
