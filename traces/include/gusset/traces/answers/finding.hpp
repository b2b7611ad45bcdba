#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/traces/answers/finding_target.hpp"

namespace gusset::traces {

/// One fact that a trace reveals about its run: what costs time, or how much is left to gain.
struct Finding {
  enum class Kind {
    incomplete,          ///< part of the run is missing: the recording stopped early or is damaged
    preempted,           ///< threads could run, but had no processor: other load, or too few processors
    blocked,             ///< tasks slept, or waited for something that the trace does not show
    outlier,             ///< one task took far longer than others of its type
    too_fine,            ///< the runtime's time between two tasks is large compared with the tasks
    too_few_tasks,       ///< there are too few tasks to share evenly among the workers
    little_parallelism,  ///< the task graph keeps only some of the workers busy
    serial_part,         ///< an OpenMP program ran on one thread, outside parallel regions
    imbalance,           ///< one node has more work than others
    serial_producer,     ///< submission can't keep up with the workers
    paused_producer,     ///< the program waited or computed when it could have submitted
    slow_messages,       ///< workers waited for data from other nodes
    slow_worker,         ///< the same types take longer on one worker
    slow_node,           ///< the same types take longer on one node
    ready_not_taken,     ///< tasks were ready while workers were idle: a placement or scheduling problem
    late_release,        ///< tasks could have run, but the runtime had not yet made them ready
    lock_contention,     ///< threads waited for a lock that another one held
    loop_imbalance,      ///< threads waited at the end of a loop, which gave them unequal work
    barrier_wait,        ///< threads waited for each other at the barriers of a parallel region
    work_inflation,      ///< the same types take longer than in the baseline
    first_touch,         ///< tasks took longer because they were the first to use their data
    critical_type,       ///< one type makes up most of the critical path
    not_recorded,        ///< the trace does not record what workers waited for
    well_used,           ///< little idle time is left
    potential,           ///< the speedup that is possible without idle time
    heaviest_type,       ///< the type that took most of the time
    nothing_ran,
    statement  ///< a sentence in any other question's verdict
  };
  Kind kind = Kind::statement;
  double cost = 0.0;          ///< estimated cost as a share of workers × makespan, 0…1
  std::string sentence = {};  ///< plain text with figures
  std::string next = {};      ///< the command to try next; empty if there is none
  /// The sentence's figures. Names end in their unit (_ns, _share, …) or name a count.
  std::vector<std::pair<std::string, double>> figures = {};
  std::vector<FindingTarget> targets = {};  ///< what the sentence is about; empty for the whole run

  /// The figure of that name. Nothing if the sentence has none.
  std::optional<double> figure(std::string_view name) const;

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// Precedes `Finding::next`, wherever a finding is shown.
inline constexpr const char* next_label = "Next: ";

/// "too_fine", "serial_producer", …: the names in documents and command output.
std::string_view kind_name(Finding::Kind kind);

}  // namespace gusset::traces
