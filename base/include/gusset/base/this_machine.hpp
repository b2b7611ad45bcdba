#pragma once
#include <ctime>
#include <string>
#include <vector>

namespace gusset {

// For the metadata of measurements. Texts are empty if the system does not provide the information.

/// This machine's network name.
std::string host_name();
/// The processor model, as the kernel names it.
std::string processor_name();
/// The command line of this process, one argument per element.
std::vector<std::string> command_line();
/// A time in the format of the metadata: "2024-02-29T12:00:00Z".
std::string utc_text(std::time_t time);

}  // namespace gusset
