#include "gusset/viewer/model/timeline/row_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gusset::viewer {
namespace {

// Shares out `height` in proportion to the weights. No panel gets more than it wants; the others share the
// rest.
std::vector<double> shared_heights(const std::vector<double>& wanted, const std::vector<double>& weights,
                                   double height) {
  std::vector<double> given(wanted.size(), 0.0);
  std::vector<bool> served(wanted.size(), false);
  double left = std::max(0.0, height);
  for (bool again = true; again;) {
    again = false;
    double all = 0.0;
    for (std::size_t i = 0; i < wanted.size(); ++i) all += served[i] ? 0.0 : weights[i];
    const double part = all > 0.0 ? left / all : 0.0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (served[i]) continue;
      given[i] = std::min(wanted[i], part * weights[i]);
      if (wanted[i] > part * weights[i]) continue;
      served[i] = again = true;
      left -= wanted[i];
    }
  }
  return given;
}

}  // namespace

RowMetrics RowMetrics::scaled(double factor) const {
  RowMetrics next = *this;
  for (int RowMetrics::*size :
       {&RowMetrics::ruler_height, &RowMetrics::marks_height, &RowMetrics::title_height,
        &RowMetrics::track_height, &RowMetrics::node_gap, &RowMetrics::bottom_margin})
    next.*size = static_cast<int>(std::lround(this->*size * factor));
  next.min_row_height = min_row_height * factor;
  next.max_row_height = max_row_height * factor;
  return next;
}

RowLayout::RowLayout(std::vector<std::vector<std::size_t>> rows_per_node, int height, RowMetrics metrics,
                     std::vector<std::size_t> track_counts, bool own_rulers)
    : metrics_(metrics) {
  track_counts.resize(rows_per_node.size(), 0);
  const auto tracks = std::accumulate(track_counts.begin(), track_counts.end(), std::size_t{0});
  const auto count = static_cast<double>(rows_per_node.size());
  const double for_bodies = height - metrics.ruler_height - metrics.marks_height -
                            count * (metrics.title_height + metrics.bottom_margin) -
                            static_cast<double>(tracks) * metrics.track_height -
                            (own_rulers && count > 1 ? (count - 1) * metrics.ruler_height : 0.0);
  std::vector<double> wanted;
  std::vector<double> weights;
  std::vector<double> gaps;
  for (const auto& nodes : rows_per_node) {
    const auto rows = static_cast<double>(std::accumulate(nodes.begin(), nodes.end(), std::size_t{0}));
    gaps.push_back(nodes.empty() ? 0.0 : metrics.node_gap * static_cast<double>(nodes.size() - 1));
    wanted.push_back(rows * metrics.max_row_height + gaps.back());
    weights.push_back(std::sqrt(rows));
  }
  const std::vector<double> given = shared_heights(wanted, weights, for_bodies);
  double top = metrics.ruler_height + metrics.marks_height;
  for (std::size_t i = 0; i < rows_per_node.size(); ++i) {
    const auto rows = static_cast<double>(
        std::accumulate(rows_per_node[i].begin(), rows_per_node[i].end(), std::size_t{0}));
    const double fitting = rows > 0.0 ? (given[i] - gaps[i]) / rows : 0.0;
    panels_.push_back(
        place_rows(rows_per_node[i], std::clamp(fitting, metrics.min_row_height, metrics.max_row_height)));
    Panel& panel = panels_.back();
    panel.top = static_cast<int>(std::lround(top));
    panel.tracks = track_counts[i];
    panel.own_ruler = own_rulers && i > 0 ? metrics.ruler_height : 0;
    // Rounding must not make a panel scroll if it was given enough height.
    panel.body_height = fitting >= metrics.min_row_height ? panel.content_height : static_cast<int>(given[i]);
    top = body(i).bottom() + metrics.bottom_margin;
  }
}

RowLayout::Panel RowLayout::place_rows(const std::vector<std::size_t>& rows_per_node,
                                       double row_height) const {
  Panel panel;
  panel.row_height = row_height;
  double y = 0.0;
  for (const std::size_t rows : rows_per_node) {
    if (!panel.tops.empty()) y += metrics_.node_gap;
    panel.node_first.push_back(panel.tops.size());
    for (std::size_t i = 0; i < rows; ++i, y += row_height) {
      panel.tops.push_back(static_cast<int>(std::lround(y)));
      panel.bottoms.push_back(static_cast<int>(std::lround(y + row_height)));
    }
  }
  panel.node_first.push_back(panel.tops.size());
  panel.content_height = panel.bottoms.empty() ? 0 : panel.bottoms.back();
  return panel;
}

