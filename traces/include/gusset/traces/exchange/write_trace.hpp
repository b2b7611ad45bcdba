#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What `write_trace` writes. docs/formats.md says what of a trace each can hold.
enum class OutputFormat : std::uint8_t {
  gus,
  chrome_json,  ///< for Perfetto and chrome://tracing, with arrows for dependencies
  csv,
  paje,         ///< for ViTE and pj_dump
  task_dot,     ///< to_dot
  version_dot,  ///< to_version_dot
};

struct WriteOptions {
  bool gzip = false;  ///< compress what is written; not for .gus
};

struct WrittenTrace {
  /// What the format has no place for, each in a few words: "3 messages".
  std::vector<std::string> left_out;
};

/// The format that a file's name asks for by its ending (.gus .json .csv .paje .dot, and with .gz behind it
/// all but .gus); nothing for other endings.
struct OutputChoice {
  OutputFormat format = OutputFormat::gus;
  WriteOptions options;
};
std::optional<OutputChoice> output_choice(const std::filesystem::path& path);

/// Writes a trace for other programs; the file appears whole or not at all. The same trace gives the same
/// bytes. Names are kept whatever is in them. The trace must satisfy `validate`. Fails where the system
/// refuses.
Result<WrittenTrace> write_trace(const Trace& trace, const std::filesystem::path& path, OutputFormat format,
                                 const WriteOptions& options = {});

}  // namespace gusset::traces
