#include "row_painter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "canvas/text.hpp"
#include "category_colours.hpp"
#include "gusset/traces/picture/timeline/track_text.hpp"

namespace gusset::paper {
namespace {

/// The minimum height of a bar, because a lower one is invisible.
constexpr double min_bar_pixels = 0.3;
constexpr Colour track_line{0x9A, 0x9A, 0x9A};
constexpr Colour track_limit_line{0x44, 0x4C, 0x56};

/// Joins adjacent bars of one path into a single polygon. Heights are pixels above the row's foot.
struct Outline {
  const RowBox& box;
  Path* open = nullptr;
  double right = 0.0;
  double low = 0.0;
  double high = 0.0;
  std::vector<Point> lower_edge = {};  // from left to right, in the columns' x

  void bar(double from, double to, Path& path, double from_height, double to_height) {
    if (open == nullptr || from != right) {
      close();
      open = &path;
      open->move_to(box.left + from, box.bottom - from_height);
      open->line_to(box.left + from, box.bottom - to_height);
    } else {
      if (to_height != high) {
        open->line_to(box.left + from, box.bottom - high);
        open->line_to(box.left + from, box.bottom - to_height);
      }
      if (from_height != low) {
        lower_edge.push_back({from, low});
        lower_edge.push_back({from, from_height});
      }
    }
    right = to;
    low = from_height;
    high = to_height;
  }

  void close() {
    if (open == nullptr) return;
    open->line_to(box.left + right, box.bottom - high);
    open->line_to(box.left + right, box.bottom - low);
    for (std::size_t i = lower_edge.size(); i-- > 0;)
      open->line_to(box.left + lower_edge[i].x, box.bottom - lower_edge[i].y);
    lower_edge.clear();
    open = nullptr;
  }
};

/// The height of a bar, in pixels.
double bar_height(const RowBox& box, double share) {
  const double full = box.bottom - box.top;
  return std::clamp(share * full, std::min(min_bar_pixels, full), full);
}

/// Draws the bars of a row as stacks of categories, the first category on top.
class Stacks {
 public:
  Stacks(const RowBox& box, std::vector<CategoryPaths>& paths)
      : box_(box), paths_(paths), outlines_(paths.size(), Outline{box}) {}

  void bar(double from, double to, std::size_t category, double share) {
    outlines_[category].bar(from, to, paths_[category].solid, 0.0, bar_height(box_, share));
  }

  /// `busy_ns` are the categories' busy times; their sum, which is above 0, fills `share` of the height.
  void bar(double from, double to, std::span<const std::int64_t> busy_ns, double share) {
    const auto all_ns = static_cast<double>(std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0}));
    const double height = bar_height(box_, share);
    std::int64_t below_ns = 0;
    for (std::size_t category = busy_ns.size(); category-- > 0;) {
      if (busy_ns[category] == 0) continue;
      const double low = height * (static_cast<double>(below_ns) / all_ns);
      below_ns += busy_ns[category];
      const double high = height * (static_cast<double>(below_ns) / all_ns);
      outlines_[category].bar(from, to, paths_[category].solid, low, high);
    }
  }

  void close() {
    for (Outline& outline : outlines_) outline.close();
  }

 private:
  const RowBox& box_;
  std::vector<CategoryPaths>& paths_;
  std::vector<Outline> outlines_;  // per category
};

}  // namespace

RowPainter::RowPainter(const traces::LevelOfDetail& level_of_detail, const TimeAxis& axis, bool boxes)
    : level_of_detail_(level_of_detail),
      axis_(axis),
      boxes_(boxes),
      paths_(level_of_detail.categories()),
      texels_(static_cast<std::size_t>(axis.columns())),
      busy_ns_(level_of_detail.categories()) {}

/// The start of a column as in traces::LevelOfDetail; `column` counts from the grid's first.
std::int64_t RowPainter::edge_ns(std::int64_t column) const {
  return static_cast<std::int64_t>(std::floor(axis_.grid().time_from_column(static_cast<double>(column))));
}

/// The pixel of a column's start. Whole pixels keep edges crisp; below 1 ns per pixel, the nanoseconds are
/// whole instead.
double RowPainter::edge_x(std::int64_t column) const {
  return axis_.grid().ns_per_column >= 1.0 ? static_cast<double>(column) : axis_.x_from_time(edge_ns(column));
}

