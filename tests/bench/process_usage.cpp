#include "bench/process_usage.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <stop_token>

namespace gusset::bench {

std::uint64_t status_bytes(const std::string& quantity, pid_t process) {
  std::ifstream file("/proc/" + (process == 0 ? "self" : std::to_string(process)) + "/status");
  for (std::string word; file >> word;) {
    std::uint64_t kib = 0;
    if (word == quantity + ":" && file >> kib) return kib * 1024;
  }
  return 0;
}

AnonymousMemory::AnonymousMemory(pid_t process)
    : watcher_([this, process](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          peak_bytes_ = std::max(peak_bytes_.load(), static_cast<double>(status_bytes("RssAnon", process)));
          std::this_thread::sleep_for(std::chrono::milliseconds(3));
        }
      }) {}

std::uint64_t resident_bytes() {
  return status_bytes("VmRSS");
}

std::uint64_t peak_resident_bytes() {
  return status_bytes("VmHWM");
}

void reset_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

double processor_time_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

}  // namespace gusset::bench
