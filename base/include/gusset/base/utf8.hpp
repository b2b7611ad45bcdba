#pragma once
#include <string>
#include <string_view>

namespace gusset {

/// Whether `text` is well-formed UTF-8 (Unicode 15, table 3-7: no overlong forms, no surrogates).
bool is_utf8(std::string_view text);

/// `text` with U+FFFD in place of each byte that does not belong to a well-formed sequence.
std::string to_utf8(std::string_view text);

}  // namespace gusset
