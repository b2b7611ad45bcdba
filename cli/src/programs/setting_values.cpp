#include "setting_values.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/core/engine/broadcast_tree.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "output/errors.hpp"

namespace gusset::cli {

std::uint64_t parse_count(const std::string& command, const std::string& option, const std::string& text,
                          std::uint64_t minimum, std::uint64_t maximum) {
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value < minimum || *value > maximum) {
    throw errors::bad_value(
        command, option, "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
        text);
  }
  return *value;
}

std::int64_t parse_time(const std::string& command, const std::string& option, const std::string& text) {
  const auto time_ns = parse_duration_ns(text);
  if (!time_ns) throw errors::bad_value(command, option, "a time with a unit, such as 1.5ms", text);
  return *time_ns;
}

std::int64_t parse_seconds(const std::string& command, const std::string& option, const std::string& text) {
  const bool is_plain = text.find_first_not_of("0123456789.") == std::string::npos;
  const auto time_ns = parse_duration_ns(is_plain ? text + "s" : text);
  if (!time_ns || *time_ns <= 0)
    throw errors::bad_value(command, option,
                            "a number of seconds above 0, or one with a unit (90, 2.5, 500ms)", text);
  return *time_ns;
}

std::vector<std::string> split_at_commas(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::uint64_t parse_threads(const std::string& command, const std::string& text) {
  return parse_count(command, "--threads", text, 1, max_threads);
}

unsigned parse_boundary(const std::string& command, const std::string& text) {
  return static_cast<unsigned>(parse_count(command, "--boundary", text, 0, max_boundary));
}

void check_balance(const std::string& command, const std::string& text, std::optional<unsigned> nodes) {
  const std::string source = command + ": --balance";
  try {
    const Balance balance = Balance::parse(text, source);
    if (nodes) balance.check_nodes(*nodes, source);
  } catch (const ConfigurationError& error) {
    throw Failure(error.what(), Failure::misused);
  }
}

void check_broadcast(const std::string& command, const std::string& text) {
  try {
    BroadcastTree::parse(text, command + ": --broadcast");
  } catch (const ConfigurationError& error) {
    throw Failure(error.what(), Failure::misused);
  }
}

std::string checked_form(const std::string& command, const std::string& text, const std::string& schedule) {
  if (!schedule_form_of(text)) throw errors::bad_value(command, "--form", "guided, strict or flags", text);
  if (schedule.empty()) throw errors::misuse(command + ": --form", "--schedule with it", "none");
  return text;
}

void require_network(simulator::NetworkEngine network, const simulator::Platform& platform,
                     const std::string& source) {
  required(simulator::check_network(network, platform, "--network", source), Failure::misused);
}

}  // namespace gusset::cli
