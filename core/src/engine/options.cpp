#include "gusset/core/options.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>

#include "gusset/base/text.hpp"
#include "gusset/core/engine/processors.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

namespace {

constexpr std::string_view prefix = "GUSSET_";

// By Pinning.
constexpr std::array<std::string_view, 7> pinning_names{
    "none", "compact", "scatter", "hybrid", "switches-compact", "switches-scatter", "switches-hybrid"};

void set(Options& options, const std::string& variable, const std::string& value) {
  const auto refused = [&](const std::string& expected) {
    return ConfigurationError(variable, expected, double_quoted(value));
  };
  if (variable == "GUSSET_ENGINE") {
    options.engine = value;
  } else if (variable == "GUSSET_THREADS") {
    const auto threads = parse_number<unsigned>(value);
    if (!threads || *threads < 1 || *threads > max_threads)
      throw refused("a whole number from 1 to " + std::to_string(max_threads));
    options.threads = *threads;
  } else if (variable == "GUSSET_SEED") {
    const auto seed = parse_number<std::uint64_t>(value);
    if (!seed) throw refused("a whole number from 0 to 18446744073709551615");
    options.seed = *seed;
  } else if (variable == "GUSSET_POLICY") {
    options.policy = value;
  } else if (variable == "GUSSET_WINDOW") {
    const auto window = parse_number<std::uint64_t>(value);
    if (!window) throw refused("0 or a whole number of tasks");
    options.window = *window;
  } else if (variable == "GUSSET_BOUNDARY") {
    const auto boundary = parse_number<unsigned>(value);
    if (!boundary || *boundary > max_boundary)
      throw refused("a whole number from 0 to " + std::to_string(max_boundary));
    options.boundary = *boundary;
  } else if (variable == "GUSSET_PIN") {
    const auto name = std::find(pinning_names.begin(), pinning_names.end(), value);
    if (name == pinning_names.end()) {
      throw refused("none, compact, scatter, hybrid, switches-compact, switches-scatter or switches-hybrid");
    };
    options.pinning = static_cast<Pinning>(name - pinning_names.begin());
  } else if (variable == "GUSSET_SCHEDULE") {
    options.schedule = value;
  } else if (variable == "GUSSET_SCHEDULE_FORM") {
    const auto form = schedule_form_of(value);
    if (!form) throw refused("guided, strict or flags");
    options.schedule_form = *form;
  } else if (variable == "GUSSET_GRID") {
    options.grid = ProcessGrid::parse(value, variable);
  } else if (variable != "GUSSET_HANDSHAKE") {  // the runtime reads it itself
    if (std::any_of(variable.begin(), variable.end(),
                    [](char letter) { return letter >= 'a' && letter <= 'z'; })) {
      throw ConfigurationError(variable, "a name in capitals", "lower-case letters");
    }
    options.settings[lower_case(variable.substr(prefix.size()))] = value;
  }
}

}  // namespace

std::optional<std::string> Options::setting(const std::string& name) const {
  const auto found = settings.find(name);
  return found == settings.end() ? std::nullopt : std::optional(found->second);
}

Options Options::from_environment() {
  Options options;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !text.starts_with(prefix)) continue;
    set(options, std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  }
  return options;
}

std::optional<ScheduleForm> schedule_form_of(std::string_view name) {
  constexpr std::array<std::string_view, 3> names{"guided", "strict", "flags"};  // by ScheduleForm
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<ScheduleForm>(found - names.begin());
}

std::string pinning_forbidden(Pinning pinning) {
  return "GUSSET_PIN=" + std::string(pinning_names[static_cast<std::size_t>(pinning)]) +
         ": expected permission to bind threads to processors, found none (containers may forbid it); "
         "workers are not pinned";
}

unsigned available_cores() {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (sched_getaffinity(0, sizeof(processors), &processors) == 0)
    return static_cast<unsigned>(CPU_COUNT(&processors));
  return std::max(1u, std::thread::hardware_concurrency());  // more processors than the set can hold
}

}  // namespace gusset
