// Converts the event files next to a trace's path to traces. `gusset run` calls this program after the
// recorded program has ended, normally or not.
#include <cstdio>
#include <exception>

#include "gusset/base/quoting.hpp"
#include "write_traces.hpp"

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("gusset-ompt: expected the path of a trace, next to its event files, and what ended the program\n",
               stderr);
    return 2;
  }
  try {
    const auto errors = gusset::ompt::write_traces(argv[1], argc == 3 ? argv[2] : "");
    for (const auto& error : errors)
      std::fprintf(stderr, "gusset: %s\n", gusset::printable(error.message()).c_str());
    return errors.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gusset: %s: expected to write a trace, found \"%s\"\n", argv[1], error.what());
    return 1;
  }
}
