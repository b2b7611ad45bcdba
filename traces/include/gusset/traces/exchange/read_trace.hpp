#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The formats that `read_trace` reads. docs/formats.md lists what it keeps of each.
enum class TraceFormat : std::uint8_t {
  gus,
  chrome_json,
  superglue_log,
  starpu_tasks,
  tasktorrent_log,
  paje,
  dot,
  csv
};

/// "a .gus file", "Chrome trace JSON", …: for messages.
std::string_view format_name(TraceFormat format);

/// Something in another program's file that could not be kept unchanged. Issues of one kind are counted; the
/// first is described.
struct ImportIssue {
  enum class Kind : std::uint8_t {
    truncated,              ///< the file ends inside a record; the record is left out
    unmatched_begin,        ///< a beginning without an end; the span lasts to the end of the trace
    unmatched_end,          ///< an end without a beginning; left out
    overlapping_spans,      ///< spans of one worker cross; they get several lanes
    clock_jump,             ///< an end before its start; the span gets length zero
    unknown_record,         ///< a record of an unknown kind; left out
    incomplete_record,      ///< a record without a required field; left out
    unresolved_dependency,  ///< an end is missing, or both ends are one task; left out
    unmatched_message,      ///< sent but not received, or received but not sent; the missing time is unknown
    dropped_value,          ///< a value that traces cannot hold; left out
    instants,               ///< events without a duration; left out
    asynchronous_events     ///< events that belong to no thread; left out
  };
  Kind kind = Kind::unknown_record;
  std::uint64_t count = 0;
  Error first;  ///< where it is, what was expected, what was found

  /// One line: "FILE: line 7: expected …, found … (3 of this kind)".
  std::string message() const;
  friend bool operator==(const ImportIssue&, const ImportIssue&) = default;
};

/// "truncated", "unmatched_begin", …: the names in documents and command output.
std::string_view kind_name(ImportIssue::Kind kind);

struct ReadOptions {
  bool strict = false;  ///< treat the first issue as an error
  Sections sections{};  ///< sections to read from a .gus file; see read_gus
};

struct ReadTrace {
  std::shared_ptr<const Trace> trace;
  TraceFormat format = TraceFormat::gus;
  std::vector<ImportIssue> issues;  ///< in order of first occurrence; also in the trace's `metadata.notes`
};

/// Detects the format of a file that begins with `head`. Returns nothing for unknown formats. A few KiB are
/// enough.
std::optional<TraceFormat> detect_format(std::string_view head);

/// The name in the first field of one of Gusset's JSON documents, for example "gusset sweep". Empty if `head`
/// begins with anything else. None of these documents is a trace.
std::string document_name(std::string_view head);

/// Reads a trace of any known format. Detects the format by the content, never by the file's name, and
/// unpacks gzip first. Recovers as much as possible of a .gus file whose writer was stopped (recover_gus),
/// reads all of its sections and reports an issue. Reads a TaskTorrent log with the logs of the other ranks
/// and their dependencies, which it finds by name. `path` may then also be their folder, or the NAME in
/// NAME.log.RANK.
///
/// Traces from other programs get the origin `imported`. Their times start at 0 with the first event; only
/// CSV files whose times already start near 0 keep them. Every trace satisfies `validate`. `issues` lists
/// everything that could not be kept; nothing is lost silently. Fails with the file, the line or offset, what
/// was expected and what was found. Thread-safe.
Result<ReadTrace> read_trace(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from memory, for formats that consist of one file. `name` is the file's name in errors.
Result<ReadTrace> read_trace(std::span<const std::byte> bytes, const std::string& name,
                             const ReadOptions& options = {});

}  // namespace gusset::traces
