#include "bench/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "bench/statistics.hpp"

namespace gusset::bench {
namespace {

/// A pipe. Its destructor closes both ends.
struct Pipe {
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("expected a pipe, found none");
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writing() { ::close(std::exchange(ends[1], -1)); }

  std::array<int, 2> ends{};
};

/// Starts a program with its standard output redirected to an open file, or discarded if `output` is -1.
pid_t start(std::vector<std::string> command, int output, short flags) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) {
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, flags);
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front(), &actions, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::runtime_error(command.front() + ": can't be started");
  return child;
}

ChildResult end_of(pid_t child, const Stopwatch& watch) {
  ChildResult result;
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  result.seconds = watch.seconds();
  result.peak_bytes = static_cast<double>(usage.ru_maxrss) * 1024.0;
  if (WIFSIGNALED(status)) {
    result.failure = "signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    result.failure = "exit status " + std::to_string(WEXITSTATUS(status));
  }
  return result;
}

}  // namespace

ChildResult run_child(std::vector<std::string> command) {
  Pipe pipe;
  const Stopwatch watch;
  const pid_t child = start(std::move(command), pipe.ends[1], 0);
  pipe.close_writing();
  std::string output;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = ::read(pipe.ends[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ChildResult result = end_of(child, watch);
  result.output = std::move(output);
  return result;
}

ChildResult run_silently(const std::vector<std::string>& command) {
  const Stopwatch watch;
  ChildResult result = end_of(start(command, -1, 0), watch);
  if (!result.failure.empty())
    throw std::runtime_error(command.front() + ": expected success, found " + result.failure);
  return result;
}

pid_t start_child(std::vector<std::string> command) {
  return start(std::move(command), -1, POSIX_SPAWN_SETPGROUP);
}

std::optional<double> run_child_for_number(std::vector<std::string> command) {
  const ChildResult result = run_child(std::move(command));
  if (!result.failure.empty()) throw std::runtime_error("expected a number, found " + result.failure);
  if (result.output == no_value) return {};
  double value = 0.0;
  const char* const begin = result.output.data();
  if (std::from_chars(begin, begin + result.output.size(), value).ec != std::errc())
    throw std::runtime_error("expected a number, found \"" + result.output + "\"");
  return value;
}

double in_child(const std::function<double()>& measure) {
  Pipe pipe;
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("expected a process, found none");
  if (child == 0) {
    int status = 1;
    try {
      const double value = measure();
      status = ::write(pipe.ends[1], &value, sizeof value) == sizeof value ? 0 : 1;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    std::_Exit(status);
  }
  pipe.close_writing();
  double value = 0.0;
  const bool has_value = ::read(pipe.ends[0], &value, sizeof value) == sizeof value;
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!has_value || status != 0)
    throw std::runtime_error("expected a value from the child process, found none");
  return value;
}

std::string own_path() {
  return std::filesystem::canonical("/proc/self/exe").string();
}

}  // namespace gusset::bench
