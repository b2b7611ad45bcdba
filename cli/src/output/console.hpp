#pragma once
#include <string>

namespace gusset::cli {

/// Makes standard input, output and error safe to use: those that are closed become /dev/null, so that no
/// file is opened in their place, and a reader that goes away is an error of the write instead of a signal.
/// Call it first.
void prepare_standard_streams();

/// Writes results to standard output; control characters but line feeds are escaped. A reader that has gone
/// away is no failure; a full disk is, and an output that was closed from the start (throws Failure).
void print(const std::string& text);

/// Whether standard output was open when the command began.
bool is_output_open();

/// Writes one diagnostic line, after "gusset: ", to standard error.
void print_diagnostic(const std::string& line);

/// Whether someone watches standard error, and progress is worth showing.
bool is_progress_wanted();

/// Shows one line on the terminal at standard error in place of the last such line. Where that line is as
/// wide as the terminal or wider, its end is left out.
void show_progress(const std::string& line);
/// Takes the line away, where there is one.
void clear_progress();

}  // namespace gusset::cli
