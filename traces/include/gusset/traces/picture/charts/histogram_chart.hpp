#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// How many tasks took how long, with an axis of counts. All bars have the same width: edges at 1, 2, 5, 10
/// are about equally spaced on a logarithmic scale, and equal widths are easier to compare.
struct HistogramChart {
  std::string title;
  std::vector<traces::HistogramBin> bins;
  Colour colour;  ///< of the bars, on `background`
  traces::Background background = traces::Background::white;
  /// The first and the last of the bars that are drawn darker.
  std::optional<std::pair<std::size_t, std::size_t>> marked = std::nullopt;
};

/// Joins the bars from `first` to `last` into one.
traces::HistogramBin joined(const std::vector<traces::HistogramBin>& bins, std::size_t first,
                            std::size_t last);

/// "from 10.0 µs to 20.0 µs: 12 tasks".
std::string bar_text(const traces::HistogramBin& bar);

/// Draws the chart. Returns each bar's area at full height.
std::vector<PanelBox> draw_histogram(Canvas& canvas, const HistogramChart& chart, const PanelBox& box);

}  // namespace gusset::picture
