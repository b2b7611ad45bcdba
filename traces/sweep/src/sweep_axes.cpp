#include "gusset/traces/sweep/sweep_axes.hpp"

#include <vector>

namespace gusset::figure {
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
  const SweepDefinition& definition = sweep.definition;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < definition.parameters.size(); ++i) {
    if (definition.parameters[i].values.size() > 1) parts.push_back(configuration.values[i]);
  }
  if (definition.threads.size() > 1) parts.push_back(std::to_string(configuration.threads));
  if (definition.policies.size() > 1) parts.push_back(configuration.policy);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string rest_title(const SweepDefinition& definition) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const Parameter& parameter : definition.parameters) {
    if (parameter.values.size() > 1) add(parameter.name);
  }
  if (definition.threads.size() > 1) add("threads");
  if (definition.policies.size() > 1) add("policy");
  return text;
}

}  // namespace gusset::figure
