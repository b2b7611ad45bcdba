#pragma once
#include <string>

namespace gusset::detail {

/// Writes one line "gusset: MESSAGE" to stderr.
void print_error(std::string message);

/// Reports in the file that GUSSET_HANDSHAKE names, if any, that the engine is ready. Throws
/// ConfigurationError if the file cannot be written.
void announce_ready(const std::string& engine);

/// Reports in the same file that the runtime has finished its work: the program may end now.
void announce_finished();

/// Ends the program with one line on stderr. Writes the same line to the handshake file, so that the launcher
/// need not repeat it. Tasks may still run, so static objects are not destroyed and functions registered with
/// `atexit` are not called.
[[noreturn]] void end_program(const std::string& message, int status);

}  // namespace gusset::detail
