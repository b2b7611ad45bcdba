#pragma once
#include <filesystem>
#include <optional>

namespace gusset::cluster {

/// Where the process's next runtime writes what an option names: that path itself, then "NAME.2.EXT",
/// "NAME.3.EXT", … A runtime inside a kernel belongs to one node alone, given as `alone`: on node 3, such
/// runtimes write to "NAME.node3.2.EXT", "NAME.node3.3.EXT", … Empty if the path is empty. Thread-safe.
std::filesystem::path next_output_path(const std::filesystem::path& path, std::optional<unsigned> alone);

}  // namespace gusset::cluster
