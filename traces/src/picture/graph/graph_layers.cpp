#include "graph_layers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace gusset::traces::layered {
namespace {

using Edge = LayoutGraph::Edge;

/// The edges that leave each node, by number.
Neighbours leaving_edges(std::size_t nodes, const std::vector<Edge>& edges) {
  return {nodes, [&](auto visit) {
            for (std::uint32_t i = 0; i < edges.size(); ++i) visit(edges[i].from, i);
          }};
}

/// An edge as drawn: from the higher level to the lower one.
struct Downward {
  std::uint32_t upper = 0;
  std::uint32_t lower = 0;
  std::uint32_t edge = GraphLayout::Route::none;
  bool upwards = false;
  bool is_dashed() const { return edge == GraphLayout::Route::none; }
};

/// Adds the lines of commuting sets between levels: from the first member on one level to the first on the
/// next. Lines within a level follow once the order of its members is known.
void add_lines_of_sets(const LayoutGraph& graph, const std::vector<std::uint32_t>& level,
                       std::vector<Downward>& all) {
  for (std::vector<std::uint32_t> set : graph.commuting) {
    std::sort(set.begin(), set.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(level[a], a) < std::pair(level[b], b);
    });
    std::uint32_t last = GraphLayout::Route::none;
    for (const std::uint32_t member : set) {
      if (last != GraphLayout::Route::none && level[last] == level[member]) continue;
      if (last != GraphLayout::Route::none) all.push_back({last, member});
      last = member;
    }
  }
}

/// Returns the boxes without edges, grouped by commuting set, in order of each group's first box.
std::vector<std::vector<std::uint32_t>> unconnected_sets(const LayoutGraph& graph,
                                                         const std::vector<bool>& is_joined) {
  constexpr std::size_t none = ~std::size_t{0};
  std::vector<std::size_t> set_of(graph.nodes.size(), none);
  for (std::size_t set = 0; set < graph.commuting.size(); ++set) {
    for (const std::uint32_t member : graph.commuting[set]) set_of[member] = std::min(set_of[member], set);
  }
  std::vector<std::vector<std::uint32_t>> sets;
  std::vector<std::size_t> place(graph.commuting.size(), none);  // index of each commuting set in `sets`
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (is_joined[i]) continue;
    const bool is_first = set_of[i] == none || place[set_of[i]] == none;
    if (is_first && set_of[i] != none) place[set_of[i]] = sets.size();
    if (is_first) sets.emplace_back();
    (set_of[i] == none ? sets.back() : sets[place[set_of[i]]]).push_back(i);
  }
  return sets;
}

/// Puts boxes without edges, even if they commute, into separate rows below the others. A set stays in one
/// row if it fits. Returns each node's sort key within its row.
std::vector<std::uint32_t> place_unconnected(const LayoutGraph& graph, std::vector<std::uint32_t>& level) {
  std::vector<std::uint32_t> rank(graph.nodes.size());
  std::iota(rank.begin(), rank.end(), 0U);
  std::vector<bool> is_joined(graph.nodes.size(), false);
  for (const Edge& e : graph.edges) {
    if (e.from != e.to) is_joined[e.from] = is_joined[e.to] = true;
  }
  const auto alone = static_cast<std::size_t>(std::count(is_joined.begin(), is_joined.end(), false));
  if (alone == 0) return rank;
  std::uint32_t row = 0;
  std::vector<std::size_t> in_row;
  for (std::size_t i = 0; i < level.size(); ++i) {
    if (!is_joined[i]) continue;
    row = std::max(row, level[i] + 1);
    in_row.resize(std::max<std::size_t>(in_row.size(), level[i] + 1));
    ++in_row[level[i]];
  }
  const std::size_t widest = in_row.empty() ? 0 : *std::max_element(in_row.begin(), in_row.end());
  const std::size_t per_row =
      std::max(widest, static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(alone)))));
  std::size_t filled = 0;
  std::uint32_t next = 0;
  for (const std::vector<std::uint32_t>& set : unconnected_sets(graph, is_joined)) {
    const bool fits_a_row_alone = set.size() <= per_row && filled + set.size() > per_row;
    if (fits_a_row_alone && filled > 0) ++row, filled = 0;
    for (const std::uint32_t member : set) {
      if (filled == per_row) ++row, filled = 0;
      level[member] = row;
      rank[member] = next++;
      ++filled;
    }
  }
  return rank;
}

/// Returns the longest span of levels up to which edges can run through bends without more than `max_bends`
/// bends in total.
std::uint32_t longest_bent(const std::vector<Downward>& sorted, const std::vector<std::uint32_t>& level,
                           std::size_t max_bends) {
  const auto bends_up_to = [&](std::uint32_t limit) {
    std::size_t bends = 0;
    for (std::size_t i = 0; i < sorted.size();) {
      std::uint32_t longest = 1;
      std::size_t j = i;
      for (; j < sorted.size() && sorted[j].upper == sorted[i].upper &&
             sorted[j].is_dashed() == sorted[i].is_dashed();
           ++j) {
        const std::uint32_t span = level[sorted[j].lower] - level[sorted[j].upper];
        if (span <= limit) longest = std::max(longest, span);
      }
      bends += longest - 1;
      i = j;
    }
    return bends;
  };
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  if (bends_up_to(most) <= max_bends) return most;
  std::uint32_t least = 1;  // no bends at all
  most = *std::max_element(level.begin(), level.end()) + 1;
  while (least + 1 < most) {
    const std::uint32_t middle = least + (most - least) / 2;
    (bends_up_to(middle) <= max_bends ? least : most) = middle;
  }
  return least;
}

}  // namespace

