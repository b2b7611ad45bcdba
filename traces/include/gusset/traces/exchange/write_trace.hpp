#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The formats that `write_trace` writes. docs/formats.md lists what each can hold.
enum class OutputFormat : std::uint8_t {
  gus,
  chrome_json,  ///< for Perfetto and chrome://tracing, with arrows for dependencies
  csv,
  paje,         ///< for ViTE and pj_dump
  task_dot,     ///< to_dot
  version_dot,  ///< to_version_dot
};

struct WriteOptions {
  bool gzip = false;  ///< compress the file; not for .gus
};

struct WrittenTrace {
  /// What the format cannot hold, each in a few words: "3 messages".
  std::vector<std::string> left_out;
};

/// The format that a file name's extension selects: .gus, .json, .csv, .paje or .dot, each but .gus
/// optionally followed by .gz. Nothing for other extensions.
struct OutputChoice {
  OutputFormat format = OutputFormat::gus;
  WriteOptions options;
};
std::optional<OutputChoice> output_choice(const std::filesystem::path& path);

/// Writes a trace for other programs. The file appears completely or not at all. The same trace always gives
/// the same bytes. Names are kept whatever characters they contain. The trace must satisfy `validate`. Fails
/// with the system's error if the file cannot be written.
Result<WrittenTrace> write_trace(const Trace& trace, const std::filesystem::path& path, OutputFormat format,
                                 const WriteOptions& options = {});

}  // namespace gusset::traces
