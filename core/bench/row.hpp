#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "workload.hpp"

namespace gusset::bench {

/// The quantity to measure while a workload executes.
enum class Probe : std::uint8_t {
  task_ns,             ///< wall time ÷ tasks, from the first submission until all tasks have completed
  access_ns,           ///< the same wall time ÷ accesses
  efficiency,          ///< time inside bodies ÷ (wall time × workers, or × cores if there are fewer cores)
  recording_ns,        ///< Gusset only: the time per task that recording adds to task_ns
  graph_ns,            ///< Gusset only: task_ns of the workload as a TaskGraph
  graph_recording_ns,  ///< Gusset only: the time per task that recording adds to graph_ns
  clock_ns,            ///< two readings of the processor's clock: the lower bound on what recording adds
  replay_ns,           ///< Gusset only: task_ns of a captured plan that runs again
  schedule_ns,         ///< Gusset only: the same with a static schedule
  flags_ns,            ///< Gusset only: schedule_ns with flags instead of counters (StaticForm::flags)
  schedule_efficiency,  ///< Gusset only: time inside bodies ÷ (wall time × workers), with a static schedule
  guided_ratio,         ///< Gusset only: task_ns with a schedule file that guides all tasks ÷ task_ns
  loops_plan_share,     ///< Gusset only: share of the best speedup; four loops of 50 ns tasks, as a plan
  loops_flags_share,    ///< the same with a static schedule and flags (StaticForm::flags)
  loops_schedule_share,  ///< the same with a static schedule and counters; OpenMP: tasks with `depend`
  wake_up_us,  ///< time from a submission, while all other workers sleep, until one of them executes the task
  idle_cpu_ms,     ///< processor time of all workers during one second without work
  peak_bytes,      ///< growth of the resident set's peak ÷ tasks; for Gusset, while all tasks wait
  window_rss_mib,  ///< Gusset only: the resident set's peak; all tasks pass through the submission window
};

/// One row of a table.
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
  std::string depth{};          ///< depth of a recording: spans, ready or accesses
};

}  // namespace gusset::bench