Stretch RowLayout::title(std::size_t panel) const {
  return {panels_[panel].top, metrics_.title_height};
}

Stretch RowLayout::body(std::size_t panel) const {
  const int tracks = static_cast<int>(panels_[panel].tracks) * metrics_.track_height;
  return {title(panel).bottom() + panels_[panel].own_ruler + tracks, panels_[panel].body_height};
}

Stretch RowLayout::ruler(std::size_t panel) const {
  const int own = panels_[panel].own_ruler;
  return own > 0 ? Stretch{title(panel).bottom(), own} : Stretch{0, metrics_.ruler_height};
}

Stretch RowLayout::track(std::size_t panel, std::size_t track) const {
  const int first = title(panel).bottom() + panels_[panel].own_ruler;
  return {first + static_cast<int>(track) * metrics_.track_height, metrics_.track_height};
}

int RowLayout::max_scroll(std::size_t panel) const {
  return std::max(0, panels_[panel].content_height - panels_[panel].body_height);
}

Stretch RowLayout::row(RowReference row, int scroll) const {
  const Panel& panel = panels_[row.panel];
  return {body(row.panel).top - scroll + panel.tops[row.row], panel.bottoms[row.row] - panel.tops[row.row]};
}

std::pair<std::size_t, std::size_t> RowLayout::rows_of_node(std::size_t panel, std::size_t node) const {
  return {panels_[panel].node_first[node], panels_[panel].node_first[node + 1]};
}

Stretch RowLayout::node(std::size_t panel, std::size_t node, int scroll) const {
  const auto [first, end] = rows_of_node(panel, node);
  if (first == end) return {};
  const int top = row({panel, first}, scroll).top;
  return {top, row({panel, end - 1}, scroll).bottom() - top};
}

std::pair<std::size_t, std::size_t> RowLayout::visible_rows(std::size_t panel, int scroll) const {
  const Panel& where = panels_[panel];
  const auto first = std::upper_bound(where.bottoms.begin(), where.bottoms.end(), scroll);
  const auto end = std::lower_bound(where.tops.begin(), where.tops.end(), scroll + where.body_height);
  return {static_cast<std::size_t>(first - where.bottoms.begin()),
          static_cast<std::size_t>(end - where.tops.begin())};
}

std::pair<std::size_t, std::size_t> RowLayout::visible_nodes(std::size_t panel, int scroll) const {
  const auto [first_row, end_row] = visible_rows(panel, scroll);
  if (first_row >= end_row) return {0, 0};
  const std::vector<std::size_t>& starts = panels_[panel].node_first;
  const auto first = std::upper_bound(starts.begin(), starts.end(), first_row) - 1;
  const auto end = std::lower_bound(first, starts.end(), end_row);
  return {static_cast<std::size_t>(first - starts.begin()), static_cast<std::size_t>(end - starts.begin())};
}

std::optional<RowReference> RowLayout::row_at(int y, std::span<const int> scrolls) const {
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    if (!body(i).contains(y)) continue;
    const int content_y = y - body(i).top + scrolls[i];
    const auto next = std::upper_bound(panels_[i].bottoms.begin(), panels_[i].bottoms.end(), content_y);
    const auto row = static_cast<std::size_t>(next - panels_[i].bottoms.begin());
    if (row < rows(i) && panels_[i].tops[row] <= content_y) return RowReference{i, row};
  }
  return std::nullopt;
}

std::optional<std::size_t> RowLayout::panel_at(int y) const {
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    if (y >= title(i).top && y < body(i).bottom()) return i;
  }
  return std::nullopt;
}

int RowLayout::scroll_to_row(RowReference row, int scroll) const {
  const Panel& panel = panels_[row.panel];
  const int lowest = panel.bottoms[row.row] - panel.body_height;
  const int highest = panel.tops[row.row];
  const int wanted = std::min(std::max(scroll, lowest), highest);
  return std::clamp(wanted, 0, max_scroll(row.panel));
}

}  // namespace gusset::viewer
