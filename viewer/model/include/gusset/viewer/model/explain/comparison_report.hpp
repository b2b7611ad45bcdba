#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// A change from A to B: a bar to the right of zero where B has more, to the left where it has less.
struct ChangeBar {
  std::string name;
  std::string a;  ///< in words; "–" where there is no such thing in that trace
  std::string b;
  std::string change;  ///< "+1.2 ms"; empty where one side has none
  double share = 0.0;  ///< −1 … 1, of the section's largest change
  friend bool operator==(const ChangeBar&, const ChangeBar&) = default;
};

struct ChangeSection {
  std::string title;
  std::string note;  ///< of the bars that are left out; may be empty
  std::vector<ChangeBar> bars;
};

/// The tables of a comparison as bars.
std::vector<ChangeSection> change_sections(const traces::Answer& comparison);

/// More bars than that would be no picture any more: the largest changes stay.
inline constexpr std::size_t most_change_bars = 40;

/// The section of a task's report that leads to the same task in the other traces; nothing where only one is
/// open. What is not known yet says so.
std::optional<ReportSection> twins_section(const Document& document, Comparisons& comparisons,
                                           TaskReference task);

}  // namespace gusset::viewer
