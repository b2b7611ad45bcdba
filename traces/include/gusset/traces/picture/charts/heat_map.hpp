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
  std::optional<double> value;  ///< at least 0, less is better; empty: there is none, and `label` says why
  std::string label;            ///< the value as text, with its unit
  bool is_best = false;
  bool ties_best = false;                                   ///< indistinguishable from the best
  std::optional<std::size_t> configuration = std::nullopt;  ///< the configuration's number
};

/// Values over two kinds of settings. The map is drawn only if it has rows and columns.
struct HeatMap {
  std::string title;
  std::string row_title;     ///< what distinguishes the rows
  std::string column_title;  ///< what distinguishes the columns
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<HeatCell> cells;  ///< row by row; rows × columns entries
};

/// The map's height in pixels; 0 if it is not drawn.
int heat_map_height(const HeatMap& map);
/// Draws the map. The best cell has a frame and bold text; cells that tie with it have a frame and "≈". If
/// there are too many rows or columns, draws those with the lowest values. Returns the places of the
/// configurations.
std::vector<SweepSpot> draw_heat_map(Canvas& canvas, const HeatMap& map, const PanelBox& box);

}  // namespace gusset::picture
