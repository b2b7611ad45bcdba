#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace gusset::bench {

// Memory and time of processes, from the kernel.

/// Returns a memory quantity of a process in bytes: "VmRSS" (resident), "VmHWM" (peak resident) or "RssAnon"
/// (resident, without mapped files); see proc(5). `process` 0 means this process. Returns 0 if the process no
/// longer exists.
std::uint64_t status_bytes(const std::string& quantity, pid_t process = 0);

/// Samples a process's anonymous memory every few milliseconds during this object's lifetime and keeps the
/// peak.
class AnonymousMemory {
 public:
  explicit AnonymousMemory(pid_t process = 0);
  double peak_bytes() const { return peak_bytes_; }

 private:
  std::atomic<double> peak_bytes_ = 0.0;
  std::jthread watcher_;
};

/// Resident memory of this process.
std::uint64_t resident_bytes();
/// The largest value of resident_bytes() since reset_peak().
std::uint64_t peak_resident_bytes();
void reset_peak();
/// Processor time of all threads of this process.
double processor_time_ms();

}  // namespace gusset::bench
