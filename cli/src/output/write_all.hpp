#pragma once
#include <string_view>

namespace gusset::cli {

/// Writes the whole text, even if the reader is slow. Returns 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view text);

}  // namespace gusset::cli
