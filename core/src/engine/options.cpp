#include "gusset/core/options.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gusset/base/text.hpp"
#include "gusset/base/thread_usage.hpp"
#include "gusset/core/engine/processors.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

namespace {

constexpr std::string_view prefix = "GUSSET_";

// By Pinning.
constexpr std::array<std::string_view, 7> pinning_names{
    "none", "compact", "scatter", "hybrid", "switches-compact", "switches-scatter", "switches-hybrid"};
// By ScheduleForm.
constexpr std::array<std::string_view, 3> form_names{"guided", "strict", "flags"};

/// The choice with that name; none for other texts.
template <class Choice, std::size_t count>
std::optional<Choice> named(const std::array<std::string_view, count>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Choice>(found - names.begin());
}

/// "none, compact or scatter".
template <std::size_t count>
std::string any_of_text(const std::array<std::string_view, count>& names) {
  std::string text(names.front());
  for (std::size_t i = 1; i < count; ++i) text.append(i + 1 < count ? ", " : " or ").append(names[i]);
  return text;
}

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
    const auto pinning = named<Pinning>(pinning_names, value);
    if (!pinning) throw refused(any_of_text(pinning_names));
    options.pinning = *pinning;
  } else if (variable == "GUSSET_SCHEDULE") {
    options.schedule = value;
  } else if (variable == "GUSSET_SCHEDULE_FORM") {
    const auto form = schedule_form_of(value);
    if (!form) throw refused(any_of_text(form_names));
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
  return named<ScheduleForm>(form_names, name);
}

std::string pinning_forbidden(Pinning pinning) {
  return "GUSSET_PIN=" + std::string(pinning_names[static_cast<std::size_t>(pinning)]) +
         ": expected permission to bind threads to processors, found none (containers may forbid it); "
         "workers are not pinned";
}

unsigned available_cores() {
  return allowed_processors();
}

}  // namespace gusset
