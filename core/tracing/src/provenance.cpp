#include "provenance.hpp"

#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace gusset::core_tracing {

namespace {

std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
    return value == std::string::npos ? "" : line.substr(value);
  }
  return "";
}

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string date_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm fields{};
  gmtime_r(&now, &fields);
  std::array<char, 32> text{};
  return std::string(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &fields));
}

}  // namespace

traces::Metadata measured_metadata() {
  traces::Metadata metadata;
  metadata.origin = traces::Origin::measured;
  metadata.command = command_line();
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = cpu_model();
  metadata.compiler = compiler();
  metadata.runtime = "gusset " GUSSET_VERSION;
  metadata.date = date_utc();
  return metadata;
}

}  // namespace gusset::core_tracing
