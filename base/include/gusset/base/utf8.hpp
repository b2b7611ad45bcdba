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

/// The number of characters in UTF-8 text, which is its width on a terminal for most scripts.
std::size_t character_count(std::string_view text);

/// The longest beginning of UTF-8 text that has at most `max_bytes` bytes and ends between characters.
std::string_view beginning(std::string_view text, std::size_t max_bytes);

}  // namespace gusset
