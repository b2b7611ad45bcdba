#include "gusset/traces/picture/charts/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

// One hue from light to dark, which also reads in greyscale: darker is better.
constexpr Colour best_cell_colour{0x08, 0x45, 0x94};
constexpr Colour worst_colour{0xEA, 0xF1, 0xF8};
constexpr Colour missing_colour{0xF0, 0xF0, 0xF0};
constexpr Colour missing_text_colour{0x80, 0x80, 0x80};
constexpr Colour mark_colour{0xE6, 0x7E, 0x00};

constexpr std::size_t max_rows = 30;
constexpr int map_title_height = 26;
constexpr int header_height = 42;
constexpr int cell_height = 34;
constexpr int note_height = 24;
constexpr int gap = 2;
constexpr double min_text_size = 8.0;  // of text in cells
constexpr double min_cell_width = 58.0;
constexpr double widest_row_label = 200.0;

// Chooses the rows or columns to draw if there are too many: those with the lowest values, in their order.
std::vector<std::size_t> drawn(const HeatMap& map, std::size_t count, std::size_t most, bool is_row) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  if (count <= most) return all;
  std::vector<double> least(count, std::numeric_limits<double>::infinity());
  for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
    const std::size_t at = is_row ? cell / map.columns.size() : cell % map.columns.size();
    if (map.cells[cell].value) least[at] = std::min(least[at], *map.cells[cell].value);
  }
  std::stable_sort(all.begin(), all.end(), [&](std::size_t a, std::size_t b) { return least[a] < least[b]; });
  all.resize(most);
  std::sort(all.begin(), all.end());
  return all;
}

// Maps values to colours on a logarithmic scale, because the ratio between values matters. The scale is
// linear if a value is 0.
class Shades {
 public:
  explicit Shades(const HeatMap& map) {
    for (const HeatCell& cell : map.cells) {
      if (!cell.value) continue;
      least_ = std::min(least_, *cell.value);
      most_ = std::max(most_, *cell.value);
    }
  }
  Colour of(double value) const {
    if (least_ >= most_) return best_cell_colour;
    const double share = least_ > 0.0 ? std::log(value / least_) / std::log(most_ / least_)
                                      : (value - least_) / (most_ - least_);
    return mixed(best_cell_colour, worst_colour, std::clamp(share, 0.0, 1.0));
  }

 private:
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = 0.0;
};

