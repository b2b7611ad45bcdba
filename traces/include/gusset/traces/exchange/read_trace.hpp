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

/// What `read_trace` reads. docs/formats.md says what of each is kept.
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

/// Something in a file of another program that could not be kept as it stands. All of one kind are counted;
/// the first is named.
struct ImportIssue {
  enum class Kind : std::uint8_t {
    truncated,              ///< the file ends in the middle of a record, which is left out
    unmatched_begin,        ///< a begin without its end: the span lasts to the end of the trace
    unmatched_end,          ///< an end without its begin: left out
    overlapping_spans,      ///< spans of one worker cross: they are in several lanes
    clock_jump,             ///< an end before its begin: the span has no length
    unknown_record,         ///< of no known kind: left out
    incomplete_record,      ///< lacks what its kind needs: left out
    unresolved_dependency,  ///< joins something that is not there, or joins a task to itself: left out
    unmatched_message,      ///< was sent and not received, or received and not sent: that time is unknown
    dropped_value,          ///< that a trace has no place for: left out
    instants,               ///< events without length: left out
    asynchronous_events     ///< that belong to no thread: left out
  };
  Kind kind = Kind::unknown_record;
  std::uint64_t count = 0;
  Error first;  ///< where, what would have been right, what was found

  /// One line: "FILE: line 7: expected …, found … (3 of this kind)".
  std::string message() const;
  friend bool operator==(const ImportIssue&, const ImportIssue&) = default;
};

/// "truncated", "unmatched_begin", …: the names that documents and commands print.
std::string_view kind_name(ImportIssue::Kind kind);

struct ReadOptions {
  bool strict = false;  ///< the first issue is an error
  Sections sections{};  ///< of a .gus file; see read_gus
};

struct ReadTrace {
  std::shared_ptr<const Trace> trace;
  TraceFormat format = TraceFormat::gus;
  std::vector<ImportIssue> issues;  ///< by order of their first; also in the trace's `metadata.notes`
};

/// Tells the format of a file that begins with `head`; nothing where it is none that is known. A few KiB are
/// enough.
std::optional<TraceFormat> detect_format(std::string_view head);

/// What a JSON document of Gusset's own calls itself in its first field, such as "gusset sweep"; empty where
/// `head` begins with anything else. No such document is a trace.
std::string document_name(std::string_view head);

/// Reads a trace of any known format, told by content and never by name; gzip is taken off first.
/// A .gus file whose writer was stopped is read as far as it goes (recover_gus), whole, and that is an issue.
/// A TaskTorrent log is read with the logs of the other ranks and their dependencies, by the files' names;
/// for these `path` may also be their folder, or what their names begin with.
///
/// The origin of what other programs wrote is `imported`; their times begin with the first event, at 0. Every
/// trace satisfies `validate`. What could not be kept is in `issues`, never lost silently. Fails with the
/// file, the line or offset, what was expected and what was found. May be called from several threads.
Result<ReadTrace> read_trace(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from memory, where one file is all there is; `name` stands for the file in errors.
Result<ReadTrace> read_trace(std::span<const std::byte> bytes, const std::string& name,
                             const ReadOptions& options = {});

}  // namespace gusset::traces
