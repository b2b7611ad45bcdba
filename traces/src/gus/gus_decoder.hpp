#pragma once
#include <optional>
#include <vector>

#include "gus_directory.hpp"
#include "gus_recording.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces::gus {

/// The decoded chunks, before any consistency check.
struct DecodedTrace {
  Trace trace;                       ///< without `accesses.first`
  std::vector<TaskId> access_tasks;  ///< one for each of trace.accesses.items
  TableSizes sizes;                  ///< of all tables in the file, whether they were read or not
  Recorded in_file;                  ///< what the file contains, whichever sections were requested
  Recording recording;               ///< input from which `assemble` makes tables
};

/// Decodes the requested sections. The size of the file bounds the memory. Does not check indices.
Result<DecodedTrace> decode(const Source& source, const Directory& directory, const Sections& sections);

/// Appends the rows of one chunk, of any section except metadata, to its table. The metadata must have been
/// decoded, and the chunks of one section and group must come in order. Two threads may decode chunks of
/// different tables at the same time if both tables are grouped or large (see `decode`).
std::optional<Error> decode_chunk(const Source& source, const DirectoryEntry& entry, DecodedTrace& out);

/// Fills in `accesses.first`. Fails if the accesses are not sorted by task.
std::optional<Error> index_accesses(DecodedTrace& decoded, const std::string& name);

/// Reads a complete file.
Result<Trace> read_bytes(const Source& source, const Sections& sections);

/// Reads what remains of a damaged file; see recover_gus.
Result<Trace> recover_bytes(const Source& source);

}  // namespace gusset::traces::gus
