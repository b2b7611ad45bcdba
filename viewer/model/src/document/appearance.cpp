#include "gusset/viewer/model/document/appearance.hpp"

namespace gusset::viewer {

Appearance toggled(const Appearance& appearance, const std::string& name) {
  Appearance next = appearance;
  if (next.hidden.erase(name) == 0) next.hidden.insert(name);
  return next;
}

Appearance isolated(const Appearance& appearance, const std::vector<std::string>& names,
                    const std::string& name) {
  Appearance next = appearance;
  next.hidden = std::set<std::string>(names.begin(), names.end());
  next.hidden.erase(name);
  if (next.hidden == appearance.hidden) next.hidden.clear();
  return next;
}

}  // namespace gusset::viewer