std::vector<bool> cycle_closing_edges(std::size_t nodes, const std::vector<Edge>& edges) {
  const Neighbours leaving = leaving_edges(nodes, edges);
  enum : std::uint8_t { unseen, open, done };
  std::vector<std::uint8_t> state(nodes, unseen);
  std::vector<std::uint32_t> next(leaving.first.begin(), leaving.first.end() - 1);
  std::vector<bool> closing(edges.size(), false);
  std::vector<std::uint32_t> path;
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (state[root] != unseen) continue;
    path.push_back(root);
    state[root] = open;
    while (!path.empty()) {
      const std::uint32_t node = path.back();
      if (next[node] == leaving.first[node + 1]) {
        state[node] = done;
        path.pop_back();
        continue;
      }
      const std::uint32_t edge = leaving.items[next[node]++];
      const std::uint32_t to = edges[edge].to;
      if (state[to] == open) {
        closing[edge] = to != node;
      } else if (state[to] == unseen) {
        state[to] = open;
        path.push_back(to);
      }
    }
  }
  return closing;
}

std::vector<std::uint32_t> depths(std::size_t nodes, const std::vector<Edge>& edges,
                                  const std::vector<bool>& closing) {
  std::vector<Edge> forward;
  forward.reserve(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].from == edges[i].to) continue;
    forward.push_back(closing[i] ? Edge{edges[i].to, edges[i].from} : edges[i]);
  }
  const Neighbours leaving = leaving_edges(nodes, forward);
  std::vector<std::uint32_t> waits(nodes, 0);
  for (const Edge& e : forward) ++waits[e.to];
  std::vector<std::uint32_t> order;
  order.reserve(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (waits[i] == 0) order.push_back(i);
  }
  std::vector<std::uint32_t> depth(nodes, 0);
  for (std::size_t done = 0; done < order.size(); ++done) {
    const std::uint32_t node = order[done];
    for (const std::uint32_t edge : leaving[node]) {
      const std::uint32_t to = forward[edge].to;
      depth[to] = std::max(depth[to], depth[node] + 1);
      if (--waits[to] == 0) order.push_back(to);
    }
  }
  return depth;
}

Layers make_layers(const LayoutGraph& graph) {
  const std::vector<bool> closing = cycle_closing_edges(graph.nodes.size(), graph.edges);
  Layers layers;
  layers.nodes = static_cast<std::uint32_t>(graph.nodes.size());
  layers.level = depths(graph.nodes.size(), graph.edges, closing);
  const std::vector<std::uint32_t> rank = place_unconnected(graph, layers.level);
  layers.origin.resize(layers.nodes);
  std::iota(layers.origin.begin(), layers.origin.end(), 0U);

  std::vector<Downward> all;
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const Edge& e = graph.edges[i];
    if (e.from == e.to) continue;
    const auto number = static_cast<std::uint32_t>(i);
    all.push_back(closing[i] ? Downward{e.to, e.from, number, true} : Downward{e.from, e.to, number, false});
  }
  add_lines_of_sets(graph, layers.level, all);
  // Sort by the node that the edges leave: they share one chain of bends.
  std::sort(all.begin(), all.end(), [&](const Downward& a, const Downward& b) {
    return std::tuple(a.upper, a.is_dashed(), layers.level[a.lower], a.lower, a.edge) <
           std::tuple(b.upper, b.is_dashed(), layers.level[b.lower], b.lower, b.edge);
  });
  const std::size_t max_bends = 50'000 + 10 * graph.nodes.size();
  const std::uint32_t longest = longest_bent(all, layers.level, max_bends);
  std::vector<std::uint32_t> chain;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Downward& line = all[i];
    const bool continues =
        i > 0 && all[i - 1].upper == line.upper && all[i - 1].is_dashed() == line.is_dashed();
    if (!continues) chain.clear();
    const std::uint32_t span = layers.level[line.lower] - layers.level[line.upper];
    const bool is_bent = span <= longest;
    GraphLayout::Route route{line.upper, line.lower, static_cast<std::uint32_t>(layers.bends.size()),
                             0,          line.edge,  line.upwards};
    if (is_bent) {
      while (chain.size() + 1 < span) {
        const auto bend = static_cast<std::uint32_t>(layers.level.size());
        const std::uint32_t above = chain.empty() ? line.upper : chain.back();
        layers.level.push_back(layers.level[above] + 1);
        layers.origin.push_back(line.upper);
        layers.links.push_back({above, bend});
        chain.push_back(bend);
      }
      route.bend_count = span - 1;
      layers.links.push_back({span == 1 ? line.upper : chain[span - 2], line.lower});
      layers.bends.insert(layers.bends.end(), chain.begin(), chain.begin() + (span - 1));
    }
    if (line.upwards) {
      std::swap(route.from, route.to);
      std::reverse(layers.bends.end() - route.bend_count, layers.bends.end());
    }
    layers.routes.push_back(route);
  }
  std::sort(layers.links.begin(), layers.links.end());
  layers.links.erase(std::unique(layers.links.begin(), layers.links.end()), layers.links.end());
  std::stable_sort(layers.routes.begin(), layers.routes.end(),
                   [](const auto& a, const auto& b) { return a.edge < b.edge; });

  std::uint32_t levels = 0;
  for (const std::uint32_t level : layers.level) levels = std::max(levels, level + 1);
  layers.rows.resize(levels);
  for (std::uint32_t place = 0; place < layers.level.size(); ++place)
    layers.rows[layers.level[place]].push_back(place);
  for (auto& row : layers.rows) {
    std::stable_sort(row.begin(), row.end(), [&](std::uint32_t a, std::uint32_t b) {
      return rank[layers.origin[a]] < rank[layers.origin[b]];
    });
  }
  return layers;
}

}  // namespace gusset::traces::layered
