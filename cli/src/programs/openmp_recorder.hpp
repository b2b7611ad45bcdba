#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "program_file.hpp"

namespace gusset::cli {

/// Environment variables that make programs load the OpenMP recorder and, where they were built for GCC's
/// OpenMP runtime, LLVM's in its place: the latter tells a tool what it does. A sanitizer's library, where
/// the program has one, comes first, as it insists on. What the caller preloads stays.
struct OpenMpRecorder {
  std::map<std::string, std::string> variables;
};

/// For a program that loads an OpenMP runtime. Throws Failure where the recorder or LLVM's runtime is not
/// installed, and where the program makes calls that LLVM's runtime does not have: GCC's would answer them,
/// so that there would be two.
OpenMpRecorder recorder_for(const std::string& program, const ProgramFile& file);

/// For a program that may start others: the recorder, where all of it is installed, else nothing.
OpenMpRecorder recorder_for_children(const ProgramFile& file);

/// Makes traces of what programs noted that were recorded with GUSSET_TRACE naming `trace`, once they have
/// ended, in whatever way; none where nothing was noted. Says on standard error what goes wrong. The first
/// trace stands at `trace`, or at the first of NAME.2.gus, NAME.3.gus, … that is free. Returns whether
/// nothing went wrong.
bool write_openmp_traces(const std::filesystem::path& trace);

}  // namespace gusset::cli
