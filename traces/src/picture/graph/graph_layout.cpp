#include "gusset/traces/picture/graph/graph_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "graph_layers.hpp"
#include "graph_rows.hpp"

namespace gusset::traces {
namespace {

using layered::Layers;
using layered::Neighbours;
using layered::RowTarget;

constexpr std::size_t few_rounds = 6;
constexpr std::size_t many_rounds = 40;
constexpr std::size_t max_placements = 1'500'000;  // in all rounds, unless few_rounds need more
constexpr double bend_weight = 6.0;                // prefers straight long lines to centred boxes
constexpr double bend_gap_share = 0.22;            // of the gap between boxes
constexpr double slope_share = 0.12;               // extra height, as a share of the lines' sideways distance
constexpr double max_extra_gap = 150.0;
constexpr double max_stretch = 260.0;  // of one gap
constexpr double fixed_weight = 1e7;   // the weight of a box that grows

RowTarget target_of(std::uint32_t place, double x, double weight, const std::vector<LayoutSize>& sizes,
                    const LayoutOptions& options) {
  if (place < sizes.size()) return {x, weight, sizes[place].width / 2, options.node_gap / 2};
  return {x, weight, 0.0, options.node_gap * bend_gap_share / 2};
}

/// Computes x of all places: repeatedly places each row where its neighbours pull it.
class Positions {
 public:
  Positions(const Layers& layers, const Neighbours& above, const Neighbours& below,
            const std::vector<LayoutSize>& sizes, const LayoutOptions& options)
      : layers_(layers),
        above_(above),
        below_(below),
        sizes_(sizes),
        options_(options),
        x_(layers.level.size(), 0.0) {
    for (const auto& row : layers.rows) place(row, [](std::uint32_t) { return std::pair(0.0, 1.0); });
  }

  const std::vector<double>& compute() {
    const std::size_t rounds =
        std::clamp(max_placements / std::max<std::size_t>(1, x_.size()), few_rounds, many_rounds);
    for (std::size_t round = 0; round < rounds && !layered::was_cancelled(options_.cancelled); ++round) {
      for (std::size_t level = 1; level < layers_.rows.size(); ++level) pull(level, true, false);
      for (std::size_t level = layers_.rows.size(); level-- > 0;) pull(level, false, true);
    }
    for (int last = 0; last < 2; ++last) {
      for (std::size_t level = 0; level < layers_.rows.size(); ++level) pull(level, true, true);
    }
    return x_;
  }

 private:
  bool is_bend(std::uint32_t place) const { return place >= layers_.nodes; }

  void pull(std::size_t level, bool from_above, bool from_below) {
    place(layers_.rows[level], [&](std::uint32_t self) {
      double sum = 0.0;
      double weight = 0.0;
      const auto add = [&](std::span<const std::uint32_t> neighbours) {
        for (const std::uint32_t other : neighbours) {
          const double w = is_bend(self) && is_bend(other) ? bend_weight : 1.0;
          sum += w * x_[other];
          weight += w;
        }
      };
      if (from_above) add(above_[self]);
      if (from_below) add(below_[self]);
      constexpr double light = 0.05;  // places without neighbours make room
      return weight > 0.0 ? std::pair(sum / weight, weight) : std::pair(x_[self], light);
    });
  }

  template <class Target>
  void place(const std::vector<std::uint32_t>& row, Target target) {
    targets_.clear();
    for (const std::uint32_t place : row) {
      const auto [x, weight] = target(place);
      targets_.push_back(target_of(place, x, weight, sizes_, options_));
    }
    const std::vector<double> placed = layered::place_row(targets_);
    for (std::size_t i = 0; i < row.size(); ++i) x_[row[i]] = placed[i];
  }

  const Layers& layers_;
  const Neighbours& above_;
  const Neighbours& below_;
  const std::vector<LayoutSize>& sizes_;
  const LayoutOptions& options_;
  std::vector<double> x_;
  std::vector<RowTarget> targets_;
};

/// Stacks rows from the top, each as high as its highest box; gaps[i] is below row i.
void stack_rows(GraphLayout& layout, const std::vector<LayoutSize>& sizes, const std::vector<double>& gaps) {
  double top = 0.0;
  for (std::size_t level = 0; level < layout.rows.size(); ++level) {
    GraphLayout::Row& row = layout.rows[level];
    double height = 0.0;
    for (const std::uint32_t place : row.places) {
      if (place < sizes.size()) height = std::max(height, sizes[place].height);
    }
    row.top = top;
    row.bottom = top + height;
    for (const std::uint32_t place : row.places)
      layout.places[place].y = top + (place < sizes.size() ? sizes[place].height : height) / 2;
    top = row.bottom + (level < gaps.size() ? gaps[level] : 0.0);
  }
  layout.size.height = layout.rows.empty() ? 0.0 : layout.rows.back().bottom;
}

/// Shifts everything so that the leftmost box or bend is at 0.
void align_left(GraphLayout& layout, const std::vector<LayoutSize>& sizes) {
  if (layout.places.empty()) return;
  const auto half_width = [&](std::size_t i) { return i < sizes.size() ? sizes[i].width / 2 : 0.0; };
  double least = layout.places.front().x;
  double most = least;
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    least = std::min(least, layout.places[i].x - half_width(i));
    most = std::max(most, layout.places[i].x + half_width(i));
  }
  for (GraphLayout::Place& place : layout.places) place.x -= least;
  layout.size.width = most - least;
}

/// Joins the members of each commuting set on the same level, from left to right.
void join_within_levels(const LayoutGraph& graph, GraphLayout& layout) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const auto& set : graph.commuting) {
    std::vector<std::uint32_t> members = set;
    std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
      const GraphLayout::Place& left = layout.places[a];
      const GraphLayout::Place& right = layout.places[b];
      return std::tuple(left.level, left.x, a) < std::tuple(right.level, right.x, b);
    });
    for (std::size_t i = 1; i < members.size(); ++i) {
      if (members[i - 1] == members[i]) continue;
      if (layout.places[members[i - 1]].level == layout.places[members[i]].level)
        pairs.emplace_back(members[i - 1], members[i]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [from, to] : pairs) {
    layout.routes.push_back(
        {from, to, static_cast<std::uint32_t>(layout.bends.size()), 0, GraphLayout::Route::none, false});
  }
}

}  // namespace

