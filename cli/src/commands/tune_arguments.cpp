#include "tune_arguments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "output/errors.hpp"
#include "sweep/sweep_blocks.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;

constexpr std::size_t default_confirmed = 3;
constexpr std::chrono::minutes default_timeout{10};

// Splits a list at commas. Refuses empty and repeated values.
std::vector<std::string> list_of(const std::string& option, const std::string& text) {
  std::vector<std::string> values = split_at_commas(text);
  if (std::ranges::find(values, "") != values.end())
    throw errors::bad_value(tune_name, option, "values separated by commas", text);
  for (const std::string& value : values) {
    if (std::ranges::count(values, value) > 1)
      throw errors::bad_value(tune_name, option, "each value once", value);
  }
  return values;
}

std::vector<unsigned> counts_of(const std::string& option, const std::string& text, std::uint64_t most) {
  std::vector<unsigned> counts;
  if (text.empty()) return counts;
  for (const std::string& value : list_of(option, text)) {
    counts.push_back(static_cast<unsigned>(parse_count(tune_name, option, value, 1, most)));
    if (std::count(counts.begin(), counts.end(), counts.back()) > 1)
      throw errors::bad_value(tune_name, option, "each value once", value);
  }
  return counts;
}

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_inside = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), is_inside);
}

// The placeholders in a word: "{blocks}-{threads}" has blocks and threads. Braces around anything that is no
// name belong to the program.
std::vector<std::string> placeholders_in(const std::string& word) {
  std::vector<std::string> names;
  for (std::size_t open = word.find('{'); open != std::string::npos; open = word.find('{', open + 1)) {
    const std::size_t close = word.find('}', open);
    if (close == std::string::npos) break;
    const std::string inside = word.substr(open + 1, close - open - 1);
    if (is_name(inside)) names.push_back(inside);
  }
  return names;
}

std::vector<Parameter> parameters_of(const std::vector<std::string>& texts,
                                     const std::vector<std::string>& program) {
  std::vector<Parameter> parameters;
  std::set<std::string> known;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !is_name(text.substr(0, equals)))
      throw errors::bad_value(tune_name, "--param", "NAME=V1,V2,… or NAME=auto", text);
    Parameter parameter{text.substr(0, equals), list_of("--param", text.substr(equals + 1))};
    if (!known.insert(parameter.name).second)
      throw errors::bad_value(tune_name, "--param", "each parameter once", parameter.name);
    parameters.push_back(std::move(parameter));
  }
  std::set<std::string> used;
  for (const std::string& word : program) {
    for (const std::string& placeholder : placeholders_in(word)) {
      if (!known.contains(placeholder)) throw errors::placeholder_without_parameter(placeholder);
      used.insert(placeholder);
    }
  }
  for (const std::string& parameter : known) {
    if (!used.contains(parameter)) throw errors::parameter_without_placeholder(parameter);
  }
  return parameters;
}

ProcessGrid grid_of(const std::string& text) {
  try {
    return ProcessGrid::parse(text, "tune: --grid");
  } catch (const ConfigurationError& error) {
    throw Failure(error.what(), Failure::misused);
  }
}

std::vector<std::string> all_grids(const std::vector<unsigned>& nodes) {
  std::vector<std::string> grids;
  for (const unsigned count : nodes) {
    for (unsigned p = 1; p <= count; ++p) {
      if (count % p == 0) grids.push_back(ProcessGrid{p, count / p, 1}.text());
    }
  }
  return grids;
}

// The grids in the order of --grid; without --grid, or with --grid all, in the order of --nodes.
std::vector<std::string> grids_of(const TuneArguments& arguments, const std::vector<unsigned>& nodes,
                                  const std::optional<simulator::Platform>& platform) {
  std::vector<std::string> grids;
  if (arguments.grids.empty()) {
    for (const unsigned count : nodes) grids.push_back(ProcessGrid::squarest(count).text());
    return grids;
  }
  if (arguments.grids == "all") {
    if (!nodes.empty()) return all_grids(nodes);
    if (platform && platform->nodes) return all_grids({*platform->nodes});
    throw errors::grids_without_nodes();
  }
  std::set<unsigned> found;
  for (const std::string& text : list_of("--grid", arguments.grids)) {
    const ProcessGrid grid = grid_of(text);
    found.insert(grid.nodes());
    grids.push_back(grid.text());
    if (std::count(grids.begin(), grids.end(), grids.back()) > 1)
      throw errors::bad_value(tune_name, "--grid", "each grid once", text);
  }
  for (const unsigned count : nodes) {
    if (!found.contains(count)) throw errors::nodes_without_grid(count);
  }
  return grids;
}

