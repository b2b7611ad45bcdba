#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gusset {

/// Shows a text from outside in an error: in quotes, on one line, and shortened. An empty text reads
/// "nothing".
std::string in_quotes(std::string_view text);

/// Makes a text safe to print on one line of a terminal. Writes control characters, line separators,
/// characters that change the text's direction, and bytes that are not UTF-8 as "\\n", "\\t", "\\x1b" or
/// "\\u202e". Names in traces may contain anything.
std::string printable(std::string_view text);

/// Makes a text of several lines safe for a terminal. Keeps line feeds.
std::string printable_lines(std::string_view text);

/// Makes a JSON document (UTF-8) safe for a terminal: the same document, with the characters that `printable`
/// replaces written as JSON escapes such as "\\u009b". Keeps line feeds.
std::string printable_json(std::string_view document);

/// Quotes a cell of comma-separated values if it contains commas, quotes or line ends [RFC 4180].
std::string csv_cell(std::string_view text);

/// Escapes a text for XML and HTML, in elements and in quoted attributes.
std::string xml_escaped(std::string_view text);

/// Quotes a word for a shell if the word needs it.
std::string shell_word(std::string_view word);

/// Quotes a command for a shell.
std::string shell_text(const std::string& program, const std::vector<std::string>& arguments);

}  // namespace gusset
