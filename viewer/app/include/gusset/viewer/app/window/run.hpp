#pragma once

namespace gusset::viewer {

/// The program: reads the command line, opens the window or makes a screenshot, and returns the exit status.
/// What is wrong is told in one line on standard error.
int run(int argc, char** argv);

}  // namespace gusset::viewer
