#pragma once
#include <filesystem>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// What SimGrid makes of one of its files: as many nodes as it has hosts, with their cores and speed. SimGrid
/// reads it in a child process, as it aborts on much that is wrong and can't forget a platform. Refused in
/// one line: what it can't read, hosts of different cores or speeds, and a host that can't reach another
/// (named, both).
Result<Platform> read_simgrid_platform(const std::filesystem::path& path);

}  // namespace gusset::simulator
