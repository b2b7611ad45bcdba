#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// A change from A to B. Its bar points right of zero if B has more, left if B has less.
struct ChangeBar {
  std::string name;
  std::string a;  ///< as text; "–" if that trace has no such entry
  std::string b;
  std::string change;  ///< "+1.2 ms"; empty if only one trace has the entry
  double share = 0.0;  ///< change relative to the section's largest, −1 … 1
  friend bool operator==(const ChangeBar&, const ChangeBar&) = default;
};

struct ChangeSection {
  std::string title;
  std::string note;  ///< counts the bars that are left out; may be empty
  std::vector<ChangeBar> bars;
};

/// The tables of a comparison as bars.
std::vector<ChangeSection> change_sections(const traces::Answer& comparison);

/// Only the largest changes get a bar; more bars would be unreadable.
inline constexpr std::size_t max_change_bars = 40;

/// The section of a task's report that links to the same task in the other traces; nothing if only one trace
/// is open. Says so if a result is not known yet.
std::optional<ReportSection> matches_section(const Document& document, Comparisons& comparisons,
                                             TaskReference task);

}  // namespace gusset::viewer
