#pragma once
#include <filesystem>
#include <optional>

namespace gusset::traces {

/// Where a node writes its part of a trace: "t.node12.gus" for "t.gus".
std::filesystem::path part_path(const std::filesystem::path& trace, unsigned node);

/// The trace that a part belongs to: "t.gus" for "t.node12.gus". Nothing for a name of any other form.
std::optional<std::filesystem::path> trace_of_part(const std::filesystem::path& part);

}  // namespace gusset::traces
