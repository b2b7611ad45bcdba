#pragma once
#include <cstddef>
#include <span>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// How busy some lanes' workers are together, in one colour. What ran at all is seen.
void busy_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, Rgba colour, std::span<Rgba> out);

}  // namespace gusset::viewer
