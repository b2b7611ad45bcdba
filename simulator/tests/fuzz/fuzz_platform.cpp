// Fuzzes platforms from files and flags. Each input is rejected with a one-line error or reads back the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gusset/simulator/platform/platform.hpp"

namespace {

using gusset::simulator::Platform;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check(const gusset::Result<Platform>& platform) {
  if (!platform) {
    require(platform.error().message().find('\n') == std::string::npos, "an error is one line");
    return;
  }
  const auto again = gusset::simulator::parse_platform(gusset::simulator::to_json(*platform), "again");
  require(again.ok() && *again == *platform, "a platform reads back the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(gusset::simulator::parse_platform(text, "file"));
  check(gusset::simulator::platform_from_text(text, "flag"));
  return 0;
}
