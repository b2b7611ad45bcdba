#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
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
inline Appearance toggled(Appearance appearance, const std::string& name) {
  if (appearance.hidden.erase(name) == 0) appearance.hidden.insert(name);
  return appearance;
}
/// Shows only the tasks of `name`, one of `names`. Shows all of them again if only `name` is shown already.
inline Appearance isolated(Appearance appearance, const std::vector<std::string>& names,
                           const std::string& name) {
  std::set<std::string> others(names.begin(), names.end());
  others.erase(name);
  if (others == appearance.hidden) others.clear();
  appearance.hidden = std::move(others);
  return appearance;
}

}  // namespace gusset::viewer