class HeatMapDrawing {
 public:
  HeatMapDrawing(Canvas& canvas, const HeatMap& map, const PanelBox& box)
      : canvas_(canvas), map_(map), box_(box), shades_(map) {
    double label = 0.0;
    for (const std::string& row : map.rows)
      label = std::max(label, canvas.text_width(printable(row), label_size));
    const double widest = std::min(widest_row_label, box.width * 0.35);
    label_width_ = std::min(std::max(label, canvas.text_width(map.row_title, small_size)), widest) + 10.0;
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (box.width - label_width_) / min_cell_width));
    rows_ = drawn(map, map.rows.size(), max_rows, true);
    columns_ = drawn(map, map.columns.size(), fitting, false);
    cell_width_ = (box.width - label_width_) / static_cast<double>(columns_.size());
  }

  std::vector<SweepSpot> draw() {
    draw_panel_title(canvas_, map_.title, box_);
    headers();
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      for (std::size_t column = 0; column < columns_.size(); ++column) cell(row, column);
    }
    note();
    return std::move(spots_);
  }

 private:
  double left(std::size_t column) const {
    return box_.left + label_width_ + static_cast<double>(column) * cell_width_;
  }
  double top(std::size_t row) const {
    return box_.top + map_title_height + header_height + static_cast<double>(row) * cell_height;
  }

  void headers() {
    const double baseline = box_.top + map_title_height + header_height - 6.0;
    const double room = label_width_ - 10.0;
    write_fitting(canvas_, {left(0), baseline - 18.0}, map_.column_title, box_.width,
                  {.size = small_size, .colour = plot_note_colour});
    write_fitting(canvas_, {box_.left + room, baseline}, map_.row_title, room,
                  {.size = small_size, .anchor = Anchor::end, .colour = plot_note_colour});
    for (std::size_t column = 0; column < columns_.size(); ++column)
      write_fitting(canvas_, {left(column) + cell_width_ / 2.0, baseline}, map_.columns[columns_[column]],
                    cell_width_ - 4.0, {.size = label_size, .anchor = Anchor::middle});
    for (std::size_t row = 0; row < rows_.size(); ++row)
      write_fitting(canvas_, {box_.left + room, top(row) + cell_height / 2.0 + 4.0}, map_.rows[rows_[row]],
                    room, {.size = label_size, .anchor = Anchor::end});
  }

  void cell(std::size_t row, std::size_t column) {
    const HeatCell& cell = map_.cells[rows_[row] * map_.columns.size() + columns_[column]];
    const double x = left(column);
    const double y = top(row);
    const double right = x + cell_width_ - gap;
    const double bottom = y + cell_height - gap;
    const Colour background = cell.value ? shades_.of(*cell.value) : missing_colour;
    Path area;
    area.rectangle(x, y, right, bottom);
    canvas_.fill(area, background, printable(cell.label));
    if (cell.configuration) spots_.push_back({x, y, right, bottom, *cell.configuration});
    if (cell.is_best || cell.ties_best) {
      Path frame;
      add_frame(frame, x, y, right, bottom, cell.is_best ? 4.0 : 2.0);
      canvas_.fill(frame, mark_colour, cell.is_best ? "best" : "ties with the best");
    }
    const std::string text = (cell.ties_best && !cell.is_best ? "≈ " : "") + printable(cell.label);
    double size = label_size;
    while (size > min_text_size && canvas_.text_width(text, size, cell.is_best) > cell_width_ - 10.0)
      size -= 1.0;
    write_fitting(canvas_, {(x + right) / 2.0, (y + bottom) / 2.0 + 4.0}, text, cell_width_ - 8.0,
                  {.size = size,
                   .bold = cell.is_best,
                   .anchor = Anchor::middle,
                   .colour = cell.value ? text_colour_on(background) : missing_text_colour});
  }

  void note() {
    std::string text = "stronger colour is better; thick frame: best";
    const auto ties = [](const HeatCell& cell) { return cell.ties_best && !cell.is_best; };
    if (std::any_of(map_.cells.begin(), map_.cells.end(), ties)) text += "; ≈ and thin frame: ties with it";
    const auto best_of = [&](std::size_t shown, std::size_t all, const char* what) {
      if (shown < all) text += "; the best " + std::to_string(shown) + " of " + std::to_string(all) + what;
    };
    best_of(rows_.size(), map_.rows.size(), " rows");
    best_of(columns_.size(), map_.columns.size(), " columns");
    write_fitting(canvas_, {box_.left + 0.0, top(rows_.size()) + 16.0}, text, box_.width,
                  {.size = small_size, .colour = plot_note_colour});
  }

  Canvas& canvas_;
  const HeatMap& map_;
  PanelBox box_;
  Shades shades_;
  std::vector<std::size_t> rows_;
  std::vector<std::size_t> columns_;
  double label_width_ = 0.0;
  double cell_width_ = 0.0;
  std::vector<SweepSpot> spots_;
};

}  // namespace

int heat_map_height(const HeatMap& map) {
  if (map.rows.empty() || map.columns.empty()) return 0;
  const int rows = static_cast<int>(std::min(map.rows.size(), max_rows));
  return map_title_height + header_height + rows * cell_height + note_height;
}

std::vector<SweepSpot> draw_heat_map(Canvas& canvas, const HeatMap& map, const PanelBox& box) {
  return HeatMapDrawing(canvas, map, box).draw();
}

}  // namespace gusset::picture
