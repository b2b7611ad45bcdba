#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/charts/curves_figure.hpp"
#include "gusset/traces/paper/figure/figure.hpp"

namespace gusset::figure {

/// One configuration in a heat map.
struct HeatCell {
  std::optional<double> value;  ///< above or equal 0, the less the better; none: `label` says why
  std::string label;            ///< the value in words, with its unit
  bool is_best = false;
  bool ties_best = false;                                   ///< can't be told from the best
  std::optional<std::size_t> configuration = std::nullopt;  ///< its number, for SweepImage
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

struct CurveSeries {
  std::string name;
  std::vector<CurvePoint> points;  ///< by x; all of a point is above 0
};

/// How something scales, on two logarithmic axes; from the first point of the lowest curve a grey line falls
/// as x grows. Drawn where a series has two points.
struct ScalingCurve {
  std::string title;
  std::string x_title;
  std::string y_title;  ///< with the unit, "time [ms]"
  std::vector<CurveSeries> series;
};

/// One configuration among others.
struct ScatterPoint {
  double x = 0.0;
  double y = 0.0;
  std::string name;       ///< of one on the front: told in the list beside the plot,
  std::string details;    ///< and what else there is to say of it
  bool on_front = false;  ///< numbered by its place among all points, where there is room
  bool is_best = false;   ///< marked beside its number
  std::optional<std::size_t> configuration = std::nullopt;  ///< its number, for SweepImage
};

/// Configurations by two criteria, the best first, those on the front numbered by rank. Drawn where it has
/// two points.
struct FrontPlot {
  std::string title;
  std::string x_title;  ///< with the unit
  std::string y_title;
  std::string details_title;  ///< what the details are, "time, bytes"
  std::vector<ScatterPoint> points;
};

/// A bar of parts that stand one on the other.
struct StackedBar {
  std::vector<double> parts;  ///< above or equal 0, as the plot names them
  std::string label;          ///< above it: the sum in words
  double low = 0.0;           ///< of a range around the first part; none where low is high
  double high = 0.0;
};

/// Bars on a linear scale from 0.
struct BarPlot {
  std::string y_title;             ///< with the unit, "time [s]"
  std::vector<std::size_t> parts;  ///< which of the chart's parts each bar consists of
  std::vector<StackedBar> bars;    ///< one for each of the chart's columns
};

/// What configurations ask of their nodes: plots one below the other, all with the same columns. Drawn where
/// it has plots and columns.
struct BarChart {
  struct Column {
    std::string group;  ///< neighbours of the same group stand together
    std::string name;
    bool is_best = false;
  };
  std::string title;
  std::string group_title;         ///< what groups differ in
  std::vector<std::string> parts;  ///< the legend, of those that plots have
  std::vector<Column> columns;
  std::vector<BarPlot> plots;
  std::string note;  ///< below; may be empty
};

/// A sweep in one picture. Texts are UTF-8 and may come from outside.
struct SweepFigure {
  std::string title;
  HeatMap heat_map;
  ScalingCurve curve;
  FrontPlot front;
  BarChart loads;
};

/// Draws what there is of them, in two columns where `options.width` is enough for that, with axes, units and
/// legends, to `path`: PNG, SVG or PDF by its ending. A heat map's best cell has a frame and bold words,
/// those that tie with it a frame and "≈". Fails with the path and the reason. May be called from several
/// threads.
Result<Done> draw(const SweepFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options = {});

}  // namespace gusset::figure
