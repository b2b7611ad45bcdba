#include "gusset/traces/picture/graph/graph_fold.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "gusset/base/groups.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "picture/attribute_key.hpp"

namespace gusset::traces {
namespace {

using FoldKind = FoldBy::Kind;

/// How the nodes of a group are divided into parts.
struct Parts {
  std::vector<std::uint32_t> of;  ///< the part of each node
  std::vector<std::string> names;
};

/// Returns "A" for "A(3,1)" and "A 3 1"; a name without indices is its own array name.
std::string array_name(const std::string& handle) {
  const std::size_t end = handle.find_first_of("([{ 0123456789");
  if (end == 0 || handle.empty()) return handle.empty() ? "data" : handle;
  return handle.substr(0, end);
}

/// Divides by name, in order of first appearance. Beyond FoldTree::max_groups names, the rarest become
/// "others".
Parts by_name(const std::vector<std::string>& name_of) {
  std::map<std::string, std::uint32_t> number;
  std::vector<std::uint64_t> count;
  Parts parts;
  for (const std::string& name : name_of) {
    const auto [it, is_new] = number.try_emplace(name, static_cast<std::uint32_t>(parts.names.size()));
    if (is_new) {
      parts.names.push_back(name);
      count.push_back(0);
    }
    ++count[it->second];
    parts.of.push_back(it->second);
  }
  if (parts.names.size() <= FoldTree::max_groups) return parts;
  std::vector<std::uint32_t> order(parts.names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return count[a] > count[b]; });
  order.resize(FoldTree::max_groups - 1);
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> kept(parts.names.size(), static_cast<std::uint32_t>(FoldTree::max_groups - 1));
  std::vector<std::string> names;
  for (const std::uint32_t i : order) {
    kept[i] = static_cast<std::uint32_t>(names.size());
    names.push_back(parts.names[i]);
  }
  names.emplace_back("others");
  parts.names = std::move(names);
  for (std::uint32_t& part : parts.of) part = kept[part];
  return parts;
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}
std::string number_text(std::int64_t value) {
  return std::to_string(value);
}

/// Divides by value, in ascending order: "level 3". Beyond FoldTree::max_groups values, several share a
/// part: "level 3 to 5". `absent` names the part of the nodes without a value.
template <class Value>
Parts by_value(const std::string& title, const std::vector<std::optional<Value>>& value_of,
               const std::string& absent) {
  std::vector<Value> distinct;
  bool has_absent = false;
  for (const auto& value : value_of) {
    if (value) {
      distinct.push_back(*value);
    } else {
      has_absent = true;
    }
  }
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const std::size_t limit = FoldTree::max_groups - (has_absent ? 1 : 0);
  const std::size_t share = (distinct.size() + limit - 1) / limit;
  Parts parts;
  for (std::size_t first = 0; first < distinct.size(); first += share) {
    const std::size_t last = std::min(first + share, distinct.size()) - 1;
    std::string name = title + " " + number_text(distinct[first]);
    if (last > first) name += " to " + number_text(distinct[last]);
    parts.names.push_back(std::move(name));
  }
  if (has_absent) parts.names.push_back(absent);
  for (const auto& value : value_of) {
    if (!value) {
      parts.of.push_back(static_cast<std::uint32_t>(parts.names.size() - 1));
      continue;
    }
    const auto at = std::lower_bound(distinct.begin(), distinct.end(), *value) - distinct.begin();
    parts.of.push_back(static_cast<std::uint32_t>(static_cast<std::size_t>(at) / share));
  }
  return parts;
}

class Folding {
 public:
  Folding(const DrawnGraph& graph, const Trace& trace, const TaskTimes& times, FoldBy by)
      : graph_(graph), trace_(trace), times_(times), by_(std::move(by)) {}

  FoldTree fold() {
    for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      if (graph_.nodes[i].kind != DrawnGraph::Kind::junction) tree_.nodes.push_back(i);
    }
    tree_.group_of.assign(graph_.nodes.size(), FoldTree::none);
    std::vector<FoldKind> stages;
    if (by_.kind != FoldKind::nothing) {
      stages.push_back(by_.kind);
      for (const FoldKind other : {FoldKind::type, FoldKind::level}) {
        if (other != by_.kind) stages.push_back(other);
      }
    }
    FoldTree::Group root;
    root.node_count = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.groups.push_back(root);
    divide(0, stages, by_.kind != FoldKind::nothing);
    for (std::uint32_t group = 0; group < tree_.groups.size(); ++group) sum_up(group);
    return std::move(tree_);
  }

