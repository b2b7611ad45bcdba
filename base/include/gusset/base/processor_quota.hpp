#pragma once
#include <string>

namespace gusset {

/// How many processors' time the control groups of this process allow it: the smallest limit of its own group
/// and of the groups above it (cpu.max, or cpu.cfs_quota_us in version 1), up to the topmost visible one. 0
/// if there is no limit. Needs nothing else of base, because the library inside OpenMP programs compiles it,
/// too. `root` is the folder that holds /proc and /sys; empty for the root folder.
double processor_quota(const std::string& root = "");

}  // namespace gusset
