#include "simulation_settings.hpp"

#include "gusset/core/errors.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/network/network.hpp"
#include "output/errors.hpp"
#include "setting_values.hpp"

namespace gusset::cli {
namespace {

void check_grid(const std::string& text, const std::optional<simulator::Platform>& platform) {
  if (text.empty()) return;
  const auto grid = [&text] {
    try {
      return ProcessGrid::parse(text, "--grid");
    } catch (const ConfigurationError& error) {
      throw Failure(error.what(), Failure::misused);
    }
  }();
  if (platform && platform->nodes && *platform->nodes != grid.nodes()) {
    throw errors::grid_does_not_match(text, grid.nodes(), *platform->nodes);
  }
  const auto room = platform ? places(platform->topology) : std::nullopt;
  if (room && grid.nodes() > *room) throw errors::grid_too_large(text, grid.nodes(), *room);
}

// Without a platform, the caches are this machine's. The program's runtime reads their sizes.
void check_caches(const SimulationSettings& settings, const CheckedSettings& checked) {
  if (!checked.is_timed) throw errors::caches_without_costs();
  if (checked.platform && !simulator::has_followed_caches(*checked.platform))
    throw errors::platform_without_caches(settings.platform);
}

}  // namespace

CheckedSettings check_settings(const SimulationSettings& settings) {
  CheckedSettings checked;
  if (!settings.platform.empty())
    checked.platform = required(simulator::platform_from_argument(settings.platform, "--platform"));
  check_grid(settings.grid, checked.platform);
  if (!settings.network.empty()) {
    const auto network =
        required(simulator::network_from_argument(settings.network, "--network"), Failure::misused);
    if (checked.platform) require_network(network, *checked.platform, settings.platform);
  }
  if (!settings.costs.empty()) required(simulator::costs_from_argument(settings.costs, "--costs"));
  checked.is_timed = !settings.costs.empty() || (checked.platform && checked.platform->gflops_per_core);
  if (settings.caches) check_caches(settings, checked);
  return checked;
}

std::uint64_t parse_seeds(const std::string& command, const std::string& text) {
  constexpr std::uint64_t max_seeds = 10'000;
  return text.empty() ? default_seeds : parse_count(command, "--seeds", text, 1, max_seeds);
}

std::map<std::string, std::string> settings_variables(const std::string& command,
                                                      const SimulationSettings& settings) {
  std::map<std::string, std::string> result;
  if (!settings.platform.empty()) result["GUSSET_PLATFORM"] = settings.platform;
  if (!settings.costs.empty()) result["GUSSET_COSTS"] = settings.costs;
  if (!settings.grid.empty()) result["GUSSET_GRID"] = settings.grid;
  if (!settings.threads.empty()) {
    result["GUSSET_THREADS"] = std::to_string(parse_threads(command, settings.threads));
  }
  if (!settings.seed.empty()) {
    result["GUSSET_SEED"] = std::to_string(parse_count(command, "--seed", settings.seed, 0, UINT64_MAX));
  }
  result["GUSSET_SEEDS"] = std::to_string(parse_seeds(command, settings.seeds));
  if (!settings.jobs.empty()) {
    result["GUSSET_JOBS"] =
        std::to_string(parse_count(command, "--jobs", settings.jobs, 1, max_jobs_at_once));
  }
  if (!settings.window.empty()) {
    result["GUSSET_WINDOW"] =
        std::to_string(parse_count(command, "--window", settings.window, 0, UINT64_MAX));
  }
  if (settings.no_deduplication) result["GUSSET_DEDUPLICATION"] = "0";
  if (settings.no_hierarchy) result["GUSSET_HIERARCHY"] = "0";
  if (settings.submitter_only) result["GUSSET_SUBMITTER_COMPUTES"] = "0";
  if (settings.caches) result["GUSSET_CACHES"] = "1";
  if (!settings.policy.empty()) result["GUSSET_POLICY"] = settings.policy;
  if (!settings.boundary.empty())
    result["GUSSET_BOUNDARY"] = std::to_string(parse_boundary(command, settings.boundary));
  if (!settings.schedule.empty()) result["GUSSET_SCHEDULE"] = settings.schedule;
  if (!settings.form.empty())
    result["GUSSET_SCHEDULE_FORM"] = checked_form(command, settings.form, settings.schedule);
  if (!settings.balance.empty()) {
    check_balance(command, settings.balance);
    result["GUSSET_BALANCE"] = settings.balance;
  }
  if (!settings.broadcast.empty()) {
    check_broadcast(command, settings.broadcast);
    result["GUSSET_BROADCAST"] = settings.broadcast;
  }
  if (!settings.network.empty()) result["GUSSET_NETWORK"] = settings.network;
  return result;
}

}  // namespace gusset::cli
