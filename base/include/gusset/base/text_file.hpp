#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset {

/// Reads a whole file as text, or a pipe until its writers close it. Refuses directories, pipes that have no
/// writer for a second, and more than `max_bytes`.
Result<std::string> read_text(const std::filesystem::path& path,
                              std::size_t max_bytes = std::size_t{1} << 30);

/// Reads a pipe until its writers close it, and copies the text to a file in memory, which can be read again.
/// Returns the file's descriptor, which the caller closes. Refuses pipes that have no writer for a second.
Result<int> copy_pipe(const std::filesystem::path& path);

/// Writes a whole file atomically: until the file is complete, readers see the old one or none. Follows a
/// link and writes the file that the link leads to. Writes a device or a pipe directly.
Result<Done> write_text(const std::filesystem::path& path, std::string_view text);

/// Checks whether write_text could write to this path, before there is anything to write.
Result<Done> check_writable(const std::filesystem::path& path);

}  // namespace gusset
