#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/statistics.hpp"
#include "gusset/viewer/model/document.hpp"

namespace gusset::viewer {

/// What one trace says about one type.
struct LegendCell {
  std::uint64_t tasks = 0;
  std::int64_t busy_ns = 0;
  double share = 0.0;  ///< of the trace's busy time
};

struct LegendRow {
  std::string type;
  traces::Colour colour;
  std::vector<std::optional<LegendCell>> cells;  ///< of each panel; nothing where the trace has no such type
};

/// The types of all open traces, most busy time (over all panels) first. `totals` are each panel's
/// statistics, of the whole trace or of the selected range.
std::vector<LegendRow> legend_rows(const Document& document,
                                   const std::vector<const traces::Statistics*>& totals);

}  // namespace gusset::viewer
