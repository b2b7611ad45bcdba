#pragma once
#include <string>
#include <string_view>

namespace gusset::cli {

/// Text as a terminal shows it on one line: control characters (of ASCII, and those of Unicode that terminals
/// obey too) are written as "\\n", "\\t" or "\\x1b". Names in traces may hold anything.
std::string printable(std::string_view text);

/// The same of several lines: line feeds stay.
std::string printable_lines(std::string_view text);

}  // namespace gusset::cli
