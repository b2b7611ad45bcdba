#pragma once
#include <optional>
#include <string>
#include <vector>

namespace gusset::cli {

/// What a program writes to standard output; its errors go nowhere. Nothing where it can't be started or ends
/// otherwise than with exit status 0.
std::optional<std::string> captured_output(const std::vector<std::string>& command);

}  // namespace gusset::cli
