#pragma once
#include <cstddef>
#include <span>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// The combined busy share of some lanes' workers, in one colour. Everything that ran stays visible.
void busy_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, Rgba colour, std::span<Rgba> out);

/// The same in the colours of the categories; see row_texels.
std::size_t stacked_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                           const traces::ColumnGrid& grid, const StackColours& colours, std::span<Rgba> out,
                           std::span<Rgba> layers);

/// Writes the parts of one column's stack from the highest down, without the first `skipped`, to a column of
/// layers. `columns` is the distance from a layer's texel to the next. Returns how many layers it needs.
std::size_t write_stack(const traces::Stack& stack, const StackColours& colours, std::size_t columns,
                        std::size_t skipped, Rgba* column);

}  // namespace gusset::viewer
