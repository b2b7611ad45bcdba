#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {

/// Which parts of a file to read. Metadata, types, nodes, workers, lanes and access modes are always read.
struct Sections {
  bool spans = true;
  bool tasks = true;
  bool handles = true;
  bool accesses = true;
  bool messages = true;
  bool others = true;  ///< dependencies, span links, attributes, counters
  static Sections all() { return {}; }
  static Sections none() { return {false, false, false, false, false, false}; }
  friend bool operator==(const Sections&, const Sections&) = default;
};

/// Memory-maps and reads a .gus file (see FORMAT.md). Fully checks every chunk that it reads: checksums,
/// sizes, ranges, and the invariants that `validate` states. Never touches the chunks of other sections.
///
/// A section that `sections` leaves out is empty in the trace, and its flags in `Recorded` are false.
/// References into that section (for example a span's task) are kept and have been checked against the number
/// of rows in the file, but must not be followed. A trace read without a section passes `validate` only with
/// the sizes of the file's tables.
///
/// Fails with the file, the offset or row, what was expected and what was found. No other process may
/// truncate the file during the call (write_gus never does). Thread-safe.
Result<std::shared_ptr<const Trace>> read_gus(const std::filesystem::path& path,
                                              Sections sections = Sections::all());

/// Reads a .gus file from memory. `name` identifies the file in errors. `bytes` need not outlive the call.
Result<std::shared_ptr<const Trace>> read_gus(std::span<const std::byte> bytes, const std::string& name,
                                              Sections sections = Sections::all());

/// Reads the sizes of the tables of a complete file from its directory, whatever the length of the file. A
/// recording's tables are built when it is read, so they count as empty here. Fails like read_gus.
Result<TableSizes> read_gus_sizes(const std::filesystem::path& path);

/// Reads what remains of a file that read_gus refuses because it was cut off or damaged. Scans for complete
/// chunks instead of trusting the directory. A table ends at its first missing row. Rows that refer to
/// something lost are dropped, except that a span stays without its task, because that time was busy.
/// `metadata.notes` says what is missing. Reads an intact file as read_gus does. Fails if the header or the
/// metadata is lost, or if the remaining data contradict each other.
Result<std::shared_ptr<const Trace>> recover_gus(const std::filesystem::path& path);

/// Recovers a .gus file from memory.
Result<std::shared_ptr<const Trace>> recover_gus(std::span<const std::byte> bytes, const std::string& name);

/// Writes a trace. The file appears whole or not at all: it is written under a temporary name in the same
/// folder, then renamed. The same trace gives the same bytes. Devices and pipes are written directly. Each
/// invalid UTF-8 byte in a name becomes U+FFFD. Fails if the trace does not pass `validate` (so that every
/// file can be read back) or if the system refuses.
Result<Done> write_gus(const Trace& trace, const std::filesystem::path& path);

/// Replaces the marks in a complete .gus file. Copies everything else unchanged and without decoding it,
/// including chunks that this version does not know. The file changes completely or not at all, like a file
/// that write_gus writes; its checksum changes. `marks` must be sorted by time, with times within ±2^60 ns.
/// Fails if the file cannot be read or written, or is not a complete .gus file.
Result<Done> write_marks(const std::filesystem::path& path, const std::vector<Mark>& marks);

}  // namespace gusset::traces
