#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gusset::ompt {

/// A call that creates tasks or a parallel region.
struct Call {
  std::uint64_t return_address = 0;
  std::uint64_t body = 0;  ///< address of the tasks' function; 0 if unknown
};

/// Names calls in a process that has ended, based on the files in its memory map. With debugging information
/// the name is "lu.c:41" (with the full path if two files have that name). Otherwise it is the function, with
/// an offset if the function contains several calls: "factorize" or "factorize+0x2f4". It is "lu+0x12f4" in a
/// stripped program, and "0x55d0" if nothing is known. g++ often gives such a call the wrong line. If calls
/// with different bodies share a name, they are named after the line where their body begins, or
/// "lu.c:41+0x2f4" if that line is in another file. Uses elfutils, and looks for separate debugging
/// information on this machine only. `maps` is the content of the process's /proc/self/maps.
std::vector<std::string> name_source_places(const std::vector<Call>& calls, const std::string& maps);

}  // namespace gusset::ompt
