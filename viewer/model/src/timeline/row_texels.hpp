#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// How busy some rows' workers are together, in one colour. What ran at all is seen.
void busy_texels(const LoadedTrace& loaded, const traces::LevelOfDetail& detail,
                 const std::vector<std::size_t>& rows, const traces::ColumnGrid& grid, Rgba colour,
                 std::span<Rgba> out);

}  // namespace gusset::viewer
