#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/what_if/prediction.hpp"

namespace gusset::viewer {

/// The result of simulating a trace again.
struct ReplayResult {
  Prediction prediction;
  double busy_share = 0.0;    ///< of all workers, for the seed that is shown
  std::int64_t shown_ns = 0;  ///< makespan of the schedule that is shown, of one seed; 0 if none is shown
  friend bool operator==(const ReplayResult&, const ReplayResult&) = default;
};

/// The gain in numbers: the trace itself, simulated unchanged, and simulated with changes.
struct WhatIfReport {
  std::string verdict;  ///< one or two sentences; empty if nothing was changed
  std::string caution;  ///< error of the unchanged simulation, and random variation; may be empty
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  ///< a name, then one cell for each further heading
  std::vector<std::string> assumptions;
  std::vector<std::string> doubts;  ///< why the prediction is not reliable
};

/// What the report's rows mean, for a tooltip.
inline constexpr const char* what_if_rows_meaning =
    "Makespan: of a simulation, the median over different random choices.\n"
    "As drawn: the makespan of the schedule below the trace, which is one of these simulations.\n"
    "Bound: work ÷ workers, and critical path (the longest path through the task graph): no schedule of the "
    "simulated tasks is shorter.";

/// `baseline` (unchanged) and `result` (changed) are missing while they are being computed.
WhatIfReport what_if_report(const LoadedTrace& original, const std::optional<ReplayResult>& baseline,
                            const std::optional<ReplayResult>& result, bool is_changed);

}  // namespace gusset::viewer
