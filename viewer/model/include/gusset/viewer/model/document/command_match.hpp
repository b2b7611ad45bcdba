#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gusset::viewer {

/// An entry of the command palette.
struct Command {
  std::string name;
  std::string place;  ///< the menu that contains it
  bool enabled = true;
};

/// How well the typed text matches a name; higher is better. Returns nothing if the name does not contain the
/// typed letters in this order. Spaces separate words, which may match in any order. Ignores ASCII case.
/// Letters at the start of a word and consecutive letters score most, so "zi" finds "Zoom in".
std::optional<int> match_score(const std::string& typed, const std::string& name);

/// Indices of the commands that match, best first, enabled commands before disabled ones. Ties keep their
/// order. A match in the menu's name scores less than a match in the command's name.
std::vector<std::size_t> matching_commands(const std::vector<Command>& commands, const std::string& typed);

}  // namespace gusset::viewer
