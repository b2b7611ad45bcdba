#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gusset::ompt {

/// A call by which a program creates tasks or a parallel region.
struct Call {
  std::uint64_t return_address = 0;
  std::uint64_t body = 0;  ///< address of the function that the tasks are; 0 where unknown
};

/// Names calls in a process that has ended, by the files that lay in its memory. "lu.c:41" where there is
/// debugging information (the file's whole path where two files have that name), else the function, with an
/// offset where several calls are in it: "factorize" or "factorize+0x2f4", "lu+0x12f4" in a stripped program,
/// "0x55d0" where nothing is known at all. g++ often gives such a call the line of something else: where
/// calls with different bodies have one name, they are named by the line at which their body begins, or
/// "lu.c:41+0x2f4" where that is in another file. By elfutils; looks for separate debugging information on
/// this machine only. `maps` is what the process's /proc/self/maps said.
std::vector<std::string> name_source_places(const std::vector<Call>& calls, const std::string& maps);

}  // namespace gusset::ompt
