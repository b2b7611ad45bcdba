#include "sweep_job.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/utf8.hpp"
#include "gusset/core/process_grid.hpp"
#include "output/errors.hpp"
#include "programs/handshake.hpp"
#include "programs/simulation_settings.hpp"
#include "sweep_measures.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;

constexpr const char* engine = "simulate";
constexpr const char* statistics_name = "statistics.json";

std::string number_text(unsigned number) {
  return number == 0 ? "" : std::to_string(number);
}

// Refusals name the runtime's variables. Users of tune know the corresponding options.
std::string with_options(std::string text) {
  constexpr std::string_view prefix = "GUSSET_";
  if (!text.starts_with(prefix)) return text;
  std::string option = "--";
  std::size_t at = prefix.size();
  for (; at < text.size() && ((text[at] >= 'A' && text[at] <= 'Z') || text[at] == '_'); ++at) {
    option += text[at] == '_' ? '-' : static_cast<char>(text[at] - 'A' + 'a');
  }
  return option + text.substr(at);
}

std::string without_prefix(const std::string& line) {
  constexpr std::string_view ours = "gusset: ";
  return line.starts_with(ours) ? line.substr(ours.size()) : line;
}

std::string followed_by(const std::string& reason, const std::string& line) {
  return line.empty() ? reason : reason + ": " + line;
}

std::string reason_of(const PoolEnd& end, const std::filesystem::path& folder, const Handshake& handshake,
                      const std::string& program, std::chrono::nanoseconds limit) {
  const std::string line = without_prefix(last_line(folder / "errors"));
  if (end.timed_out) return followed_by("timed out after " + duration_text_ns(limit.count()), line);
  if (handshake.refused) return with_options(printable(handshake.refusal));
  if (end.signal != 0) return followed_by(errors::signal_text(end.signal), line);
  if (end.exit_status != 0) return followed_by("exit status " + std::to_string(end.exit_status), line);
  for (const std::string& chosen : handshake.engines) {
    if (chosen != engine) return errors::program_chose_engine(program, engine, chosen).what();
  }
  if (handshake.engines.empty()) return errors::program_without_gusset(program).what();
  if (handshake.engines.size() > 1) return errors::several_runtimes(program, handshake.engines.size()).what();
  if (!std::filesystem::exists(folder / statistics_name))
    return errors::program_without_statistics(program).what();
  return {};
}

}  // namespace

std::string refusal_of(const SweepDefinition& definition, const Configuration& configuration) {
  if (definition.nodes.empty() || configuration.grid.empty()) return {};
  const unsigned nodes = ProcessGrid::parse(configuration.grid, "--grid").nodes();
  const auto& wanted = definition.nodes;
  if (std::find(wanted.begin(), wanted.end(), nodes) != wanted.end()) return {};
  return errors::grid_of_other_nodes(configuration.grid, nodes).what();
}

PoolJob sweep_job(const SweepDefinition& definition, const Configuration& configuration,
                  const std::string& network, unsigned seeds, const std::filesystem::path& folder) {
  SimulationSettings settings;
  settings.platform = definition.platform.argument;
  settings.costs = definition.costs.argument;
  settings.grid = configuration.grid;
  settings.threads = number_text(configuration.threads);
  settings.policy = configuration.policy;
  settings.balance = configuration.balancing;
  settings.network = network;
  settings.caches = definition.caches;
  settings.seeds = std::to_string(seeds);
  PoolJob job;
  job.id = configuration.number;
  job.command = program_line(definition, configuration);
  job.variables = settings_variables("tune", settings);
  job.variables["GUSSET_ENGINE"] = engine;
  job.variables["GUSSET_HANDSHAKE"] = (folder / "handshake").string();
  job.variables["GUSSET_STATS"] = (folder / statistics_name).string();
  job.variables["GUSSET_PROGRESS"] = "0";
  job.variables["GUSSET_JOBS"] = "1";  // the cores are used to run configurations in parallel
  job.errors = folder / "errors";
  return job;
}

Outcome outcome_of(const PoolEnd& end, const std::string& program, const std::filesystem::path& folder,
                   std::chrono::nanoseconds limit) {
  Outcome outcome;
  const Handshake handshake = read_handshake(folder / "handshake");
  outcome.reason = reason_of(end, folder, handshake, program, limit);
  if (!outcome.reason.empty()) return outcome;
  const auto statistics = simulator::read_statistics(folder / statistics_name, simulator::Pairs::none);
  if (statistics) {
    outcome.measures = measures_of(*statistics);
  } else {
    outcome.reason = errors::malformed_statistics(program, statistics.error().message()).what();
  }
  return outcome;
}

std::string last_line(const std::filesystem::path& errors) {
  constexpr std::streamoff max_read = 65536;
  constexpr std::size_t max_returned = 300;
  std::ifstream file(errors, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const auto size = static_cast<std::streamoff>(file.tellg());
  file.seekg(std::max<std::streamoff>(0, size - max_read));
  std::string last;
  for (std::string line; std::getline(file, line);) {
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (!is_blank && !line.starts_with("simulate: assumed: ")) last = line;
  }
  const std::string text = printable(last);
  return text.size() <= max_returned ? text : std::string(beginning(text, max_returned)) + "…";
}

}  // namespace gusset::cli
