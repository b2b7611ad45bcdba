#include "gusset/traces/sweep/sweep.hpp"

#include <algorithm>
#include <string_view>

#include "gusset/base/text.hpp"

namespace gusset::sweep {
namespace {

// Replaces a list that was not given by one empty value.
template <class T>
std::vector<T> or_open(const std::vector<T>& list) {
  return list.empty() ? std::vector<T>{T{}} : list;
}

std::string with_values(std::string word, const SweepDefinition& definition,
                        const Configuration& configuration) {
  std::string result;
  for (std::size_t at = 0; at < word.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < definition.parameters.size() && length == 0; ++i) {
      const std::string placeholder = "{" + definition.parameters[i].name + "}";
      if (word.compare(at, placeholder.size(), placeholder) != 0) continue;
      result += configuration.values[i];
      length = placeholder.size();
    }
    if (length == 0) result += word[at++];
    at += length;
  }
  return result;
}

std::string text_of(const Setting& setting, const Configuration& configuration) {
  const std::string value = setting.value(configuration);
  if (setting.is_parameter) return setting.name + "=" + value;
  if (setting.name == "threads") return value + (value == "1" ? " thread" : " threads");
  if (setting.name == "balancing") return (value == "off" ? "no" : value) + " balancing";
  return value;
}

// The grid, with the settings that `is_named` selects.
template <class IsNamed>
std::string label(const SweepDefinition& definition, const Configuration& configuration, bool has_grid,
                  IsNamed is_named) {
  std::vector<std::string> parts;
  for (const Setting& setting : settings_of(definition)) {
    if (is_named(setting)) parts.push_back(text_of(setting, configuration));
  }
  const std::string grid = has_grid ? configuration.grid : "";
  return grid + (grid.empty() || parts.empty() ? "" : " with ") + joined(parts);
}

void add_option(std::vector<std::string>& arguments, const char* option, const std::string& value) {
  if (!value.empty()) arguments.insert(arguments.end(), {option, value});
}

void add_program(std::vector<std::string>& arguments, const SweepDefinition& definition,
                 const Configuration& configuration) {
  arguments.emplace_back("--");
  for (const std::string& word : program_line(definition, configuration)) arguments.push_back(word);
}

}  // namespace

std::size_t combinations_of(const SweepDefinition& definition) {
  std::size_t product = 1;
  const auto multiply = [&product](std::size_t count) {
    product = std::min(product * std::min(count, max_configurations + 1), max_configurations + 1);
  };
  for (const Parameter& parameter : definition.parameters) multiply(parameter.values.size());
  multiply(or_open(definition.grids).size());
  multiply(or_open(definition.threads).size());
  multiply(or_open(definition.policies).size());
  multiply(or_open(definition.balancing).size());
  return product;
}

std::vector<Configuration> configurations_of(const SweepDefinition& definition) {
  std::vector<Configuration> result{Configuration{}};
  const auto multiply = [&result](const auto& choices, auto set) {
    std::vector<Configuration> product;
    for (const Configuration& configuration : result) {
      for (const auto& choice : choices) set(product.emplace_back(configuration), choice);
    }
    result = std::move(product);
  };
  for (const Parameter& parameter : definition.parameters) {
    multiply(parameter.values, [](Configuration& c, const std::string& value) { c.values.push_back(value); });
  }
  multiply(or_open(definition.grids), [](Configuration& c, const std::string& grid) { c.grid = grid; });
  multiply(or_open(definition.threads), [](Configuration& c, unsigned threads) { c.threads = threads; });
  multiply(or_open(definition.policies),
           [](Configuration& c, const std::string& policy) { c.policy = policy; });
  multiply(or_open(definition.balancing),
           [](Configuration& c, const std::string& balancing) { c.balancing = balancing; });
  for (std::size_t i = 0; i < result.size(); ++i) result[i].number = i;
  return result;
}