std::optional<GraphLayout> lay_out(const LayoutGraph& graph, const LayoutOptions& options) {
  Layers layers = layered::make_layers(graph);
  if (layered::was_cancelled(options.cancelled)) return std::nullopt;
  const Neighbours above = layered::neighbours_above(layers);
  const Neighbours below = layered::neighbours_below(layers);
  GraphLayout layout;
  layout.first_crossings = layered::count_crossings(layers, below);
  layout.crossings =
      layered::order_rows(layers, above, below, options.sweeps, layout.first_crossings, options.cancelled);
  if (layered::was_cancelled(options.cancelled)) return std::nullopt;
  const std::vector<double> x = Positions(layers, above, below, graph.nodes, options).compute();
  if (layered::was_cancelled(options.cancelled)) return std::nullopt;

  layout.places.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) layout.places[i] = {x[i], 0.0, layers.level[i]};
  layout.rows.resize(layers.rows.size());
  for (std::size_t level = 0; level < layers.rows.size(); ++level)
    layout.rows[level].places = std::move(layers.rows[level]);
  // Lines that lead far sideways get more height, so that they stay distinguishable.
  std::vector<double> sideways(layout.rows.size(), 0.0);
  std::vector<double> lines(layout.rows.size(), 0.0);
  std::vector<double> furthest(layout.rows.size(), 0.0);
  for (const layered::Link& link : layers.links) {
    const std::uint32_t level = layers.level[link.upper];
    const double apart = std::fabs(x[link.upper] - x[link.lower]);
    sideways[level] += apart;
    lines[level] += 1.0;
    furthest[level] = std::max(furthest[level], apart);
  }
  std::vector<double> gaps(layout.rows.size(), options.level_gap);
  for (std::size_t level = 0; level < gaps.size(); ++level) {
    if (lines[level] > 0.0)
      gaps[level] += std::min(max_extra_gap, slope_share * sideways[level] / lines[level]);
  }
  layout.routes = std::move(layers.routes);
  layout.bends = std::move(layers.bends);
  stack_rows(layout, graph.nodes, gaps);
  align_left(layout, graph.nodes);
  // Stretches a drawing that is much wider than high. Each gap grows in proportion to its lines' sideways
  // distances, by at most the longest of them.
  const double all_sideways = std::accumulate(sideways.begin(), sideways.end(), 0.0);
  const double missing = options.min_height_share * layout.size.width - layout.size.height;
  if (missing > 0.0 && all_sideways > 0.0) {
    for (std::size_t level = 0; level < gaps.size(); ++level)
      gaps[level] += std::min({max_stretch, furthest[level], missing * sideways[level] / all_sideways});
    stack_rows(layout, graph.nodes, gaps);
  }
  join_within_levels(graph, layout);
  return layout;
}

GraphLayout resized(const GraphLayout& layout, const std::vector<LayoutSize>& before,
                    const std::vector<LayoutSize>& after, const LayoutOptions& options) {
  GraphLayout result = layout;
  std::vector<double> gaps;
  for (std::size_t level = 0; level + 1 < layout.rows.size(); ++level)
    gaps.push_back(layout.rows[level + 1].top - layout.rows[level].bottom);
  for (const GraphLayout::Row& row : layout.rows) {
    const bool same = std::all_of(row.places.begin(), row.places.end(), [&](std::uint32_t place) {
      return place >= before.size() || before[place].width == after[place].width;
    });
    if (same) continue;
    std::vector<RowTarget> targets;
    for (const std::uint32_t place : row.places) {
      const bool grows = place < before.size() && before[place].width != after[place].width;
      targets.push_back(target_of(place, layout.places[place].x, grows ? fixed_weight : 1.0, after, options));
    }
    const std::vector<double> placed = layered::place_row(targets);
    for (std::size_t i = 0; i < placed.size(); ++i) result.places[row.places[i]].x = placed[i];
  }
  stack_rows(result, after, gaps);
  align_left(result, after);
  return result;
}

}  // namespace gusset::traces