void RowPainter::paint(std::size_t lane, const RowBox& box) {
  level_of_detail_.texels(lane, axis_.grid(), texels_);
  const double column_ns = axis_.grid().ns_per_column;
  const auto min_piece_ns = static_cast<std::int64_t>(std::ceil(column_ns));
  const auto min_span_ns = static_cast<std::int64_t>(std::ceil(traces::triangle_columns * column_ns));
  std::int64_t done_ns = axis_.begin_ns();
  for (const traces::Piece& piece :
       level_of_detail_.pieces(lane, axis_.begin_ns(), axis_.end_ns(), min_piece_ns, min_span_ns)) {
    bars(lane, done_ns, piece.begin_ns, box);
    long_piece(piece, level_of_detail_.trace().lanes[lane].spans, box);
    done_ns = std::max(done_ns, piece.end_ns);
  }
  bars(lane, done_ns, axis_.end_ns(), box);
}

void RowPainter::long_piece(const traces::Piece& piece, const traces::SpanColumns& spans, const RowBox& box) {
  // The axis may show only a part of the time.
  const std::int64_t from_ns = std::max(piece.begin_ns, axis_.begin_ns());
  const std::int64_t to_ns = std::min(piece.end_ns, axis_.end_ns());
  if (from_ns >= to_ns) return;
  const double left = box.left + axis_.x_from_time(from_ns);
  const double right = box.left + axis_.x_from_time(to_ns);
  CategoryPaths& paths = paths_[piece.category];
  if (boxes_) {
    paths.solid.rectangle(left, box.top, right, box.bottom);
    if (from_ns == piece.begin_ns)
      paths.edge.rectangle(left, box.top, std::min(left + 1.0, right), box.bottom);
    return;
  }
  const std::int64_t begin_ns = spans.begin_ns[piece.span];
  const std::int64_t end_ns = spans.end_ns[piece.span];
  const auto slope_top = [&](std::int64_t time_ns) {
    const double left_share = static_cast<double>(end_ns - time_ns) / static_cast<double>(end_ns - begin_ns);
    return box.bottom - left_share * (box.bottom - box.top);
  };
  paths.tint.rectangle(left, box.top, right, box.bottom);
  paths.solid.move_to(left, box.bottom);
  paths.solid.line_to(left, slope_top(from_ns));
  paths.solid.line_to(right, slope_top(to_ns));
  if (to_ns < end_ns) paths.solid.line_to(right, box.bottom);
}

/// Draws bars for [begin_ns, end_ns), an interval without triangles or boxes.
void RowPainter::bars(std::size_t lane, std::int64_t begin_ns, std::int64_t end_ns, const RowBox& box) {
  if (begin_ns >= end_ns) return;
  Stacks stacks(box, paths_);
  auto column = static_cast<std::int64_t>(std::floor(axis_.x_from_time(begin_ns)));
  while (edge_ns(column) > begin_ns) --column;
  while (edge_ns(column + 1) <= begin_ns) ++column;
  for (; column < axis_.columns() && edge_ns(column) < end_ns; ++column) {
    const std::int64_t from_ns = std::max(edge_ns(column), begin_ns);
    const std::int64_t to_ns = std::min(edge_ns(column + 1), end_ns);
    const traces::Texel& texel = texels_[static_cast<std::size_t>(column)];
    if (texel.height == 0 || from_ns >= to_ns) continue;
    const bool whole_begin = from_ns == edge_ns(column);
    const bool whole_end = to_ns == edge_ns(column + 1);
    const double from = whole_begin ? edge_x(column) : axis_.x_from_time(from_ns);
    const double to = whole_end ? edge_x(column + 1) : axis_.x_from_time(to_ns);
    std::fill(busy_ns_.begin(), busy_ns_.end(), 0);
    level_of_detail_.add_busy_ns(lane, from_ns, to_ns, busy_ns_);
    const std::int64_t all_ns = std::accumulate(busy_ns_.begin(), busy_ns_.end(), std::int64_t{0});
    if (all_ns > 0) {
      stacks.bar(from, to, busy_ns_, static_cast<double>(all_ns) / static_cast<double>(to_ns - from_ns));
    } else if (whole_begin && whole_end) {
      stacks.bar(from, to, texel.category, 0.0);  // only tasks of zero length
    }
  }
  stacks.close();
}

