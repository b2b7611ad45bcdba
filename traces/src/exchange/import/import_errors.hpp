#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/base/utf8.hpp"

/// Error messages about other programs' traces. `name` is the file's name as the user gave it.
namespace gusset::traces::import::errors {

/// A location in a text, formatted on demand: "NAME: line 7" or "NAME: offset 120".
struct Place {
  const std::string& name;
  const char* unit;
  std::uint64_t number;
  operator std::string() const { return name + ": " + unit + " " + std::to_string(number); }
};
inline Place at_line(const std::string& name, std::uint64_t line) {
  return {name, "line", line};
}
inline Place at_offset(const std::string& name, std::uint64_t offset) {
  return {name, "offset", offset};
}

/// Text from a file as errors quote it: in quotes, printable, at most 40 bytes.
inline std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  const bool is_long = text.size() > most;
  if (is_long) text = text.substr(0, most);
  std::string out = "\"";
  for (const char c : to_utf8(text)) out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '.' : c;
  return out + (is_long ? "…\"" : "\"");
}

/// A line that was found instead of the expected one, formatted on demand.
struct ShownLine {
  std::string_view text;
  operator std::string() const { return text.empty() ? "an empty line" : shown(text); }
};

inline Error unknown_format(const std::string& name, std::string_view head) {
  const char* const expected =
      "a trace: .gus, Chrome JSON, a SuperGlue or TaskTorrent log, StarPU's tasks.rec, Paje, DOT or CSV with "
      "a header";
  if (head.empty()) return {name, expected, "an empty file"};
  return {name, expected, shown(head.substr(0, head.find('\n')))};
}
/// A JSON document from Gusset that is not a trace; `document` is the name in its first field.
inline Error gusset_document(const std::string& name, const std::string& document) {
  const char* const hint = document == "gusset sweep" || document == "gusset curves"
                               ? " document (gusset render draws it)"
                               : " document";
  return {name, "a trace", "a " + shown(document) + hint};
}
inline Error no_tasktorrent_files(const std::string& name) {
  return {name, "TaskTorrent logs (NAME.log.0, …) in the folder", "none"};
}
inline Error too_large(const std::string& name, std::string_view what, std::uint64_t limit_bytes,
                       std::uint64_t found_bytes) {
  return {name, "at most " + std::to_string(limit_bytes) + " bytes of " + std::string(what),
          std::to_string(found_bytes)};
}
inline Error unzips_to_more(const std::string& name, std::size_t max_bytes) {
  return {name, "at most " + std::to_string(max_bytes) + " bytes when unzipped", "more (unzip it first)"};
}
/// A line that does not have its format's form.
inline Error bad_line(const std::string& name, std::uint64_t line, std::string_view expected,
                      std::string_view found) {
  return {at_line(name, line), std::string(expected), ShownLine{found}};
}

}  // namespace gusset::traces::import::errors
