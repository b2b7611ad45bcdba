#pragma once
#include <optional>

#include "gus_decoder.hpp"

namespace gusset::traces::gus {

/// Adds the rows of one chunk, of any section but the metadata, to its table. The metadata must have been
/// decoded; of one section and group, chunks come in order. Chunks of different tables may be decoded at the
/// same time where both are grouped or large (see `decode`).
std::optional<Error> decode_chunk(const Source& source, const DirectoryEntry& entry, DecodedTrace& out);

}  // namespace gusset::traces::gus
