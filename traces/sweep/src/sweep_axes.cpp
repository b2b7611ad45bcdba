#include "gusset/traces/sweep/sweep_axes.hpp"

#include <algorithm>

#include "gusset/base/text.hpp"

namespace gusset::sweep {
namespace {

Unit unit_for(double largest, const std::vector<Unit>& units) {
  for (const Unit& unit : units) {
    if (largest >= unit.size) return unit;
  }
  return units.back();
}

}  // namespace

Unit time_unit(double largest_s) {
  return unit_for(largest_s, {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}});
}

Unit bytes_unit(double largest) {
  return unit_for(largest, {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1.0, "B"}});
}

std::string grid_text(const SweepRow& row) {
  if (!row.configuration.grid.empty()) return row.configuration.grid;
  return row.measures() != nullptr ? row.measures()->grid : "default";
}

std::string rest_text(const Sweep& sweep, const Configuration& configuration) {
  std::vector<std::string> values;
  for (const Setting& setting : settings_of(sweep.definition)) {
    if (setting.varies) values.push_back(setting.value(configuration));
  }
  return joined(values);
}

std::string rest_title(const SweepDefinition& definition) {
  std::vector<std::string> names;
  for (const Setting& setting : settings_of(definition)) {
    if (setting.varies) names.push_back(setting.name);
  }
  return joined(names);
}

std::size_t place_of(std::vector<std::string>& known, const std::string& text) {
  const auto found = std::find(known.begin(), known.end(), text);
  const auto place = static_cast<std::size_t>(found - known.begin());
  if (found == known.end()) known.push_back(text);
  return place;
}

}  // namespace gusset::sweep