std::vector<std::string> program_line(const SweepDefinition& definition, const Configuration& configuration) {
  std::vector<std::string> arguments;
  for (const std::string& word : definition.program) {
    arguments.push_back(with_values(word, definition, configuration));
  }
  return arguments;
}

std::vector<Setting> settings_of(const SweepDefinition& definition) {
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < definition.parameters.size(); ++i) {
    const Parameter& parameter = definition.parameters[i];
    settings.push_back({parameter.name, true, parameter.values.size() > 1,
                        [i](const Configuration& configuration) { return configuration.values[i]; }});
  }
  settings.push_back({"threads", false, definition.threads.size() > 1,
                      [](const Configuration& c) { return std::to_string(c.threads); }});
  settings.push_back(
      {"policy", false, definition.policies.size() > 1, [](const Configuration& c) { return c.policy; }});
  settings.push_back({"balancing", false, definition.balancing.size() > 1,
                      [](const Configuration& c) { return c.balancing; }});
  return settings;
}

unsigned nodes_of(const Configuration& configuration) {
  if (configuration.grid.empty()) return 0;
  unsigned nodes = 1;
  std::string_view rest = configuration.grid;
  for (;;) {
    const std::size_t end = std::min(rest.find('x'), rest.size());
    nodes *= parse_number<unsigned>(rest.substr(0, end)).value_or(0);
    if (end == rest.size()) return nodes;
    rest.remove_prefix(end + 1);
  }
}

std::string label_of(const SweepDefinition& definition, const Configuration& configuration) {
  std::string text = label(definition, configuration, definition.grids.size() > 1,
                           [](const Setting& setting) { return setting.varies; });
  if (!text.empty()) return text;
  return std::filesystem::path(definition.program.front()).filename().string();
}

std::string label_beside(const SweepDefinition& definition, const Configuration& configuration,
                         const Configuration& other) {
  return label(definition, configuration, configuration.grid != other.grid,
               [&](const Setting& setting) { return setting.value(configuration) != setting.value(other); });
}

std::vector<std::string> simulate_arguments(const SweepDefinition& definition, const SweepRow& row,
                                            const std::filesystem::path& output) {
  const Configuration& configuration = row.configuration;
  std::vector<std::string> arguments{"simulate"};
  const auto add = [&arguments](const char* option, const std::string& value) {
    add_option(arguments, option, value);
  };
  add("--platform", definition.platform.argument);
  add("--costs", definition.costs.argument);
  add("--grid", configuration.grid);
  add("--threads", configuration.threads == 0 ? "" : std::to_string(configuration.threads));
  add("--policy", configuration.policy);
  add("--balance", configuration.balancing);
  // --network takes "simgrid"; measures name SimGrid with its version.
  const std::string network = row.measures() != nullptr ? row.measures()->network : "";
  add("--network", network.starts_with("SimGrid") ? "simgrid" : network);
  if (definition.caches) arguments.push_back("--caches");
  add("--seeds", std::to_string(definition.seeds));
  add("-o", output.string());
  add_program(arguments, definition, configuration);
  return arguments;
}

std::vector<std::string> run_arguments(const SweepDefinition& definition, const SweepRow& row) {
  const Configuration& configuration = row.configuration;
  const Measures& measures = *row.measures();
  std::vector<std::string> arguments{"run"};
  if (measures.nodes > 1) {
    add_option(arguments, "--nodes", std::to_string(measures.nodes));
    add_option(arguments, "--grid", measures.grid);
    add_option(arguments, "--balance", configuration.balancing == "off" ? "" : configuration.balancing);
  }
  add_option(arguments, "--threads", std::to_string(measures.threads));
  add_option(arguments, "--policy", configuration.policy);
  add_program(arguments, definition, configuration);
  return arguments;
}

Sweep new_sweep(SweepDefinition definition) {
  Sweep sweep;
  for (Configuration& configuration : configurations_of(definition)) {
    sweep.rows.emplace_back().configuration = std::move(configuration);
  }
  sweep.definition = std::move(definition);
  return sweep;
}

}  // namespace gusset::sweep
