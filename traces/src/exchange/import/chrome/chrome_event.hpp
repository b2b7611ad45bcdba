#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gusset::traces::import {

/// One event of a Chrome trace. The members are as written in the file, and empty if absent.
struct ChromeEvent {
  struct Argument {
    std::string_view name;   ///< without quotes
    std::string_view value;  ///< with quotes; objects and arrays are complete
  };
  std::string_view name, category, phase, ts, dur, pid, tid, id, bind_id, flow_in, flow_out, bp;
  std::vector<Argument> arguments;
  std::uint32_t offset = 0;

  /// The value of an argument; empty if absent.
  std::string_view argument(std::string_view wanted) const {
    for (const Argument& argument : arguments) {
      if (argument.name == wanted) return argument.value;
    }
    return {};
  }
};

/// A token without its quotes. Escapes stay as written.
inline std::string_view unquoted(std::string_view token) {
  const bool is_quoted = token.size() >= 2 && token.front() == '"' && token.back() == '"';
  return is_quoted ? token.substr(1, token.size() - 2) : token;
}

/// The text of a token, without quotes and with escapes decoded. Half of a surrogate pair becomes U+FFFD. An
/// escape that JSON does not define loses its backslash.
std::string json_string(std::string_view token);

}  // namespace gusset::traces::import
