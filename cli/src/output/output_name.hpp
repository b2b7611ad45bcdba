#pragma once
#include <string>

namespace gusset::cli {

/// The name of the trace of one process: `%r` becomes its rank, `%p` its process number, `%h` the host's
/// name, and `%%` a percent sign. Without `%r` and `%p`, a process that was started as one of several ranks
/// gets its rank before the extension: "t.3.gus". Throws Failure if a placeholder is unknown, or if there is
/// no rank.
std::string output_name_of_process(const std::string& command, const std::string& name);

}  // namespace gusset::cli
