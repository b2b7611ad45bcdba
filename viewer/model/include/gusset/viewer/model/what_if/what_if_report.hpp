#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/what_if/prediction.hpp"

namespace gusset::viewer {

/// What playing a trace again came to.
struct ReplayResult {
  Prediction prediction;
  double busy_share = 0.0;  ///< of all workers, of the seed that is shown
  friend bool operator==(const ReplayResult&, const ReplayResult&) = default;
};

/// The gain in figures: the trace itself, played again as it was, and with changes.
struct WhatIfReport {
  std::string verdict;  ///< one or two sentences; empty where nothing was changed
  std::string caution;  ///< how far off playing it again unchanged is, and chance; may be empty
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  ///< a name, then a cell for each other heading
  std::vector<std::string> assumptions;
};

/// `again` and `result` are missing while they are computed.
WhatIfReport what_if_report(const LoadedTrace& original, const std::optional<ReplayResult>& again,
                            const std::optional<ReplayResult>& result, bool is_changed);

}  // namespace gusset::viewer
