#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace gusset {

/// Bytes of the well-formed character that `text` begins with, which is not empty; 0 where it begins with
/// none.
std::size_t character_length(std::string_view text);

/// Whether `text` is well-formed UTF-8 (Unicode 15, table 3-7: no overlong forms, no surrogates).
bool is_utf8(std::string_view text);

/// `text` with U+FFFD in place of each byte that does not belong to a well-formed sequence.
std::string to_utf8(std::string_view text);

}  // namespace gusset
