#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/plot_frame.hpp"
#include "gusset/traces/picture/charts/sweep_spot.hpp"

namespace gusset::picture {

/// One configuration in a heat map.
struct HeatCell {
  std::optional<double> value;  ///< above or equal 0, the less the better; none: `label` says why
  std::string label;            ///< the value in words, with its unit
  bool is_best = false;
  bool ties_best = false;                                   ///< can't be told from the best
  std::optional<std::size_t> configuration = std::nullopt;  ///< its number
};

/// Values over two kinds of settings. Drawn where it has rows and columns.
struct HeatMap {
  std::string title;
  std::string row_title;     ///< what rows differ in
  std::string column_title;  ///< what columns differ in
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<HeatCell> cells;  ///< row by row, rows × columns
};

/// The height that it is drawn in; 0: it is not.
int heat_map_height(const HeatMap& map);
/// The best cell has a frame and bold words, those that tie with it a frame and "≈". Of too many rows and
/// columns those with the least values are drawn. Returns where configurations are.
std::vector<SweepSpot> draw_heat_map(Canvas& canvas, const HeatMap& map, const PanelBox& box);

}  // namespace gusset::picture
