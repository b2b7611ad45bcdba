#pragma once
#include <string>
#include <vector>

#include "output/output_file.hpp"

namespace gusset::cli {

/// Moves the traces to their places and prints what they show. There is one trace per runtime if the program
/// made several runtimes in succession, or started other programs. Returns the traces' names.
std::vector<std::string> commit_and_summarize(OutputFile& output);

}  // namespace gusset::cli