// Replaces "auto" with proposals for the machine sizes in the sweep.
void propose_values(SweepDefinition& definition, const std::optional<simulator::Platform>& platform) {
  const unsigned cores = platform ? platform->cores : simulator::this_machine().cores;
  const auto [fewest_threads, max_threads_of_node] =
      definition.threads.empty()
          ? std::pair(cores, cores)
          : std::pair(*std::min_element(definition.threads.begin(), definition.threads.end()),
                      *std::max_element(definition.threads.begin(), definition.threads.end()));
  std::vector<unsigned> nodes;
  for (const std::string& grid : definition.grids) nodes.push_back(grid_of(grid).nodes());
  if (nodes.empty()) nodes.push_back(platform && platform->nodes ? *platform->nodes : 1);
  const std::uint64_t fewest = *std::min_element(nodes.begin(), nodes.end());
  const std::uint64_t most = *std::max_element(nodes.begin(), nodes.end());
  for (Parameter& parameter : definition.parameters) {
    if (parameter.values != std::vector<std::string>{"auto"}) continue;
    const auto size = size_in(definition.program);
    if (!size) throw errors::proposal_without_size(parameter.name);
    parameter.values.clear();
    for (const std::uint64_t blocks :
         proposed_blocks(*size, fewest * fewest_threads, most * max_threads_of_node)) {
      parameter.values.push_back(std::to_string(blocks));
    }
  }
}

Objective objective_from(const std::string& text, bool is_timed) {
  if (text.empty()) {
    if (!is_timed) throw errors::objective_without_costs("the default, time,");
    return Objective::time;
  }
  const auto objective = objective_of(text);
  if (!objective)
    throw errors::bad_value(tune_name, "--objective", "time, node-hours, core-hours, bytes or balance", text);
  if (needs_time(*objective) && !is_timed) throw errors::objective_without_costs("\"" + text + "\"");
  return *objective;
}

SweepLimits limits_from(const TuneArguments& arguments, bool is_timed) {
  SweepLimits limits;
  if (!arguments.memory_limit.empty()) {
    limits.memory_bytes = parse_bytes(arguments.memory_limit);
    if (!limits.memory_bytes)
      throw errors::bad_value(tune_name, "--memory-limit",
                              "a number of bytes, or one with a unit (64e9, 64GB, 60GiB)",
                              arguments.memory_limit);
  }
  if (!arguments.max_time.empty()) {
    if (!is_timed) throw errors::limit_without_costs("--max-time");
    limits.time_s = static_cast<double>(parse_seconds(tune_name, "--max-time", arguments.max_time)) * 1e-9;
  }
  if (!arguments.max_core_hours.empty()) {
    if (!is_timed) throw errors::limit_without_costs("--max-core-hours");
    limits.core_hours = parse_number<double>(arguments.max_core_hours);
    if (!limits.core_hours || !std::isfinite(*limits.core_hours) || *limits.core_hours <= 0.0)
      throw errors::bad_value(tune_name, "--max-core-hours", "a number above 0", arguments.max_core_hours);
  }
  return limits;
}

std::chrono::nanoseconds timeout_from(const std::string& text) {
  if (text.empty()) return default_timeout;
  return std::chrono::nanoseconds(parse_seconds(tune_name, "--timeout", text));
}

std::size_t count_or(const std::string& option, const std::string& text, std::uint64_t least,
                     std::uint64_t most, std::size_t otherwise) {
  return text.empty() ? otherwise : parse_count(tune_name, option, text, least, most);
}

// A checksum of a file's contents: FNV-1a, 64 bits, as 16 hexadecimal digits. Empty if there is no regular
// file with that name.
std::string file_checksum(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (std::istreambuf_iterator<char> at(file), end; at != end; ++at)
    sum = (sum ^ static_cast<unsigned char>(*at)) * 0x100000001b3U;
  return hex_text(sum, 16);
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || !std::isfinite(value)) return {};
  std::string_view unit(stopped, static_cast<std::size_t>(end - stopped));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  constexpr std::array<std::pair<std::string_view, double>, 10> units{
      {{"", 1.0},
       {"B", 1.0},
       {"kB", 1e3},
       {"MB", 1e6},
       {"GB", 1e9},
       {"TB", 1e12},
       {"KiB", 1024.0},
       {"MiB", 1024.0 * 1024.0},
       {"GiB", 1024.0 * 1024.0 * 1024.0},
       {"TiB", 1024.0 * 1024.0 * 1024.0 * 1024.0}}};
  const auto known =
      std::find_if(units.begin(), units.end(), [unit](const auto& entry) { return entry.first == unit; });
  if (known == units.end()) return {};
  value *= known->second;
  if (value < 1.0 || value > 1e18) return {};
  return static_cast<std::uint64_t>(value);
}

