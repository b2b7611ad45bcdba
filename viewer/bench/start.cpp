#include "start.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "child.hpp"
#include "measurement.hpp"

namespace gusset::bench {

Start start_viewer(const std::filesystem::path& viewer, const std::filesystem::path& trace) {
  constexpr auto sample_every = std::chrono::milliseconds(5);
  Start start;
  int status = 0;
  rusage used{};
  start.ms = time_ms([&] {
    const pid_t child =
        start_child({viewer.string(), trace.string(), "--size", "1600x900", "--quit-after-first-picture"});
    std::atomic<bool> ended = false;
    std::thread watch([&] {
      while (!ended) {
        start.peak_anonymous_mb = std::max(start.peak_anonymous_mb, memory_mb(child, "RssAnon"));
        std::this_thread::sleep_for(sample_every);
      }
    });
    wait4(child, &status, 0, &used);
    ended = true;
    watch.join();
  });
  if (status != 0)
    throw std::runtime_error(viewer.string() + ": expected to show a picture, found that it failed");
  start.peak_mb = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
  return start;
}

}  // namespace gusset::bench
