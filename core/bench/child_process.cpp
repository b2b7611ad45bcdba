#include "child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace gusset::bench {

ChildResult run_child(std::vector<std::string> command) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe for a child process");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);

  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (error != 0) {
    close(pipe_ends[0]);
    throw std::runtime_error(command.front() + ": can't be started");
  }

  ChildResult result;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(pipe_ends[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    result.output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(pipe_ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    result.failure = "signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    result.failure = "exit status " + std::to_string(WEXITSTATUS(status));
  }
  return result;
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

std::string own_path() {
  return std::filesystem::canonical("/proc/self/exe").string();
}

}  // namespace gusset::bench
