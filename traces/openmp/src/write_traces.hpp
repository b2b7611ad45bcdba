#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::ompt {

/// Makes traces of all event files that lie beside `trace`, and removes these files. The process that
/// gusset started itself gets that name (of several, or without one, the first to start), the others, in
/// order of their starts, the first of NAME.2.gus, NAME.3.gus, … that are free. Processes that began no
/// parallel region and created no task get none. Returns what went wrong; other processes' traces are written
/// all the same.
std::vector<Error> write_traces(const std::filesystem::path& trace);

}  // namespace gusset::ompt
