#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "workload.hpp"

namespace gusset::bench {

/// What is measured of a workload's execution.
enum class Probe : std::uint8_t {
  task_ns,         ///< wall time ÷ tasks, from the first submission until all have completed
  access_ns,       ///< the same ÷ accesses
  efficiency,      ///< time inside of bodies ÷ (wall time × workers, or cores where these are fewer)
  recording_ns,    ///< Gusset only: what recording adds to task_ns
  clock_ns,        ///< two readings of the processor's clock: the floor of what recording adds
  replay_ns,       ///< Gusset only: task_ns of a captured plan that runs again
  wake_up_us,      ///< from a submission while all other workers sleep until one of them executes the task
  idle_cpu_ms,     ///< processor time of all workers during a second without work
  peak_bytes,      ///< growth of the resident set's peak ÷ tasks; Gusset's while all tasks wait
  window_rss_mib,  ///< Gusset only: the resident set after all tasks went through the submission window
};

/// One line of a table.
struct Row {
  std::string section{};
  std::string name{};
  std::string unit{};
  Probe probe = Probe::task_ns;
  Workload workload{};
  unsigned workers = 2;
  std::optional<double> goal{};
  std::optional<double> stretch{};
  std::string better{"lower"};  ///< or "higher"
  std::string depth{};          ///< of a recording: spans, ready, accesses
};

}  // namespace gusset::bench
