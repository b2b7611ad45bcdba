#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset {

/// A whole file as text, or what comes out of a pipe until its writers close it. Refuses folders, and more
/// than `max_bytes`.
Result<std::string> read_text(const std::filesystem::path& path,
                              std::size_t max_bytes = std::size_t{1} << 30);

/// Writes a whole file, which appears whole or not at all; where the path is a link, the file that it leads
/// to. A device or a pipe is written directly.
Result<Done> write_text(const std::filesystem::path& path, std::string_view text);

/// Whether write_text could start to write there, before there is anything to write.
Result<Done> check_writable(const std::filesystem::path& path);

}  // namespace gusset
