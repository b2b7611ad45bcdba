#include "provenance.hpp"

#include <ctime>
#include <filesystem>
#include <string>

#include "gusset/base/this_machine.hpp"

namespace gusset::ompt {

void add_provenance(traces::Metadata& metadata, const ProcessRecording& process) {
  metadata.command = process.command;
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = processor_name();
  metadata.date = utc_text(static_cast<std::time_t>(process.start_epoch_ns / 1'000'000'000));
  metadata.runtime = "LLVM libomp (" + process.runtime + ")";
  if (process.maps.find("/libgomp.so") == std::string::npos) return;
  metadata.runtime += " in place of GCC's libgomp";
  metadata.notes.push_back(
      "recorded on LLVM's libomp in place of GCC's libgomp, which schedules differently");
}

}  // namespace gusset::ompt
