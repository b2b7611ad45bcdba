#pragma once
#include <ctime>
#include <string>
#include <vector>

namespace gusset {

// For the metadata of what is measured here. Empty where the system does not tell.

/// The name of this machine in its network.
std::string host_name();
/// The processors' model, as the kernel names it.
std::string processor_name();
/// The command that started this process, word by word.
std::vector<std::string> command_line();
/// A time as metadata have it: "2024-02-29T12:00:00Z".
std::string utc_text(std::time_t time);

}  // namespace gusset