 private:
  std::span<std::uint32_t> nodes_of(std::uint32_t group) {
    const FoldTree::Group& g = tree_.groups[group];
    return {tree_.nodes.data() + g.first_node, g.node_count};
  }

  std::string family(const DrawnGraph::Node& node) const {
    return node.kind == DrawnGraph::Kind::task ? type_name(trace_, node.task)
                                               : array_name(trace_.handles.name[node.handle.value()]);
  }

  Parts parts_by(FoldKind kind, std::span<const std::uint32_t> nodes) const {
    if (kind == FoldKind::type) {
      std::vector<std::string> names;
      for (const std::uint32_t node : nodes) names.push_back(family(graph_.nodes[node]));
      return by_name(names);
    }
    if (kind == FoldKind::level) {
      std::vector<std::optional<std::int64_t>> levels;
      for (const std::uint32_t node : nodes) levels.emplace_back(graph_.depth[node]);
      return by_value("level", levels, "");
    }
    return parts_by_attribute(nodes);
  }

  Parts parts_by_attribute(std::span<const std::uint32_t> nodes) const {
    const Attribute* const found = find_attribute(trace_, by_.attribute);
    if (found == nullptr) return parts_by(FoldKind::type, nodes);
    const Attribute& attribute = *found;
    return std::visit(
        [&](const auto& values) {
          using Value = typename std::decay_t<decltype(values)>::value_type;
          const auto value_of = [&](std::uint32_t node) -> std::optional<Value> {
            if (graph_.nodes[node].kind != DrawnGraph::Kind::task) return std::nullopt;
            const auto index = attribute.row_of(graph_.nodes[node].task);
            return index ? std::optional<Value>(values[*index]) : std::nullopt;
          };
          const std::string absent = "no " + attribute.name;
          if constexpr (std::is_same_v<Value, std::string>) {
            std::vector<std::string> names;
            for (const std::uint32_t node : nodes) names.push_back(value_of(node).value_or(absent));
            return by_name(names);
          } else {
            std::vector<std::optional<Value>> found_values;
            for (const std::uint32_t node : nodes) found_values.push_back(value_of(node));
            return by_value(attribute.name, found_values, absent);
          }
        },
        attribute.values);
  }

  /// Divides nodes that have nothing else to distinguish them into runs of equal length.
  static Parts parts_by_number(std::size_t count) {
    const std::size_t runs =
        std::min(FoldTree::max_groups, (count + max_visible_nodes - 1) / max_visible_nodes);
    const std::size_t share = (count + runs - 1) / runs;
    Parts parts;
    for (std::size_t i = 0; i < count; ++i) {
      if (i % share == 0) {
        parts.names.push_back(count_text(i + 1) + " to " + count_text(std::min(i + share, count)));
      }
      parts.of.push_back(static_cast<std::uint32_t>(parts.names.size() - 1));
    }
    return parts;
  }

  void divide(std::uint32_t group, std::span<const FoldKind> stages, bool forced) {
    const std::span<std::uint32_t> nodes = nodes_of(group);
    const bool is_small = nodes.size() <= max_visible_nodes;
    if (nodes.empty() || by_.kind == FoldKind::nothing || (is_small && !forced)) {
      for (const std::uint32_t node : nodes) tree_.group_of[node] = group;
      return;
    }
    Parts parts;
    while (!stages.empty()) {
      parts = parts_by(stages.front(), nodes);
      stages = stages.subspan(1);
      if (parts.names.size() > 1 || forced) break;
      parts = {};
    }
    if (parts.names.empty()) parts = parts_by_number(nodes.size());
    const Groups<std::uint32_t, std::uint32_t> sorted(parts.names.size(), [&](auto visit) {
      for (std::size_t i = 0; i < nodes.size(); ++i) visit(parts.of[i], nodes[i]);
    });
    const std::uint32_t base = tree_.groups[group].first_node;
    std::vector<std::uint32_t> added;
    for (std::size_t part = 0; part < parts.names.size(); ++part) {
      if (sorted[part].empty()) continue;
      FoldTree::Group inner;
      inner.name = parts.names[part];
      inner.parent = group;
      inner.depth = tree_.groups[group].depth + 1;
      inner.first_node = base + sorted.first[part];
      inner.node_count = static_cast<std::uint32_t>(sorted.size(part));
      added.push_back(static_cast<std::uint32_t>(tree_.groups.size()));
      tree_.groups.push_back(std::move(inner));
    }
    std::copy(sorted.items.begin(), sorted.items.end(), nodes.begin());
    tree_.groups[group].groups = added;
    for (const std::uint32_t inner : added) divide(inner, stages, false);
  }

