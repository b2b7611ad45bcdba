#pragma once
#include <string>
#include <vector>

#include "output/output_file.hpp"

namespace gusset::cli {

/// Moves the traces to their targets and prints what they show. There are several traces if the program made
/// several runtimes in succession, or started other programs. Returns the traces' names.
std::vector<std::string> commit_and_summarize(OutputFile& output);

}  // namespace gusset::cli
