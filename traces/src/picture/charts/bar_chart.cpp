#include "gusset/traces/picture/charts/bar_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr int bars_title_height = 26;
constexpr int plot_height = 130;
constexpr int plot_gap = 22;            // room for the labels of the highest bars
constexpr int level_names_height = 40;  // names of columns and groups, below the last plot
constexpr double max_upright_name = 150.0;
constexpr int bars_legend_line = 18;
constexpr double bar_share = 0.68;  // of a column's width
constexpr double group_gap = 0.6;   // in columns
constexpr double min_number_size = 8.0;
// Shades from dark to light and one contrasting colour; they also differ in greyscale.
constexpr std::array part_colours{Colour{0x08, 0x45, 0x94}, Colour{0x6B, 0xAE, 0xD6},
                                  Colour{0xD9, 0xD9, 0xD9}, Colour{0xE6, 0x7E, 0x00}};
constexpr Colour range_colour{0x22, 0x22, 0x22};

Colour colour_of(std::size_t part) {
  return part_colours[part % part_colours.size()];
}

double sum_of(const StackedBar& bar) {
  double sum = 0.0;
  for (const double part : bar.parts) sum += part;
  return sum;
}

double highest_in(const BarPlot& plot) {
  double highest = 0.0;
  for (const StackedBar& bar : plot.bars) highest = std::max({highest, sum_of(bar), bar.high});
  return highest > 0.0 ? highest : 1.0;
}

