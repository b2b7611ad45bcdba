#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "output/output_file.hpp"
#include "program_file.hpp"

namespace gusset::cli {

/// Environment variables that make programs load the OpenMP recorder. Programs built for GCC's OpenMP runtime
/// also load LLVM's in its place, because LLVM's informs tools of what it does. A sanitizer's library comes
/// first if the program uses one, because the library insists on it. Libraries that the caller preloads stay.
using RecorderVariables = std::map<std::string, std::string>;

/// The recorder for a program that loads an OpenMP runtime. Throws Failure if the recorder or LLVM's runtime
/// is not installed. Also throws Failure if the program makes calls that LLVM's runtime lacks: GCC's runtime
/// would answer them, and two runtimes would run at once.
RecorderVariables recorder_for(const std::string& program, const ProgramFile& file);

/// The recorder for a program that may start others. Empty unless recorder and runtime are both installed.
RecorderVariables recorder_for_children(const ProgramFile& file);

/// Makes traces from the recordings of all programs that ran with GUSSET_TRACE set to `trace`. Call this
/// after they have ended, however they ended. Makes no trace if nothing was recorded. The first trace goes to
/// `trace`, or to the first free name of NAME.2.gus, NAME.3.gus, …. Prints errors on standard error and
/// returns whether everything succeeded. If not, the events of the recordings that failed are still there
/// (see keep_events). Throws Failure if the program that makes the traces can't be started or is killed.
/// `signal` ended the program; 0 if none did.
bool write_openmp_traces(const std::filesystem::path& trace, int signal);

/// Moves recordings that are not in a trace from the pending folder of `output` next to its target, and says
/// on standard error where each is and how to go on.
void keep_events(OutputFile& output);

/// Whether a file's name is that of a recording which keep_events has kept.
bool is_event_file(const std::filesystem::path& path);

/// Makes a trace from a kept recording, which stays. Prints errors on standard error and returns whether it
/// succeeded. Throws Failure like write_openmp_traces.
bool write_openmp_trace(const std::filesystem::path& events, const std::filesystem::path& trace);

}  // namespace gusset::cli
