#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "recording.hpp"

namespace gusset::ompt {

/// The recording that a process left behind.
struct ProcessRecording {
  Recording recording;
  std::int64_t start_epoch_ns = 0;
  bool is_started = false;           ///< by gusset directly, not by a process that gusset started
  std::optional<unsigned> rank;      ///< see process_rank
  std::string runtime;               ///< as the runtime describes itself
  std::vector<std::string> command;  ///< command line
  std::string maps;                  ///< the process's memory map, in the format of /proc/self/maps
};

/// Reads only the header, without the events and the accompanying files.
Result<ProcessRecording> read_event_file_header(const std::filesystem::path& path);

/// Reads an event file and the accompanying files after the process has ended. Fails with the file, the
/// offset, what was expected and what was found.
Result<ProcessRecording> read_event_file(const std::filesystem::path& path);

}  // namespace gusset::ompt
