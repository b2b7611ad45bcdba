#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gusset {

/// A text from outside as an error shows it: in quotes, on one line and not long; "nothing" where it is
/// empty.
std::string in_quotes(std::string_view text);

/// A text as a terminal shows it on one line: control characters, what turns the direction of text, and bytes
/// that are not UTF-8 are written as "\\n", "\\t", "\\x1b" or "\\u202e". Names in traces may hold anything.
std::string printable(std::string_view text);

/// A text of several lines as a terminal shows it: line feeds stay.
std::string printable_lines(std::string_view text);

/// A JSON document (UTF-8) as a terminal shows it: the same document, with those characters as "\\u009b".
std::string printable_json(std::string_view document);

/// A word as a shell reads it: in quotes where it needs them.
std::string shell_word(std::string_view word);

/// A command as a shell reads it.
std::string shell_text(const std::string& program, const std::vector<std::string>& arguments);

}  // namespace gusset
