#pragma once

namespace gusset::viewer {

/// Runs the program: reads the command line, opens the window or makes a screenshot, and returns the exit
/// status. Reports errors in one line on standard error.
int run(int argc, char** argv);

}  // namespace gusset::viewer
