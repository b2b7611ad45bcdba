#include "child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

namespace gusset::bench {

pid_t start_child(std::vector<std::string> command) {
  std::vector<char*> pointers;
  for (std::string& word : command) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that all of it can be ended
  pid_t child = 0;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY,
                                   0);  // there stands our table
  const int error = posix_spawnp(&child, pointers[0], &files, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::runtime_error(command[0] + ": expected a program that starts");
  return child;
}

double memory_mb(pid_t process, const std::string& quantity) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(quantity + ":")) return std::stod(line.substr(quantity.size() + 1)) * 1024 / 1e6;
  return 0.0;
}

}  // namespace gusset::bench
