// Converts event files of recorded programs to traces. `gusset run` calls this program after the recorded
// program has ended, normally or not; `gusset convert` calls it for an event file that was kept.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "gusset/base/quoting.hpp"
#include "write_traces.hpp"

namespace {

void print(const gusset::Error& error) {
  std::fprintf(stderr, "gusset: %s\n", gusset::printable(error.message()).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool is_one = words.size() == 3 && words[0] == "--one";
  if (!is_one && words.size() != 1 && words.size() != 2) {
    std::fputs(
        "gusset-ompt: expected the path of a trace, next to its event files, and what ended the program; or "
        "--one, an event file and the path of a trace\n",
        stderr);
    return 2;
  }
  try {
    if (is_one) {
      const auto written = gusset::ompt::write_trace(words[1], words[2]);
      if (!written) print(written.error());
      return written ? 0 : 1;
    }
    const auto errors = gusset::ompt::write_traces(words[0], words.size() == 2 ? words[1] : "");
    for (const auto& error : errors) print(error);
    return errors.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gusset: %s: expected to write a trace, found \"%s\"\n", words.back().c_str(),
                 error.what());
    return 1;
  }
}
