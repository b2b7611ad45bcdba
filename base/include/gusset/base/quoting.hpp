#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gusset {

/// A text from outside as an error shows it: in quotes, on one line and not long; "nothing" where it is
/// empty.
std::string in_quotes(std::string_view text);

/// A text as a terminal shows it on one line: control characters (of ASCII, and those of Unicode that
/// terminals obey too) are written as "\\n", "\\t" or "\\x1b". Names in traces may hold anything.
std::string printable(std::string_view text);

/// A text of several lines as a terminal shows it: line feeds stay.
std::string printable_lines(std::string_view text);

/// A word as a shell reads it: in quotes where it needs them.
std::string shell_word(std::string_view word);

/// A command as a shell reads it.
std::string shell_text(const std::string& program, const std::vector<std::string>& arguments);

}  // namespace gusset
