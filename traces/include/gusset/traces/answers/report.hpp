#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/traces/answers/advice_target.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// One thing that a trace says about its run: what costs time, or how much is left to gain.
struct Advice {
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
    nothing_ran
  };
  Kind kind = Kind::nothing_ran;
  double cost = 0.0;  ///< share of workers × makespan that it stands for, 0…1: an estimate, for the ranking
  std::string sentence;  ///< in words, with figures
  std::string next;      ///< the command to try next
  /// The sentence's figures: names end in their unit (_ns, _share, …), or count something.
  std::vector<std::pair<std::string, double>> figures;
  std::vector<AdviceTarget> targets = {};  ///< what it speaks of; none where that is the whole run
};

/// "too_fine", "serial_producer", …: the names that documents and commands print.
std::string_view kind_name(Advice::Kind kind);

struct ReportOptions {
  std::string file = "T.gus";       ///< that the commands in `next` name
  const Trace* baseline = nullptr;  ///< the same program on fewer workers
  std::string baseline_file = "BASELINE.gus";
  const std::atomic<bool>* cancelled = nullptr;  ///< once true, the report is given up soon, and says nothing
};

/// What matters most first. Three findings, or one where nothing ran. O(n log n) in spans and accesses.
/// Expects traces that `validate` accepts; thread-safe on traces nobody changes.
std::vector<Advice> report(const Trace& trace, const ReportOptions& options = {});

}  // namespace gusset::traces
