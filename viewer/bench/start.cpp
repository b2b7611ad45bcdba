#include "start.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "measurement.hpp"

namespace gusset::bench {

double start_viewer_ms(const std::filesystem::path& viewer, const std::filesystem::path& trace) {
  std::vector<std::string> arguments = {viewer.string(), trace.string(), "--size", "1600x900",
                                        "--quit-after-first-picture"};
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int status = 0;
  int error = 0;
  const double elapsed_ms = time_ms([&] {
    pid_t child = 0;
    error = posix_spawn(&child, viewer.c_str(), nullptr, nullptr, pointers.data(), environ);
    if (error == 0) waitpid(child, &status, 0);
  });
  if (error != 0 || status != 0)
    throw std::runtime_error(viewer.string() + ": expected to show a picture, found that it failed");
  return elapsed_ms;
}

}  // namespace gusset::bench
