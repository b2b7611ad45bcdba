#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

/// What can be wrong with a trace of another program, in words. `name` is the file's, as the user gave it.
namespace gusset::traces::import::errors {

/// A place in a text: "NAME: line 7" or "NAME: offset 120".
std::string at_line(const std::string& name, std::uint64_t line);
std::string at_offset(const std::string& name, std::uint64_t offset);

/// Text from a file as an error shows it: quoted, printable, at most 40 bytes.
std::string shown(std::string_view text);

Error cannot_read(const std::string& name, int error_number);
Error no_regular_file(const std::string& name, std::string_view found);
Error unknown_format(const std::string& name, std::string_view head);
/// A JSON document of Gusset's that is no trace, by what it calls itself.
Error document_of_ours(const std::string& name, const std::string& document);
Error no_tasktorrent_files(const std::string& name);
Error too_large(const std::string& name, std::string_view what, std::uint64_t limit_bytes,
                std::uint64_t found_bytes);

/// A line that is not of its format's form.
Error bad_line(const std::string& name, std::uint64_t line, std::string_view expected,
               std::string_view found);
/// JSON that is none, or of another form.
Error bad_json(const std::string& name, std::uint64_t offset, std::string_view expected,
               std::string_view found);

}  // namespace gusset::traces::import::errors
