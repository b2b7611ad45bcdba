#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::viewer {

/// How tasks are told apart, and which of them are shown: the same for all open traces. A value.
struct Appearance {
  traces::ColourBy colour_by;
  traces::Paper paper = traces::Paper::white;  ///< white: the light theme
  bool is_projected = false;                   ///< words and lines as strong as a projector needs them
  /// As TaskQuery reads them. Tasks that meet all are shown; those of a trace that lacks the facts
  /// meet none.
  std::vector<std::string> conditions;
  std::set<std::string> hidden;                       ///< types, or categories, whose tasks are not shown
  std::map<std::string, traces::Colour> own_colours;  ///< of types, or categories, instead of the palette's

  /// Whether the same tasks are shown, told apart by the same.
  bool differs_in_colours_only(const Appearance& other) const {
    return colour_by == other.colour_by && conditions == other.conditions && hidden == other.hidden;
  }
  /// Whether any tasks may not be shown.
  bool filters() const { return !conditions.empty() || !hidden.empty(); }
  friend bool operator==(const Appearance&, const Appearance&) = default;
};

/// Hides the tasks of one name, or shows them again.
Appearance toggled(const Appearance& appearance, const std::string& name);
/// Shows the tasks of one name of `names` alone; all again where that is so already.
Appearance isolated(const Appearance& appearance, const std::vector<std::string>& names,
                    const std::string& name);

}  // namespace gusset::viewer
