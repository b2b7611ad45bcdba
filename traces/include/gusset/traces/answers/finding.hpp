#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/traces/answers/finding_target.hpp"

namespace gusset::traces {

/// One thing that a trace says about its run: what costs time, or how much is left to gain.
struct Finding {
  enum class Kind {
    incomplete,          ///< a part of the run is missing: the recording ended before it, or was damaged
    too_fine,            ///< the runtime's time between two tasks is a large part of the tasks' own
    too_few_tasks,       ///< fewer tasks than workers could share
    little_parallelism,  ///< the task graph keeps fewer workers busy than there are
    serial_part,         ///< an OpenMP program was outside of parallel regions, on one thread
    imbalance,           ///< one node has more of the work than others
    serial_producer,     ///< submission can't keep up with the workers
    paused_producer,     ///< the program waited, or computed, where it could have submitted
    slow_messages,       ///< workers waited for data from other nodes
    slow_worker,         ///< the same types take longer on one worker
    slow_node,           ///< the same types take longer on one node
    ready_not_taken,     ///< tasks were ready, workers idle: placement or scheduling
    late_release,        ///< tasks could have run, but the runtime had not yet made them ready
    work_inflation,      ///< the same types take longer than in the baseline
    critical_type,       ///< one type makes most of the critical path
    not_recorded,        ///< the trace does not tell what workers waited for
    well_used,           ///< little idle time is left
    potential,           ///< how much faster it could be without idle time
    heaviest_type,       ///< which type took most of the time
    nothing_ran,
    statement  ///< of any other question's verdict
  };
  Kind kind = Kind::statement;
  double cost = 0.0;  ///< how severe it is: the share of workers × makespan that it costs, an estimate in 0…1
  std::string sentence = {};  ///< in words, with figures
  std::string next = {};      ///< the command to try next; empty where there is none
  /// The sentence's figures: names end in their unit (_ns, _share, …), or count something.
  std::vector<std::pair<std::string, double>> figures = {};
  std::vector<FindingTarget> targets = {};  ///< what it speaks of; none where that is the whole run

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// "too_fine", "serial_producer", …: the names that documents and commands print.
std::string_view kind_name(Finding::Kind kind);

}  // namespace gusset::traces
