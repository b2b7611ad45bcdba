#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::viewer {

/// What tasks are coloured by, which tasks are shown and on which background. All open traces share one
/// appearance. A value.
struct Appearance {
  traces::ColourBy colour_by;
  traces::Background background = traces::Background::white;  ///< white: the light theme
  bool is_projected = false;  ///< text and lines strong enough for a projector
  /// Conditions in TaskQuery's syntax. A task is shown if it meets all of them. No task of a trace that
  /// lacks the facts meets them.
  std::vector<std::string> conditions;
  std::set<std::string> hidden;                          ///< types or categories whose tasks are not shown
  std::map<std::string, traces::Colour> custom_colours;  ///< replace palette colours, by type or category

  /// Whether both appearances show the same tasks and colour them by the same property.
  bool differs_in_colours_only(const Appearance& other) const {
    return colour_by == other.colour_by && conditions == other.conditions && hidden == other.hidden;
  }
  /// Whether this may hide tasks.
  bool filters() const { return !conditions.empty() || !hidden.empty(); }
  friend bool operator==(const Appearance&, const Appearance&) = default;
};

/// Hides the tasks of one type or category, or shows them again.
Appearance toggled(const Appearance& appearance, const std::string& name);
/// Shows only the tasks of `name`, one of `names`. Shows all of them again if only `name` is shown already.
Appearance isolated(const Appearance& appearance, const std::vector<std::string>& names,
                    const std::string& name);

}  // namespace gusset::viewer
