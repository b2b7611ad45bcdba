#include "file_checksum.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace gusset::cli {

std::string file_checksum(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (std::istreambuf_iterator<char> at(file), end; at != end; ++at) {
    sum = (sum ^ static_cast<unsigned char>(*at)) * 0x100000001b3U;
  }
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(sum));
  return text.data();
}

}  // namespace gusset::cli
