#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

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

/// Reads a .gus file (see FORMAT.md) by mmap. Every chunk that is read is checked whole: checksums, sizes,
/// ranges, and what `validate` states; chunks of sections that were not asked for are not touched.
///
/// A section that was not asked for is empty in the trace, and its flags in `Recorded` are false. References
/// into it (a span's task, say) are kept and have been checked against the number of rows that the file has,
/// so they must not be followed: a trace read without a section satisfies `validate` only when the sizes of
/// the file's tables are given.
///
/// Fails with the file, the offset or the row, what was expected and what was found. The file must not be
/// truncated by somebody else meanwhile (write_gus never does that). May be called from several threads.
Result<std::shared_ptr<const Trace>> read_gus(const std::filesystem::path& path,
                                              Sections sections = Sections::all());

/// The same from memory; `name` stands for the file in errors. `bytes` may go away afterwards.
Result<std::shared_ptr<const Trace>> read_gus(std::span<const std::byte> bytes, const std::string& name,
                                              Sections sections = Sections::all());

/// Reads what is left of a file that read_gus refuses because it was cut off or damaged: scans for complete
/// chunks instead of trusting the directory. A table ends at its first missing row; rows that refer to
/// something lost are dropped, but a span is kept without its task, since that time was busy.
/// `metadata.notes` says what is missing. A whole file is read as read_gus reads it. Fails where the header
/// or the metadata is lost, or where what is left contradicts itself.
Result<std::shared_ptr<const Trace>> recover_gus(const std::filesystem::path& path);

/// The same from memory.
Result<std::shared_ptr<const Trace>> recover_gus(std::span<const std::byte> bytes, const std::string& name);

/// Writes a trace; the file appears whole or not at all (written beside it, then renamed). The same trace
/// gives the same bytes. Devices and pipes are written directly. Names that are not UTF-8 get U+FFFD for each
/// bad byte. Fails where the trace does not satisfy `validate` (what could not be read back is not written)
/// or the system refuses.
Result<Done> write_gus(const Trace& trace, const std::filesystem::path& path);

}  // namespace gusset::traces
