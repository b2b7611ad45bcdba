#pragma once
#include <string>

namespace gusset {

/// The limit that control groups put on this process, in processors: the smallest limit of the process's own
/// group and of the groups above it, up to the topmost visible one (cpu.max, or cpu.cfs_quota_us in control
/// groups of version 1). 0 if there is no limit. Uses nothing else from base, because the recorder that runs
/// inside OpenMP programs compiles it too. `root` is the folder that holds /proc and /sys; empty means /.
double processor_quota(const std::string& root = "");

}  // namespace gusset