  void sum_up(std::uint32_t group) {
    FoldTree::Group& g = tree_.groups[group];
    for (const std::uint32_t node : nodes_of(group)) {
      if (graph_.nodes[node].kind == DrawnGraph::Kind::task) {
        ++g.tasks;
        g.busy_ns += times_.duration_ns[graph_.nodes[node].task.value()];
      } else {
        ++g.versions;
      }
    }
  }

  const DrawnGraph& graph_;
  const Trace& trace_;
  const TaskTimes& times_;
  FoldBy by_;
  FoldTree tree_;
};

/// Lists names without duplicates, those of the outermost groups first.
std::string some_names(const FoldTree& tree) {
  constexpr std::size_t max_names = 12;
  std::vector<std::string> names;
  for (std::size_t group = 1; group < tree.groups.size() && names.size() <= max_names; ++group) {
    const std::string& name = tree.groups[group].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), max_names); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.empty()) return "nothing is folded";
  return names.size() > max_names ? text + ", …" : text;
}

}  // namespace

FoldTree fold(const DrawnGraph& graph, const Trace& trace, const TaskTimes& times, const FoldBy& by) {
  return Folding(graph, trace, times, by).fold();
}

std::vector<FoldBy> possible_folds(const Trace& trace) {
  std::vector<FoldBy> folds;
  if (trace.tasks.size() <= max_drawn_tasks) folds.push_back({FoldKind::nothing, {}});
  folds.push_back({FoldKind::type, {}});
  folds.push_back({FoldKind::level, {}});
  for (const Attribute& attribute : trace.attributes) folds.push_back({FoldKind::attribute, attribute.name});
  return folds;
}

std::string to_text(const FoldBy& by) {
  switch (by.kind) {
    case FoldKind::nothing:
      return "nothing";
    case FoldKind::type:
      return "type";
    case FoldKind::level:
      return "level";
    case FoldKind::attribute:
      break;
  }
  for (const FoldKind kind : {FoldKind::nothing, FoldKind::type, FoldKind::level}) {
    if (to_text(FoldBy{kind, {}}) == by.attribute) return attribute_key(by.attribute);
  }
  return by.attribute;
}

bool is_named(const FoldBy& by, std::string_view text) {
  return text == to_text(by) || (by.kind == FoldKind::attribute && text == attribute_key(by.attribute));
}

Result<FoldBy> parse_fold_by(const Trace& trace, std::string_view text) {
  std::string known;
  for (FoldBy& by : possible_folds(trace)) {
    if (is_named(by, text)) return std::move(by);
    known += (known.empty() ? "" : ", ") + to_text(by);
  }
  const std::string limit = trace.tasks.size() > max_drawn_tasks
                                ? " (nothing: up to " + std::to_string(max_drawn_tasks) + " tasks)"
                                : "";
  return Error{"fold", "one of " + known + ", which this trace supports" + limit,
               "\"" + std::string(text) + "\""};
}

FoldBy usual_fold(std::size_t nodes) {
  return {nodes <= max_visible_nodes ? FoldKind::nothing : FoldKind::type, {}};
}

Result<std::vector<bool>> opened_groups(const FoldTree& tree, const std::vector<std::string>& names) {
  std::vector<bool> open(tree.groups.size(), false);
  for (const std::string& name : names) {
    bool is_known = false;
    for (std::uint32_t group = 1; group < tree.groups.size(); ++group) {
      if (tree.groups[group].name != name) continue;
      is_known = true;
      for (std::uint32_t g = group; g != 0; g = tree.groups[g].parent) open[g] = true;
    }
    if (!is_known) return Error{"unfold", "a group (" + some_names(tree) + ")", "\"" + name + "\""};
  }
  return open;
}

}  // namespace gusset::traces
