#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::viewer {

struct LegendRow {
  std::string name;  ///< name of a type or category
  traces::Colour colour;
  bool hidden = false;         ///< its tasks are hidden
  std::string same_colour_as;  ///< first row above with the same colour; empty if there is none
  std::vector<std::optional<CategoryTotal>> cells;  ///< per panel; nothing if the trace has no such name
};

/// The types of all open traces, sorted by busy time over all panels, most first; or the non-empty categories
/// of the traces' colouring, in its order. `totals` are each panel's totals for the whole trace or the
/// selected range.
std::vector<LegendRow> legend_rows(const Document& document,
                                   const std::vector<const std::vector<CategoryTotal>*>& totals);

/// What the rows are, for example "Type" or "step".
std::string legend_title(const Document& document);

}  // namespace gusset::viewer
