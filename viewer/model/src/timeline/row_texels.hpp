#pragma once
#include <cstddef>
#include <span>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// The combined busy share of some lanes' workers, in one colour. Everything that ran stays visible.
void busy_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, Rgba colour, std::span<Rgba> out);

}  // namespace gusset::viewer