void RowPainter::paint_together(std::span<const std::size_t> lanes, const RowBox& box, Stacked stacked) {
  const auto columns = static_cast<std::size_t>(axis_.columns());
  std::vector<std::int64_t> busy_ns(columns * paths_.size());
  std::vector<traces::Texel> any(columns);
  for (const std::size_t lane : lanes) {
    level_of_detail_.texels(lane, axis_.grid(), texels_);
    for (std::size_t column = 0; column < columns; ++column) {
      if (texels_[column].height == 0) continue;
      any[column] = texels_[column];
      const auto c = static_cast<std::int64_t>(column);
      level_of_detail_.add_busy_ns(lane, edge_ns(c), edge_ns(c + 1),
                                   std::span(busy_ns).subspan(column * paths_.size(), paths_.size()));
    }
  }
  Stacks stacks(box, paths_);
  for (std::size_t column = 0; column < columns; ++column) {
    if (any[column].height == 0) continue;
    const auto c = static_cast<std::int64_t>(column);
    const std::int64_t width_ns = edge_ns(c + 1) - edge_ns(c);
    if (width_ns == 0) continue;  // below 1 ns per column: another column of this nanosecond shows it
    const auto here = std::span(busy_ns).subspan(column * paths_.size(), paths_.size());
    const std::int64_t all_ns = std::accumulate(here.begin(), here.end(), std::int64_t{0});
    const double share =
        static_cast<double>(all_ns) / static_cast<double>(width_ns) / static_cast<double>(lanes.size());
    if (all_ns > 0 && stacked == Stacked::yes) {
      stacks.bar(edge_x(c), edge_x(c + 1), here, share);
    } else if (all_ns > 0) {
      stacks.bar(edge_x(c), edge_x(c + 1), 0, share);
    } else {
      stacks.bar(edge_x(c), edge_x(c + 1), any[column].category, 0.0);
    }
  }
  stacks.close();
}

void draw_rows(Canvas& canvas, const picture::PlacedRows& rows, const TimeAxis& axis, bool boxes) {
  const picture::TraceDetail& detail = *rows.detail;
  RowPainter all_work(*detail.detail, axis);
  std::vector<RowPainter> of_tasks;  // for whole rows, then by depth
  of_tasks.emplace_back(detail.visible_detail(), axis, boxes);
  for (std::size_t depth = 0; detail.sub_rows != nullptr && depth < detail.sub_rows->size(); ++depth)
    of_tasks.emplace_back((*detail.sub_rows)[depth], axis, boxes);
  for (const picture::RowLayer& layer : rows.layers()) {
    RowPainter& painter = layer.is_all_work ? all_work : of_tasks[layer.depth ? *layer.depth + 1 : 0];
    const RowBox box{rows.clip.left, layer.stretch.top, layer.stretch.bottom()};
    if (layer.is_all_work || rows.row(layer.place).is_aggregate) {
      painter.paint_together(rows.table->lanes_of(layer.place), box,
                             layer.is_all_work ? RowPainter::Stacked::no : RowPainter::Stacked::yes);
    } else {
      painter.paint(rows.table->lanes_of(layer.place).front(), box);
    }
  }
  for (const CategoryPaths& paths : all_work.paths()) {
    if (!paths.solid.empty())
      canvas.fill(paths.solid, filtered_colour, detail.shown != nullptr ? "not shown" : "busy");
  }
  Colour background = detail.shown != nullptr ? filtered_colour : Colour{255, 255, 255};
  for (const RowPainter& painter : of_tasks) {
    for (std::size_t category = 0; category < painter.paths().size(); ++category) {
      const CategoryPaths& paths = painter.paths()[category];
      const Colour colour = rows.colours->of_categories(rows.panel)[category];
      const std::string name = printable(rows.colours->category_name(rows.panel, category));
      if (!paths.tint.empty()) canvas.fill(paths.tint, tint_of(colour, background), name);
      if (!paths.solid.empty()) canvas.fill(paths.solid, colour, name);
      if (!paths.edge.empty()) canvas.fill(paths.edge, traces::box_edge_colour(colour), name);
    }
    background = filtered_colour;  // sub-rows are drawn over all work
  }
}

void draw_track(Canvas& canvas, const traces::Track& track, const TimeAxis& axis, const RowBox& box) {
  const double limit = picture::top_of_track(track);
  Path path;
  Outline outline{box};
  const auto edge_ns = [&](int column) {
    return static_cast<std::int64_t>(std::floor(axis.grid().time_from_column(column)));
  };
  for (int column = 0; column < axis.columns(); ++column) {
    const std::int64_t from_ns = std::max(edge_ns(column), axis.begin_ns());
    const std::int64_t to_ns = std::min(std::max(edge_ns(column + 1), from_ns + 1), axis.end_ns());
    if (from_ns >= to_ns) continue;
    const double mean = track.series.mean(from_ns, to_ns);
    if (mean > 0.0) outline.bar(column, column + 1.0, path, 0.0, bar_height(box, mean / limit));
  }
  outline.close();
  if (!path.empty())
    canvas.fill(path, picture::track_colour(track.kind, traces::Background::white), track.name);
  const int right = box.left + axis.columns();
  canvas.hairline(box.left, box.bottom, right - 1, box.bottom, track_line);
  if (!track.limit) return;
  Path line;
  line.move_to(box.left, box.top + 0.5);
  line.line_to(right, box.top + 0.5);
  canvas.stroke(line, {.width = 1.0, .dash = 5.0, .gap = 4.0, .colour = track_limit_line},
                "limit of " + track.name);
}

}  // namespace gusset::paper
