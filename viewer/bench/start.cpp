#include "start.hpp"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "measurement.hpp"

namespace gusset::bench {
namespace {

double anonymous_mb(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("RssAnon:")) return std::stod(line.substr(8)) * 1024 / 1e6;
  return 0.0;
}

}  // namespace

Start start_viewer(const std::filesystem::path& viewer, const std::filesystem::path& trace) {
  constexpr auto sample_every = std::chrono::milliseconds(5);
  std::vector<std::string> arguments = {viewer.string(), trace.string(), "--size", "1600x900",
                                        "--quit-after-first-picture"};
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  Start start;
  int status = 0;
  int error = 0;
  rusage used{};
  start.ms = time_ms([&] {
    pid_t child = 0;
    error = posix_spawn(&child, viewer.c_str(), nullptr, nullptr, pointers.data(), environ);
    if (error != 0) return;
    std::atomic<bool> ended = false;
    std::thread watch([&] {
      while (!ended) {
        start.peak_anonymous_mb = std::max(start.peak_anonymous_mb, anonymous_mb(child));
        std::this_thread::sleep_for(sample_every);
      }
    });
    wait4(child, &status, 0, &used);
    ended = true;
    watch.join();
  });
  if (error != 0 || status != 0)
    throw std::runtime_error(viewer.string() + ": expected to show a picture, found that it failed");
  start.peak_mb = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
  return start;
}

}  // namespace gusset::bench
