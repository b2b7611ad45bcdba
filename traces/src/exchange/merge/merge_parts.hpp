#pragma once
#include <functional>
#include <span>

#include "gus/gus_directory.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/exchange/merge_ranks.hpp"
#include "gusset/traces/gus/recording_file.hpp"

namespace gusset::traces::merge {

/// Opens the output once the head of the merged recording is known.
using OpenOutput = std::function<Result<RecordingFile>(const RecordingHead&)>;

/// merge_ranks for files in memory. Moves the file to `output` once it is complete.
Result<MergedRanks> merge_parts(std::span<const gus::Source> parts, const OpenOutput& open,
                                std::optional<RecordingFile>& output);

}  // namespace gusset::traces::merge
