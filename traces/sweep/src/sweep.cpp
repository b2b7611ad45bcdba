#include "gusset/traces/sweep/sweep.hpp"

#include <algorithm>
#include <filesystem>

namespace gusset::figure {
namespace {

// One empty value stands for a list that was not given.
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

// "with …" behind a grid, else the parts alone.
std::string joined(const std::string& grid, const std::vector<std::string>& parts) {
  std::string text = grid;
  for (const std::string& part : parts) {
    text += text.empty() ? "" : &part == &parts.front() ? " with " : ", ";
    text += part;
  }
  return text;
}

// Of the parts that `is_told` says to tell, given the part's number: parameters, then grid, threads, policy.
template <class IsTold>
std::string label(const SweepDefinition& definition, const Configuration& configuration, IsTold is_told) {
  std::vector<std::string> parts;
  const std::size_t parameters = definition.parameters.size();
  for (std::size_t i = 0; i < parameters; ++i) {
    if (is_told(i)) parts.push_back(definition.parameters[i].name + "=" + configuration.values[i]);
  }
  if (is_told(parameters + 1)) {
    const unsigned threads = configuration.threads;
    parts.push_back(std::to_string(threads) + (threads == 1 ? " thread" : " threads"));
  }
  if (is_told(parameters + 2)) parts.push_back(configuration.policy);
  return joined(is_told(parameters) ? configuration.grid : "", parts);
}

bool varies(const SweepDefinition& definition, std::size_t part) {
  const std::size_t parameters = definition.parameters.size();
  if (part < parameters) return definition.parameters[part].values.size() > 1;
  if (part == parameters) return definition.grids.size() > 1;
  return part == parameters + 1 ? definition.threads.size() > 1 : definition.policies.size() > 1;
}

}  // namespace

std::size_t combinations_of(const SweepDefinition& definition) {
  std::size_t product = 1;
  const auto multiply = [&product](std::size_t count) {
    product = std::min(product * std::min(count, most_configurations + 1), most_configurations + 1);
  };
  for (const Parameter& parameter : definition.parameters) multiply(parameter.values.size());
  multiply(or_open(definition.grids).size());
  multiply(or_open(definition.threads).size());
  multiply(or_open(definition.policies).size());
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
  for (std::size_t i = 0; i < result.size(); ++i) result[i].number = i;
  return result;
}

std::vector<std::string> program_line(const SweepDefinition& definition, const Configuration& configuration) {
  std::vector<std::string> words;
  for (const std::string& word : definition.program) {
    words.push_back(with_values(word, definition, configuration));
  }
  return words;
}

std::string label_of(const SweepDefinition& definition, const Configuration& configuration) {
  std::string text =
      label(definition, configuration, [&](std::size_t part) { return varies(definition, part); });
  if (!text.empty()) return text;
  return std::filesystem::path(definition.program.front()).filename().string();
}

std::string label_beside(const SweepDefinition& definition, const Configuration& configuration,
                         const Configuration& other) {
  const std::size_t parameters = definition.parameters.size();
  return label(definition, configuration, [&](std::size_t part) {
    if (part < parameters) return configuration.values[part] != other.values[part];
    if (part == parameters) return configuration.grid != other.grid;
    return part == parameters + 1 ? configuration.threads != other.threads
                                  : configuration.policy != other.policy;
  });
}

Sweep new_sweep(SweepDefinition definition) {
  Sweep sweep;
  for (Configuration& configuration : configurations_of(definition)) {
    sweep.rows.push_back({std::move(configuration), {}, {}});
  }
  sweep.definition = std::move(definition);
  return sweep;
}

}  // namespace gusset::figure
