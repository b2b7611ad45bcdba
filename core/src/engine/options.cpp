#include "gusset/core/options.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>
#include <utility>

#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

namespace {

constexpr std::string_view prefix = "GUSSET_";

Pinning parse_pinning(const std::string& variable, const std::string& value) {
  constexpr std::array<std::pair<std::string_view, Pinning>, 4> known{{{"none", Pinning::none},
                                                                       {"compact", Pinning::compact},
                                                                       {"scatter", Pinning::scatter},
                                                                       {"hybrid", Pinning::hybrid}}};
  for (const auto& [name, pinning] : known) {
    if (value == name) return pinning;
  }
  throw ConfigurationError(variable, "none, compact, scatter or hybrid", double_quoted(value));
}

void set(Options& options, const std::string& variable, const std::string& value) {
  if (variable == "GUSSET_ENGINE") {
    options.engine = value;
  } else if (variable == "GUSSET_THREADS") {
    const auto threads = parse_number<unsigned>(value);
    if (!threads || *threads < 1 || *threads > max_threads) {
      throw ConfigurationError(variable, "a whole number from 1 to " + std::to_string(max_threads),
                               double_quoted(value));
    }
    options.threads = *threads;
  } else if (variable == "GUSSET_SEED") {
    const auto seed = parse_number<std::uint64_t>(value);
    if (!seed)
      throw ConfigurationError(variable, "a whole number from 0 to 18446744073709551615",
                               double_quoted(value));
    options.seed = *seed;
  } else if (variable == "GUSSET_POLICY") {
    options.policy = value;
  } else if (variable == "GUSSET_WINDOW") {
    const auto window = parse_number<std::uint64_t>(value);
    if (!window) throw ConfigurationError(variable, "0 or a whole number of tasks", double_quoted(value));
    options.window = *window;
  } else if (variable == "GUSSET_PIN") {
    options.pinning = parse_pinning(variable, value);
  } else if (variable == "GUSSET_GRID") {
    options.grid = ProcessGrid::parse(value, variable);
  } else if (variable != "GUSSET_HANDSHAKE") {  // which the runtime reads itself
    if (std::any_of(variable.begin(), variable.end(),
                    [](char letter) { return letter >= 'a' && letter <= 'z'; })) {
      throw ConfigurationError(variable, "a name in capitals", "lower-case letters");
    }
    options.settings[lower_case(variable.substr(prefix.size()))] = value;
  }
}

}  // namespace

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

unsigned available_cores() {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (sched_getaffinity(0, sizeof(processors), &processors) == 0)
    return static_cast<unsigned>(CPU_COUNT(&processors));
  return std::max(1u, std::thread::hardware_concurrency());  // more processors than the set can hold
}

}  // namespace gusset
