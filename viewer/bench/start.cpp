#include "start.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <stdexcept>

#include "bench/child_process.hpp"
#include "bench/process_usage.hpp"
#include "bench/statistics.hpp"

namespace gusset::bench {

Start start_viewer(const std::filesystem::path& viewer, const std::filesystem::path& trace) {
  Start start;
  int status = 0;
  rusage used{};
  start.ms = time_ms([&] {
    const pid_t child =
        start_child({viewer.string(), trace.string(), "--size", "1600x900", "--quit-after-first-picture"});
    const AnonymousMemory memory(child);
    wait4(child, &status, 0, &used);
    start.peak_anonymous_mb = memory.peak_bytes() / 1e6;
  });
  if (status != 0)
    throw std::runtime_error(viewer.string() + ": expected it to show a picture, found that it failed");
  start.peak_mb = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
  return start;
}

}  // namespace gusset::bench
