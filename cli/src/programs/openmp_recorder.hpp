#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "output/output_file.hpp"
#include "program_file.hpp"

namespace gusset::cli {

/// Environment variables that make programs load the OpenMP recorder. Programs built for GCC's OpenMP runtime
/// also load LLVM's in its place, because LLVM's informs tools of what it does. If the program uses a
/// sanitizer, the sanitizer's library comes first, because it insists on being the first. Libraries that the
/// caller preloads stay.
using RecorderVariables = std::map<std::string, std::string>;

/// The recorder for a program that loads an OpenMP runtime. Throws Failure if the recorder or LLVM's runtime
/// is not installed. Also throws Failure if the program makes calls that LLVM's runtime lacks: GCC's runtime
/// would answer them, and two runtimes would run at once.
RecorderVariables recorder_for(const std::string& program, const ProgramFile& file);

/// The recorder for a program that may start others. Empty unless both the recorder and LLVM's runtime are
/// installed.
RecorderVariables recorder_for_children(const ProgramFile& file);

/// Makes traces from the recordings of all programs that ran with GUSSET_TRACE set to `trace`. Call this
/// after the programs have ended, in whatever way. Makes no trace if nothing was recorded. The first trace
/// goes to `trace`, the others to the first free names of NAME.2.gus, NAME.3.gus, …. Prints errors on
/// standard error and returns whether everything succeeded. The events of recordings that failed are kept
/// (see keep_events). Throws Failure if the program that makes the traces can't be started or is killed.
/// `signal` is the signal that ended the program; 0 if none did.
bool write_openmp_traces(const std::filesystem::path& trace, int signal);

/// Moves recordings from which no trace was made out of the pending folder of `output`, to its target's
/// folder. Reports on standard error where each recording is, and the command that converts it.
void keep_events(OutputFile& output);

/// Whether the name is that of a recording.
bool is_event_file(const std::filesystem::path& path);

/// Makes a trace from a kept recording, which stays. Prints errors on standard error and returns whether it
/// succeeded. Throws Failure like write_openmp_traces.
bool write_openmp_trace(const std::filesystem::path& events, const std::filesystem::path& trace);

}  // namespace gusset::cli
