#pragma once
#include <filesystem>
#include <string>

namespace gusset::core_tracing {

/// Refuses, before a long run, a path at which no file can be made. Throws ConfigurationError naming `where`.
void check_writable(const std::filesystem::path& path, const std::string& where);

}  // namespace gusset::core_tracing
