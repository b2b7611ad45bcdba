#include "start_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "gusset/base/quoting.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

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

// Prepares the child after fork, and executes the program. Returns only if exec fails, with the reason in
// errno.
void become_program(const ProgramStart& start, pid_t parent, std::vector<char*>& arguments,
                    std::vector<char*>& environment) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(Failure::failed);  // the parent died before the line above
  if (start.output_descriptor >= 0) dup2(start.output_descriptor, STDOUT_FILENO);
  if (start.errors_descriptor >= 0) dup2(start.errors_descriptor, STDERR_FILENO);
  for (int number = 1; number < NSIG; ++number) {  // the parent's handlers must not run here
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0) continue;
    const bool is_reset = number == SIGPIPE || action.sa_handler != SIG_IGN;
    action = {};
    action.sa_handler = SIG_DFL;
    if (is_reset) sigaction(number, &action, nullptr);
  }
  sigprocmask(SIG_SETMASK, &start.signal_mask, nullptr);
  execvpe(arguments.front(), arguments.data(), environment.data());
}

// posix_spawn can't make the program end with this process.
pid_t start_tied_program(const ProgramStart& start, std::vector<char*> arguments,
                         std::vector<char*> environment) {
  std::array<int, 2> failure{};  // closed silently when exec succeeds
  if (pipe2(failure.data(), O_CLOEXEC) != 0)
    throw errors::program_not_startable(start.command.front(), errno);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    become_program(start, parent, arguments, environment);
    const int error_number = errno;
    const ssize_t written = write(failure[1], &error_number, sizeof error_number);
    _exit(written > 0 ? 127 : 126);
  }
  int error_number = child < 0 ? errno : 0;
  close(failure[1]);
  if (child > 0 && read(failure[0], &error_number, sizeof error_number) > 0) reap(child);
  close(failure[0]);
  if (error_number != 0) throw errors::program_not_startable(start.command.front(), error_number);
  return child;
}

}  // namespace

sigset_t stop_signal_set() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&set, number);
  }
  return set;
}

pid_t start_program(const ProgramStart& start) {
  std::vector<std::string> arguments = start.command;
  std::vector<std::string> environment = child_environment(start.variables);

  if (start.ends_with_parent) return start_tied_program(start, pointers(arguments), pointers(environment));

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!start.errors.empty()) {
    flags |= POSIX_SPAWN_SETPGROUP;  // a new group: the default number, 0
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, start.errors.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
  }
  if (start.output_descriptor >= 0)
    posix_spawn_file_actions_adddup2(&actions, start.output_descriptor, STDOUT_FILENO);
  if (start.errors_descriptor >= 0)
    posix_spawn_file_actions_adddup2(&actions, start.errors_descriptor, STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, flags);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &start.signal_mask);

  pid_t child = 0;
  const int error_number = posix_spawnp(&child, arguments.front().c_str(), &actions, &attributes,
                                        pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error_number != 0) throw errors::program_not_startable(start.command.front(), error_number);
  return child;
}

ProcessEnd reap(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

std::optional<std::string> captured_output(const std::vector<std::string>& command) {
  FILE* const output = popen(
      (shell_text(command.front(), {command.begin() + 1, command.end()}) + " 2>/dev/null").c_str(), "re");
  if (output == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), output))
    text.append(buffer.data(), count);
  return pclose(output) == 0 ? std::optional(text) : std::nullopt;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace gusset::cli
