#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

#include "gusset/base/result.hpp"

namespace gusset::simulator {

/// A whole file as text; refused above `max_bytes`.
Result<std::string> read_text(const std::filesystem::path& path, std::size_t max_bytes);

/// Writes a whole file, which appears whole or not at all; what is no regular file (a device, a pipe) is
/// written directly.
Result<Done> write_text(const std::filesystem::path& path, const std::string& text);

/// Whether write_text could start to write there, before there is anything to write.
Result<Done> check_writable(const std::filesystem::path& path);

}  // namespace gusset::simulator
