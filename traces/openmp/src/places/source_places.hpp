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
/// the name is the directive's line and the function that the task exists to call: "pdpotrf.c:90 dgemm". The
/// file has its full path if two files have that name. The function is missing if the task calls none or
/// several, or if the debugging information does not describe all calls, as without optimisation. Without
/// lines the name is the function, with an offset if the function contains several calls: "factorize" or
/// "factorize+0x2f4". It is "lu+0x12f4" in a stripped program, and "0x55d0" if nothing is known.
///
/// g++ often gives such a call the wrong line, so the line comes from the task's or region's body where the
/// body is known. If other calls with different bodies share a name, they are named "lu.c:41+0x2f4".
/// Uses elfutils, and looks for separate debugging information on this machine only. `maps` is the content of
/// the process's /proc/self/maps.
std::vector<std::string> name_source_places(const std::vector<Call>& calls, const std::string& maps);

}  // namespace gusset::ompt
