#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gusset::viewer {

/// What a palette of commands offers.
struct Command {
  std::string name;
  std::string place;  ///< the menu it is in
  bool enabled = true;
};

/// How well what was typed fits a name, higher is better; nothing where its letters do not come in that
/// order. Spaces part words that may come in any order. Upper and lower case of ASCII are one. Letters at the
/// start of words and in a row count most, so that "zi" finds "Zoom in".
std::optional<int> match_score(const std::string& typed, const std::string& name);

/// The places of the commands that fit, the best first; those that can run now before the others. Ties keep
/// their order. A command's menu counts less than its name.
std::vector<std::size_t> matching_commands(const std::vector<Command>& commands, const std::string& typed);

}  // namespace gusset::viewer
