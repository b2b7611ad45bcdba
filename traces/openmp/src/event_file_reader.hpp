#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "recording.hpp"

namespace gusset::ompt {

/// What a process left behind.
struct ProcessRecording {
  Recording recording;
  std::int64_t start_epoch_ns = 0;
  bool is_started = false;           ///< by gusset itself, not by a process that gusset started
  std::string runtime;               ///< in its own words
  std::vector<std::string> command;  ///< as it was started
  std::string maps;                  ///< where its files lay in memory, as /proc/self/maps has it
};

/// Reads only what its header says, without events and what lies beside it.
Result<ProcessRecording> read_event_file_header(const std::filesystem::path& path);

/// Reads an event file and what lies beside it, once its process has ended. Fails with the file, the offset,
/// what was expected and what was found.
Result<ProcessRecording> read_event_file(const std::filesystem::path& path);

}  // namespace gusset::ompt
