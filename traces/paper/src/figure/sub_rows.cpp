#include "sub_rows.hpp"

namespace gusset::figure {
namespace {

constexpr int least_split_height = 20;  // of what is drawn on, in a row of picture::least_split_row

}  // namespace

std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options) {
  if (!options.sub_rows || row.lanes.size() != 1 || row.bottom - row.top < least_split_height) return 1;
  return detail.nesting.depths(traces::LaneId(row.lanes.front()));
}

}  // namespace gusset::figure
