#pragma once
#include <string>

namespace gusset::cli {

/// Makes standard input, output and error safe to use. Opens /dev/null for closed ones, so that no file takes
/// their descriptors. Ignores SIGPIPE, so that a write fails if the reader has gone. Call this first.
void prepare_standard_streams();

/// Writes results to standard output. Escapes control characters except line feeds. A reader that has gone is
/// not a failure. Throws Failure if the disk is full, or if standard output was closed from the start.
void print(const std::string& text);

/// Whether standard output was open when the command began.
bool is_output_open();

/// Writes "gusset: " and one line to standard error.
void print_diagnostic(const std::string& line);

/// Whether standard error is a terminal, so that progress is worth showing.
bool is_progress_wanted();

/// Shows one line on the terminal and replaces the previous progress line. Truncates the line to the
/// terminal's width.
void show_progress(const std::string& line);
/// Removes the progress line, if there is one.
void clear_progress();

}  // namespace gusset::cli
