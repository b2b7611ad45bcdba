#pragma once
#include <string>

namespace gusset::detail {

/// One line "gusset: MESSAGE" on stderr.
void print_error(std::string message);

/// Tells whoever started this program, where GUSSET_HANDSHAKE names a file, that its engine is ready. Throws
/// ConfigurationError where the file can't be written.
void announce_ready(const std::string& engine);

/// Ends the program by one line on stderr, and the same in the handshake file, so that it need not be said
/// twice.
[[noreturn]] void end_program(const std::string& message, int status);

}  // namespace gusset::detail
