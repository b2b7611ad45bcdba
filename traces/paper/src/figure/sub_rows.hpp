#pragma once
#include <cstddef>

#include "layout.hpp"
#include "panel_detail.hpp"

namespace gusset::figure {

/// How many sub-rows a row is drawn in: as many as the runs of its lane have depths, where it is high enough;
/// else 1.
std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options);

}  // namespace gusset::figure