void add_tune_options(CLI::App& command, TuneArguments& arguments) {
  add_option(command, "-o,--output S.json", arguments.output,
             "Write the sweep to S.json, and resume it from there (docs/sweeps.md)");
  add_option(command, "--csv FILE", arguments.csv, "Also write a table of all configurations to FILE");
  command
      .add_option("--param", arguments.parameters,
                  "Try these values for {NAME} in PROGRAM's arguments; repeatable. NAME=auto proposes\n"
                  "numbers of tiles for PROGRAM's --size: 2, 4, 8 and 16 times √(nodes · threads),\n"
                  "or divisors of the size within a quarter of these")
      ->type_name("NAME=V1,V2,…")
      ->allow_extra_args(false);
  add_option(command, "--grid PxQ,…|all", arguments.grids,
             "Try these grids of nodes; all: every PxQ of --nodes, or of the platform's nodes\n"
             "(default: the squarest)");
  add_option(command, "--nodes N,…", arguments.nodes,
             "Try these numbers of nodes (default: the platform's, or 1). Several give a scaling curve,\n"
             "and need a platform without a number of nodes");
  add_option(command, "--threads N,…", arguments.threads,
             "Try these numbers of threads per node, including the submitting one (default: one per\n"
             "core)");
  add_option(command, "--policy NAME,…", arguments.policies, "Try these policies (default: locality)");
  command.add_flag("--balance", arguments.balance,
                   "Try each configuration without load balancing between nodes and with the policy smart");
  add_option(command, "--platform PLATFORM", arguments.platform,
             "Predict for this machine, as in gusset simulate");
  add_option(command, "--costs COSTS", arguments.costs, "Take task costs from here, as in gusset simulate");
  command.add_flag("--caches", arguments.caches, caches_help);
  add_option(command, "--seeds N", arguments.seeds,
             "Simulate each configuration N times, for a median and a range (default: 10)");
  add_option(command, "--objective time|node-hours|core-hours|bytes|balance", arguments.objective,
             "Minimise the time (default), node-hours, core-hours, bytes sent, or the busiest node's\n"
             "load ÷ the mean (balance). The first three need costs");
  add_option(command, "--max-time S", arguments.max_time,
             "Leave out configurations that may take longer than S: seconds, or a time with a unit. The\n"
             "upper end of their 90 % interval counts, if it is known; default: no limit");
  add_option(command, "--max-core-hours H", arguments.max_core_hours,
             "Leave out configurations that may take more than H core-hours (time × nodes × threads);\n"
             "default: no limit");
  add_option(command, "--memory-limit B", arguments.memory_limit,
             "Leave out configurations that need more memory than B on a node: bytes, or with a unit\n"
             "(64GB); default: no limit");
  command.add_flag("--search", arguments.search,
                   "Look for the best configuration for each number of cores instead of simulating all:\n"
                   "vary one setting at a time with one seed, and simulate the best with all seeds");
  add_option(command, "--jobs N", arguments.jobs, "Run N simulations at once (default: one per core)");
  add_option(command, "--timeout S", arguments.timeout,
             "Give up on a configuration after S seconds (default: 600)");
  add_option(command, "--confirm K", arguments.confirm,
             "After simulating all with the fast network engine, simulate at least the K best, and all\n"
             "that tie with the best, again with SimGrid (default: 3; 0: none)");
  command.add_flag("--restart", arguments.restart, "Start over, whatever S.json holds");
}

TuneRequest tune_request(const TuneArguments& arguments, const std::vector<std::string>& program) {
  if (arguments.output.empty()) throw errors::missing_argument(tune_name, "-o S.json");
  SimulationSettings settings;
  settings.platform = arguments.platform;
  settings.costs = arguments.costs;
  settings.caches = arguments.caches;
  const CheckedSettings checked = check_settings(settings);

  TuneRequest request;
  SweepDefinition& definition = request.definition;
  definition.program = program;
  definition.parameters = parameters_of(arguments.parameters, program);
  definition.nodes = counts_of("--nodes", arguments.nodes, max_nodes);
  definition.grids = grids_of(arguments, definition.nodes, checked.platform);
  definition.threads = counts_of("--threads", arguments.threads, max_threads);
  if (!arguments.policies.empty()) definition.policies = list_of("--policy", arguments.policies);
  if (arguments.balance) {
    if (!checked.is_timed) throw errors::balance_without_costs();  // which tasks migrate depends on times
    definition.balancing = {"off", "smart"};
  }
  definition.platform = {arguments.platform, file_checksum(arguments.platform)};
  definition.costs = {arguments.costs, file_checksum(arguments.costs)};
  definition.caches = arguments.caches;
  definition.seeds = static_cast<unsigned>(parse_seeds(tune_name, arguments.seeds));
  propose_values(definition, checked.platform);
  if (combinations_of(definition) > max_configurations)
    throw errors::too_many_combinations(max_configurations);

  request.objective = objective_from(arguments.objective, checked.is_timed);
  request.limits = limits_from(arguments, checked.is_timed);
  request.search = arguments.search;
  request.jobs = count_or("--jobs", arguments.jobs, 1, max_jobs_at_once,
                          std::max(1U, std::thread::hardware_concurrency()));
  request.timeout = timeout_from(arguments.timeout);
  if (checked.platform) request.screen = simulator::network_for(*checked.platform, request.screen);
  request.confirm = count_or("--confirm", arguments.confirm, 0, max_configurations, default_confirmed);
  return request;
}

}  // namespace gusset::cli
