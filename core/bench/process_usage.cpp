#include "process_usage.hpp"

#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>

namespace gusset::bench {
namespace {

std::uint64_t status_bytes(const std::string& field) {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    std::uint64_t kib = 0;
    if (word == field + ":" && file >> kib) return kib * 1024;
  }
  throw std::runtime_error("/proc/self/status: expected a line " + field + ", found none");
}

}  // namespace

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
