#include "gusset/viewer/model/timeline/row_layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace gusset::viewer {
namespace {

// Shares out `height` in proportion to the weights. No panel gets more than it wants; the others share the
// rest.
std::vector<double> shared_in_proportion(const std::vector<double>& wanted,
                                         const std::vector<double>& weights, double height) {
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

// Does the same, but lets no panel scroll if each can have the least height that it needs.
std::vector<double> shared_heights(const std::vector<double>& least, const std::vector<double>& wanted,
                                   const std::vector<double>& weights, double height) {
  std::vector<double> given = shared_in_proportion(wanted, weights, height);
  const double rest = height - std::accumulate(least.begin(), least.end(), 0.0);
  if (rest < 0.0 || std::equal(given.begin(), given.end(), least.begin(), std::greater_equal())) return given;
  std::vector<double> more(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) more[i] = std::max(0.0, wanted[i] - least[i]);
  given = shared_in_proportion(more, weights, rest);
  for (std::size_t i = 0; i < wanted.size(); ++i) given[i] += least[i];
  return given;
}

}  // namespace

RowMetrics RowMetrics::scaled(double factor) const {
  RowMetrics next = *this;
  for (int RowMetrics::*size :
       {&RowMetrics::ruler_height, &RowMetrics::marks_height, &RowMetrics::title_height,
        &RowMetrics::track_height, &RowMetrics::bounds_height, &RowMetrics::node_gap,
        &RowMetrics::bottom_margin})
    next.*size = static_cast<int>(std::lround(this->*size * factor));
  next.min_row_height = min_row_height * factor;
  next.max_row_height = max_row_height * factor;
  next.min_pinned_height = min_pinned_height * factor;
  return next;
}

RowLayout::RowLayout(std::vector<std::vector<std::size_t>> rows_per_node, int height, RowMetrics metrics,
                     std::vector<std::size_t> track_counts, bool own_rulers,
                     std::vector<std::size_t> pinned_rows)
    : metrics_(metrics) {
  track_counts.resize(rows_per_node.size(), 0);
  pinned_rows.resize(rows_per_node.size(), 0);
  const auto tracks = std::accumulate(track_counts.begin(), track_counts.end(), std::size_t{0});
  const auto count = static_cast<double>(rows_per_node.size());
  const double for_bodies = height - metrics.ruler_height - metrics.marks_height -
                            count * (metrics.title_height + metrics.bounds_height + metrics.bottom_margin) -
                            static_cast<double>(tracks) * metrics.track_height -
                            (own_rulers && count > 1 ? (count - 1) * metrics.ruler_height : 0.0);
  std::vector<double> least;
  std::vector<double> wanted;
  std::vector<double> weights;
  std::vector<double> gaps;
  std::vector<double> unpinned;      // number of rows
  std::vector<double> least_pinned;  // height of a pinned row
  for (std::size_t i = 0; i < rows_per_node.size(); ++i) {
    const std::vector<std::size_t>& nodes = rows_per_node[i];
    const std::size_t groups = nodes.size() + (pinned_rows[i] > 0 ? 1 : 0);
    const auto pinned = static_cast<double>(pinned_rows[i]);
    unpinned.push_back(static_cast<double>(std::accumulate(nodes.begin(), nodes.end(), std::size_t{0})));
    least_pinned.push_back(nodes.empty() ? 0.0 : metrics.min_pinned_height);
    gaps.push_back(groups == 0 ? 0.0 : metrics.node_gap * static_cast<double>(groups - 1));
    wanted.push_back(unpinned[i] * metrics.max_row_height +
                     pinned * std::max(metrics.max_row_height, least_pinned[i]) + gaps[i]);
    least.push_back(unpinned[i] * metrics.min_row_height +
                    pinned * std::max(metrics.min_row_height, least_pinned[i]) + gaps[i]);
    weights.push_back(std::sqrt(pinned + unpinned[i]));
  }
  const std::vector<double> given = shared_heights(least, wanted, weights, for_bodies);
  double top = metrics.ruler_height + metrics.marks_height;
  for (std::size_t i = 0; i < rows_per_node.size(); ++i) {
    const auto pinned = static_cast<double>(pinned_rows[i]);
    const double rows = pinned + unpinned[i];
    double fitting = rows > 0.0 ? (given[i] - gaps[i]) / rows : 0.0;
    if (pinned > 0.0 && fitting < least_pinned[i])
      fitting = (given[i] - gaps[i] - pinned * least_pinned[i]) / unpinned[i];
    const bool scrolls = fitting < metrics.min_row_height;
    const double row_height = std::clamp(fitting, metrics.min_row_height, metrics.max_row_height);
    PinnedRows top_rows{pinned_rows[i], 0, std::max(row_height, least_pinned[i])};
    if (scrolls) {
      const double room = std::max(0.0, given[i] / 2.0 - metrics.node_gap);
      top_rows.still = std::min(pinned_rows[i], static_cast<std::size_t>(room / top_rows.height));
      top_rows.scrolled = pinned_rows[i] - top_rows.still;
    }
    panels_.push_back(place_rows(top_rows, rows_per_node[i], row_height));
    Panel& panel = panels_.back();
    panel.top = static_cast<int>(std::lround(top));
    panel.tracks = track_counts[i];
    panel.own_ruler = own_rulers && i > 0 ? metrics.ruler_height : 0;
    // Rounding must not make a panel scroll if it was given enough height.
    panel.body_height = scrolls ? static_cast<int>(given[i]) : panel.content_height;
    top = bounds(i).bottom() + metrics.bottom_margin;
  }
}

RowLayout::Panel RowLayout::place_rows(const PinnedRows& pinned,
                                       const std::vector<std::size_t>& rows_per_node,
                                       double row_height) const {
  Panel panel;
  panel.row_height = row_height;
  panel.still = pinned.still;
  double y = 0.0;
  const auto add_rows = [&](std::size_t rows, double height) {
    if (!panel.tops.empty() && rows > 0) y += metrics_.node_gap;
    for (std::size_t i = 0; i < rows; ++i, y += height) {
      panel.tops.push_back(static_cast<int>(std::lround(y)));
      panel.bottoms.push_back(static_cast<int>(std::lround(y + height)));
    }
  };
  add_rows(pinned.still, pinned.height);
  add_rows(pinned.scrolled, pinned.height);
  for (const std::size_t rows : rows_per_node) {
    panel.node_first.push_back(panel.tops.size());
    add_rows(rows, row_height);
  }
  panel.node_first.push_back(panel.tops.size());
  panel.content_height = panel.bottoms.empty() ? 0 : panel.bottoms.back();
  if (pinned.still > 0)
    panel.scroll_top = pinned.still < panel.tops.size() ? panel.tops[pinned.still] : panel.content_height;
  return panel;
}

Stretch RowLayout::title(std::size_t panel) const {
  return {panels_[panel].top, metrics_.title_height};
}

Stretch RowLayout::body(std::size_t panel) const {
  const int tracks = static_cast<int>(panels_[panel].tracks) * metrics_.track_height;
  return {title(panel).bottom() + panels_[panel].own_ruler + tracks, panels_[panel].body_height};
}

Stretch RowLayout::scrolled(std::size_t panel) const {
  const Stretch whole = body(panel);
  return {whole.top + panels_[panel].scroll_top, whole.height - panels_[panel].scroll_top};
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
  const int moved = row.row < panel.still ? 0 : scroll;
  return {body(row.panel).top - moved + panel.tops[row.row], panel.bottoms[row.row] - panel.tops[row.row]};
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

picture::VisibleRows RowLayout::visible_rows(std::size_t panel, int scroll) const {
  const Panel& where = panels_[panel];
  const auto still = static_cast<std::ptrdiff_t>(where.still);
  const auto first =
      std::upper_bound(where.bottoms.begin() + still, where.bottoms.end(), scroll + where.scroll_top);
  const auto end = std::lower_bound(where.tops.begin() + still, where.tops.end(), scroll + where.body_height);
  return {where.still, static_cast<std::size_t>(first - where.bottoms.begin()),
          static_cast<std::size_t>(end - where.tops.begin())};
}

std::pair<std::size_t, std::size_t> RowLayout::visible_nodes(std::size_t panel, int scroll) const {
  const picture::VisibleRows visible = visible_rows(panel, scroll);
  const std::vector<std::size_t>& starts = panels_[panel].node_first;
  const std::size_t first_row = std::max(visible.scrolled_first, starts.front());
  const std::size_t end_row = visible.scrolled_end;
  if (first_row >= end_row) return {0, 0};
  const auto first = std::upper_bound(starts.begin(), starts.end(), first_row) - 1;
  const auto end = std::lower_bound(first, starts.end(), end_row);
  return {static_cast<std::size_t>(first - starts.begin()), static_cast<std::size_t>(end - starts.begin())};
}

std::optional<RowReference> RowLayout::row_at(int y, std::span<const int> scrolls) const {
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    if (!body(i).contains(y)) continue;
    const int content_y = y - body(i).top + (y < scrolled(i).top ? 0 : scrolls[i]);
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
  if (row.row < panel.still) return std::clamp(scroll, 0, max_scroll(row.panel));
  const int lowest = panel.bottoms[row.row] - panel.body_height;
  const int highest = panel.tops[row.row] - panel.scroll_top;
  const int wanted = std::min(std::max(scroll, lowest), highest);
  return std::clamp(wanted, 0, max_scroll(row.panel));
}

}  // namespace gusset::viewer
