#include "gusset/traces/sweep/sweep_command.hpp"

namespace gusset::figure {
namespace {

// As --network has it; measures name SimGrid with its version.
std::string network_option(const Measures* measures) {
  if (measures == nullptr || measures->network.empty()) return {};
  return measures->network.starts_with("SimGrid") ? "simgrid" : measures->network;
}

}  // namespace

std::vector<std::string> simulate_arguments(const SweepDefinition& definition, const SweepRow& row,
                                            const std::filesystem::path& output) {
  const Configuration& configuration = row.configuration;
  std::vector<std::string> words{"simulate"};
  const auto add = [&words](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--platform", definition.platform.argument);
  add("--costs", definition.costs.argument);
  add("--grid", configuration.grid);
  add("--threads", configuration.threads == 0 ? "" : std::to_string(configuration.threads));
  add("--policy", configuration.policy);
  add("--network", network_option(row.measures()));
  add("--seeds", std::to_string(definition.seeds));
  add("-o", output.string());
  words.emplace_back("--");
  for (const std::string& word : program_line(definition, configuration)) words.push_back(word);
  return words;
}

}  // namespace gusset::figure
