#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace gusset {

/// The length in bytes of the well-formed character that `text` begins with; 0 if there is none. `text` must
/// not be empty.
std::size_t character_length(std::string_view text);

/// Whether `text` is well-formed UTF-8 (Unicode 15, table 3-7: no overlong forms, no surrogates).
bool is_utf8(std::string_view text);

/// Returns `text` with U+FFFD in place of each byte that does not belong to a well-formed sequence.
std::string to_utf8(std::string_view text);

}  // namespace gusset
