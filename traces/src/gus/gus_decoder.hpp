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

/// What the chunks say, before anybody has asked whether it makes sense.
struct DecodedTrace {
  Trace trace;                       ///< without `accesses.first`
  std::vector<TaskId> access_tasks;  ///< of trace.accesses.items
  TableSizes sizes;                  ///< of the file's tables, read or not
  Recorded in_file;                  ///< whatever was asked for
  Recording recording;               ///< of which `assemble` makes tables
};

/// Decodes the sections that are asked for. Sizes are bounded by the bytes of the file; indices are not
/// checked.
Result<DecodedTrace> decode(const Source& source, const Directory& directory, const Sections& sections);

/// Adds the rows of one chunk, of any section but the metadata, to its table. The metadata must have been
/// decoded; of one section and group, chunks come in order. Chunks of different tables may be decoded at the
/// same time where both are grouped or large (see `decode`).
std::optional<Error> decode_chunk(const Source& source, const DirectoryEntry& entry, DecodedTrace& out);

/// Fills in `accesses.first`. Fails where the accesses are not in the order of their tasks.
std::optional<Error> index_accesses(DecodedTrace& decoded, const std::string& name);

/// Reads a whole file.
Result<Trace> read_bytes(const Source& source, const Sections& sections);

/// Reads what is left of a damaged one; see recover_gus.
Result<Trace> recover_bytes(const Source& source);

}  // namespace gusset::traces::gus
