#include "provenance.hpp"

#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace gusset::ompt {
namespace {

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

std::string date_utc(std::int64_t epoch_ns) {
  const auto time = static_cast<std::time_t>(epoch_ns / 1'000'000'000);
  std::tm fields{};
  gmtime_r(&time, &fields);
  std::array<char, 32> text{};
  return std::string(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &fields));
}

}  // namespace

void add_provenance(traces::Metadata& metadata, const ProcessRecording& process) {
  metadata.command = process.command;
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = cpu_model();
  metadata.date = date_utc(process.start_epoch_ns);
  metadata.runtime = "LLVM libomp (" + process.runtime + ")";
  if (process.maps.find("/libgomp.so") == std::string::npos) return;
  metadata.runtime += " in place of GCC's libgomp";
  metadata.notes.push_back(
      "recorded on LLVM's libomp in place of GCC's libgomp, which schedules differently");
}

}  // namespace gusset::ompt
