#include "provenance.hpp"

#include <ctime>
#include <filesystem>
#include <string>

#include "gusset/base/this_machine.hpp"

namespace gusset::core_tracing {

namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace

traces::Metadata measured_metadata() {
  traces::Metadata metadata;
  metadata.origin = traces::Origin::measured;
  metadata.command = command_line();
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = processor_name();
  metadata.compiler = compiler();
  metadata.runtime = "gusset " GUSSET_VERSION;
  metadata.date = utc_text(std::time(nullptr));
  return metadata;
}

}  // namespace gusset::core_tracing
