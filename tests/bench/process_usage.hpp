#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace gusset::bench {

// What the kernel says about processes.

/// A quantity of memory from a process's status: "VmRSS" (resident), "VmHWM" (the most that was), "RssAnon"
/// (resident, files not counted); see proc(5). This process's where `process` is 0; 0 once the process is
/// gone.
std::uint64_t status_bytes(const std::string& quantity, pid_t process = 0);

/// Peak of a process's anonymous memory while this lives: looked at every few milliseconds.
class AnonymousMemory {
 public:
  explicit AnonymousMemory(pid_t process = 0);
  double peak_bytes() const { return peak_bytes_; }

 private:
  std::atomic<double> peak_bytes_ = 0.0;
  std::jthread watcher_;
};

/// Of this process.
std::uint64_t resident_bytes();
/// The highest value of resident_bytes() since reset_peak().
std::uint64_t peak_resident_bytes();
void reset_peak();
/// Of all threads.
double processor_time_ms();

}  // namespace gusset::bench
