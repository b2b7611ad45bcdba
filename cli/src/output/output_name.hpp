#pragma once
#include <string>

namespace gusset::cli {

/// The name of the trace of one process. In `name`, `%r` becomes the process's rank, `%p` its process number,
/// `%h` the host's name, and `%%` a percent sign. If `name` has neither `%r` nor `%p` and the process is one
/// of several ranks, its rank is inserted before the extension: "t.3.gus". Throws Failure if a placeholder is
/// unknown, or for `%r` if the process has no rank.
std::string output_name_of_process(const std::string& command, const std::string& name);

}  // namespace gusset::cli