// Returns the parts that plots use, in the legend's order.
std::vector<std::size_t> drawn_parts(const BarChart& chart) {
  std::vector<std::size_t> parts;
  for (const BarPlot& plot : chart.plots) parts.insert(parts.end(), plot.parts.begin(), plot.parts.end());
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

// Where columns begin, in column widths; the last entry is the width of all columns.
std::vector<double> column_begins(const BarChart& chart) {
  std::vector<double> begins;
  double at = group_gap / 2.0;
  for (std::size_t i = 0; i < chart.columns.size(); ++i) {
    if (i > 0 && chart.columns[i].group != chart.columns[i - 1].group) at += group_gap;
    begins.push_back(at);
    at += 1.0;
  }
  begins.push_back(at + group_gap / 2.0);
  return begins;
}

// The number of columns from `first` on in the same group.
std::size_t group_size(const BarChart& chart, std::size_t first) {
  std::size_t end = first + 1;
  while (end < chart.columns.size() && chart.columns[end].group == chart.columns[first].group) ++end;
  return end - first;
}

std::string group_text(const BarChart& chart, const std::string& group) {
  return chart.group_title.empty() || group.empty() ? group : chart.group_title + " " + group;
}

std::string upright_name(const BarChart::Column& column) {
  return column.name + (column.name.empty() || column.group.empty() ? "" : ": ") + column.group;
}

// An upper estimate, because the height is needed before there is a canvas to measure texts.
double estimated_width(const std::string& text) {
  constexpr double widest_character = 6.6;
  return widest_character * static_cast<double>(text.size());
}

bool has_upright_names(const BarChart& chart, int width) {
  constexpr double axis_labels = 70.0;
  const double column_width = (width - axis_labels) / column_begins(chart).back();
  for (std::size_t i = 0; i < chart.columns.size(); ++i) {
    if (estimated_width(chart.columns[i].name) > column_width) return true;
  }
  for (std::size_t first = 0; first < chart.columns.size(); first += group_size(chart, first)) {
    const double room = column_width * static_cast<double>(group_size(chart, first));
    if (estimated_width(group_text(chart, chart.columns[first].group)) > room) return true;
  }
  return false;
}

// The height of the names below the last plot.
int names_height(const BarChart& chart, int width) {
  if (!has_upright_names(chart, width)) return level_names_height;
  double longest = 0.0;
  for (const auto& column : chart.columns) longest = std::max(longest, estimated_width(upright_name(column)));
  return static_cast<int>(std::min(longest, max_upright_name)) + bars_legend_line;
}

class BarChartDrawing {
 public:
  BarChartDrawing(Canvas& canvas, const BarChart& chart, const PanelBox& box)
      : canvas_(canvas), chart_(chart), box_(box) {
    double labels = 0.0;
    for (const BarPlot& plot : chart.plots) {
      for (const NumberTick& tick : ticks_of(plot))
        labels = std::max(labels, canvas.text_width(tick.label, small_size));
    }
    area_ = plot_area(box, labels);
    begins_ = column_begins(chart);
    column_width_ = area_.width() / begins_.back();
  }

  void draw() {
    draw_panel_title(canvas_, chart_.title, box_);
    for (std::size_t i = 0; i < chart_.plots.size(); ++i) plot(chart_.plots[i], top_of(i));
    if (has_upright_names(chart_, box_.width)) {
      upright_names();
    } else {
      level_names();
    }
    legend();
  }

 private:
  static std::vector<NumberTick> ticks_of(const BarPlot& plot) {
    return NumberAxis::linear(0.0, highest_in(plot)).ticks(4);
  }
  double top_of(std::size_t plot) const {
    return box_.top + bars_title_height + plot_gap + static_cast<double>(plot) * (plot_height + plot_gap);
  }
  double middle_of(std::size_t column) const { return area_.left + (begins_[column] + 0.5) * column_width_; }

  void plot(const BarPlot& plot, double top) {
    const NumberAxis axis = NumberAxis::linear(0.0, highest_in(plot));
    area_.top = top;
    area_.bottom = top + plot_height;
    const auto height_at = [&](double value) { return area_.y_from(axis, value); };
    draw_vertical_grid(canvas_, area_, axis, ticks_of(plot));
    const double size = label_size_of(plot);
    for (std::size_t i = 0; i < plot.bars.size(); ++i) bar(plot, i, height_at, size);
    draw_axes(canvas_, area_);
    draw_vertical_title(canvas_, area_, box_, plot.y_title, plot_height + plot_gap);
  }

  template <class HeightAt>
  void bar(const BarPlot& plot, std::size_t column, HeightAt height_at, double size) {
    const StackedBar& bar = plot.bars[column];
    const double middle = middle_of(column);
    const double half = column_width_ * bar_share / 2.0;
    double below = 0.0;
    for (std::size_t part = 0; part < bar.parts.size(); ++part) {
      if (bar.parts[part] <= 0.0) continue;
      Path area;
      area.rectangle(middle - half, height_at(below + bar.parts[part]), middle + half, height_at(below));
      canvas_.fill(area, colour_of(plot.parts[part]), printable(chart_.parts[plot.parts[part]]));
      below += bar.parts[part];
    }
    if (bar.high > bar.low) {
      Path range;
      const double reach = std::min(4.0, half);
      add_range(range, {middle, height_at(bar.low)}, {middle, height_at(bar.high)}, reach);
      canvas_.fill(range, range_colour, "range");
    }
    if (size == 0.0) return;
    canvas_.text({middle, height_at(std::max(below, bar.high)) - 4.0}, printable(bar.label),
                 {.size = size, .bold = chart_.columns[column].is_best, .anchor = Anchor::middle});
  }

  // The font size of all numbers above the bars; 0 if they do not fit, because a cut number would show a
  // wrong value.
  double label_size_of(const BarPlot& plot) const {
    double size = small_size;
    for (std::size_t i = 0; i < plot.bars.size(); ++i) {
      const std::string label = printable(plot.bars[i].label);
      const bool is_best = chart_.columns[i].is_best;
      while (size >= min_number_size && canvas_.text_width(label, size, is_best) > column_width_) size -= 1.0;
    }
    return size >= min_number_size ? size : 0.0;
  }

  void upright_names() {
    const double top = top_of(chart_.plots.size()) - plot_gap + 6.0;
    for (std::size_t i = 0; i < chart_.columns.size(); ++i) {
      const auto& column = chart_.columns[i];
      write_fitting(canvas_, {middle_of(i) + 4.0, top}, upright_name(column), max_upright_name,
                    {.size = std::min(small_size, column_width_),
                     .bold = column.is_best,
                     .anchor = Anchor::end,
                     .upwards = true});
    }
    const double below = top + names_height(chart_, box_.width) - bars_legend_line + 8.0;
    write_fitting(canvas_, {area_.left, below},
                  "below the bars: process grid" +
                      (chart_.group_title.empty() ? std::string() : ": " + chart_.group_title),
                  area_.width(), {.size = small_size, .colour = plot_note_colour});
  }

  void level_names() {
    const double baseline = top_of(chart_.plots.size()) - plot_gap + 15.0;
    for (std::size_t i = 0; i < chart_.columns.size(); ++i) {
      const auto& column = chart_.columns[i];
      write_fitting(canvas_, {middle_of(i), baseline}, column.name, column_width_ - 2.0,
                    {.size = small_size, .bold = column.is_best, .anchor = Anchor::middle});
    }
    for (std::size_t first = 0; first < chart_.columns.size();) {
      const std::size_t last = first + group_size(chart_, first) - 1;
      write_fitting(canvas_, {(middle_of(first) + middle_of(last)) / 2.0, baseline + 17.0},
                    group_text(chart_, chart_.columns[first].group),
                    static_cast<double>(last - first + 1) * column_width_,
                    {.size = small_size, .anchor = Anchor::middle, .colour = plot_note_colour});
      first = last + 1;
    }
  }

  void legend() {
    double baseline = top_of(chart_.plots.size()) - plot_gap + names_height(chart_, box_.width) + 14.0;
    for (const std::size_t part : drawn_parts(chart_)) {
      Path swatch;
      swatch.rectangle(area_.left, baseline - 9.0, area_.left + 14.0, baseline + 1.0);
      canvas_.fill(swatch, colour_of(part), "");
      write_fitting(canvas_, {area_.left + 22.0, baseline}, chart_.parts[part], area_.width() - 22.0,
                    {.size = small_size});
      baseline += bars_legend_line;
    }
    if (!chart_.note.empty())
      write_fitting(canvas_, {area_.left, baseline}, chart_.note, area_.width(),
                    {.size = small_size, .colour = plot_note_colour});
  }

  Canvas& canvas_;
  const BarChart& chart_;
  PanelBox box_;
  PlotArea area_;               // area of the current plot
  std::vector<double> begins_;  // column_begins
  double column_width_ = 0.0;
};

}  // namespace

int bar_chart_height(const BarChart& chart, int width) {
  if (chart.plots.empty() || chart.columns.empty()) return 0;
  const auto lines = static_cast<int>(drawn_parts(chart).size()) + (chart.note.empty() ? 0 : 1);
  return bars_title_height + static_cast<int>(chart.plots.size()) * (plot_height + plot_gap) +
         names_height(chart, width) + lines * bars_legend_line + 8;
}

void draw_bar_chart(Canvas& canvas, const BarChart& chart, const PanelBox& box) {
  BarChartDrawing(canvas, chart, box).draw();
}

}  // namespace gusset::picture
