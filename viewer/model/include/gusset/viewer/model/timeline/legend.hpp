#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::viewer {

struct LegendRow {
  std::string name;  ///< of a type, or of a colouring's category
  traces::Colour colour;
  bool hidden = false;  ///< its tasks are not shown
  std::string twin;     ///< the first row above whose colour it repeats; empty where there is none
  std::vector<std::optional<CategoryTotal>>
      cells;  ///< of each panel; nothing where the trace has no such name
};

/// The types of all open traces, most busy time (over all panels) first; or the categories of their
/// colouring, in its order, but for those that no task is in. `totals` are each panel's, of the whole trace
/// or of the selected range.
std::vector<LegendRow> legend_rows(const Document& document,
                                   const std::vector<const std::vector<CategoryTotal>*>& totals);

/// What the rows are: "Type", "step".
std::string legend_title(const Document& document);

}  // namespace gusset::viewer
