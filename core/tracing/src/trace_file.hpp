#pragma once
#include <filesystem>
#include <string>

namespace gusset::core_tracing {

/// The file for the n-th recording of a process: the path itself, then "NAME.2.gus", "NAME.3.gus", …
std::filesystem::path numbered(const std::filesystem::path& path, unsigned n);

/// Refuses, before a long run, a path at which no file can be made. Throws ConfigurationError naming `where`.
void check_writable(const std::filesystem::path& path, const std::string& where);

}  // namespace gusset::core_tracing
