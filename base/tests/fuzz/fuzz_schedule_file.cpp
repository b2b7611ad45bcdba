#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "gusset/base/schedule_file.hpp"

// A document that is read can be written, and reads the same again. An error is one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gusset;
  const auto file = parse_schedule_file({reinterpret_cast<const char*>(data), size}, "fuzz");
  const auto require = [](bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
  };
  if (!file) {
    require(file.error().message().find('\n') == std::string::npos, "an error is one line");
    return 0;
  }
  const auto again = parse_schedule_file(schedule_file_text(*file), "again");
  require(again.ok() && *again == *file, "a schedule file reads as it was written");
  return 0;
}
