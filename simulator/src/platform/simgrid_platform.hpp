#pragma once
#include <filesystem>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Reads a SimGrid file: one node per host, with the hosts' cores and speed. SimGrid runs in a child process
/// because it aborts on many errors and can't forget a platform. Fails with a one-line error if SimGrid can't
/// read the file, if hosts have different cores or speeds, or if one host can't reach another; the last error
/// names both hosts.
Result<Platform> read_simgrid_platform(const std::filesystem::path& path);

/// What an error expects where only SimGrid could do more.
inline std::string without_simgrid(const std::string& expected) {
  return expected + ", as this build has no SimGrid";
}

}  // namespace gusset::simulator
