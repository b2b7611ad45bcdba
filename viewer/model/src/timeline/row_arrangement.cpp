#include "gusset/viewer/model/timeline/row_arrangement.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "gusset/base/text.hpp"

namespace gusset::viewer {
namespace {

bool is_digit(char letter) {
  return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

// The digits at `at` without leading zeros. Moves `at` past them.
std::string number_at(const std::string& text, std::size_t& at) {
  std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  while (first + 1 < at && text[first] == '0') ++first;
  return text.substr(first, at - first);
}

// The percentage of the trace's makespan for which the row is busy.
double busy_percent(const LoadedTrace& loaded, std::size_t row) {
  if (loaded.totals.makespan_ns <= 0) return 0.0;
  std::vector<std::int64_t> busy(loaded.detail->categories(), 0);
  loaded.detail->add_busy_ns(loaded.rows[row].lane.value(), 0, loaded.totals.makespan_ns, busy);
  const auto busy_ns = static_cast<double>(std::accumulate(busy.begin(), busy.end(), std::int64_t{0}));
  return 100.0 * busy_ns / static_cast<double>(loaded.totals.makespan_ns);
}

// The rows of lanes, each once.
std::vector<std::size_t> rows_of_lanes(const LoadedTrace& loaded, const std::vector<traces::LaneId>& lanes) {
  std::vector<std::size_t> rows;
  for (const traces::LaneId lane : lanes) {
    if (lane.value() >= loaded.row_of_lane.size()) continue;
    const std::size_t row = loaded.row_of_lane[lane.value()];
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

// The rows of a node that pass the filters and are not pinned.
struct NodeRows {
  traces::NodeId node;
  std::vector<std::size_t> rows;
};

std::vector<NodeRows> filtered_rows(const LoadedTrace& loaded, const RowOptions& options,
                                    const std::vector<std::size_t>& pinned, const std::vector<double>& busy) {
  const std::string wanted = lower_case(options.name);
  std::vector<NodeRows> nodes;
  std::size_t first = 0;
  for (const std::size_t count : loaded.node_row_counts) {
    NodeRows& group = nodes.emplace_back();
    group.node = loaded.rows[first].node;
    const std::string& node_name = loaded.trace->nodes[group.node.value()].name;
    for (std::size_t row = first; row < first + count; ++row) {
      if (std::find(pinned.begin(), pinned.end(), row) != pinned.end()) continue;
      const bool is_wanted = wanted.empty() ||
                             lower_case(loaded.rows[row].label).find(wanted) != std::string::npos ||
                             lower_case(node_name).find(wanted) != std::string::npos;
      if (is_wanted && (options.busy.allows_all() || options.busy.contains(busy[row])))
        group.rows.push_back(row);
    }
    first += count;
  }
  std::erase_if(nodes, [](const NodeRows& group) { return group.rows.empty(); });
  return nodes;
}

void sort_rows(const LoadedTrace& loaded, RowOrder order, const std::vector<double>& busy,
               std::vector<NodeRows>& nodes) {
  if (order == RowOrder::by_name) {
    for (NodeRows& group : nodes) {
      std::stable_sort(group.rows.begin(), group.rows.end(), [&](std::size_t a, std::size_t b) {
        return natural_less(loaded.rows[a].label, loaded.rows[b].label);
      });
    }
  } else if (order == RowOrder::by_busy) {
    for (NodeRows& group : nodes) {
      std::stable_sort(group.rows.begin(), group.rows.end(),
                       [&](std::size_t a, std::size_t b) { return busy[a] > busy[b]; });
    }
    const auto mean = [&](const NodeRows& group) {
      double sum = 0.0;
      for (const std::size_t row : group.rows) sum += busy[row];
      return sum / static_cast<double>(group.rows.size());
    };
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](const NodeRows& a, const NodeRows& b) { return mean(a) > mean(b); });
  }
}

}  // namespace

bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string left = number_at(a, i);
      const std::string right = number_at(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

RowArrangement::RowArrangement(const LoadedTrace& loaded, const RowOptions& options)
    : place_of_row_(loaded.rows.size()), hidden_rows_(loaded.rows.size()) {
  std::vector<double> busy;
  if (options.order == RowOrder::by_busy || !options.busy.allows_all()) {
    for (std::size_t row = 0; row < loaded.rows.size(); ++row) busy.push_back(busy_percent(loaded, row));
  }
  const std::vector<std::size_t> pinned = rows_of_lanes(loaded, options.pinned);
  for (const std::size_t row : pinned) {
    place_of_row_[row] = rows_.size();
    rows_.push_back({loaded.rows[row].node, loaded.rows[row].label, {row}, false, true});
  }
  pinned_rows_ = pinned.size();
  hidden_rows_ -= pinned.size();
  std::vector<NodeRows> nodes = filtered_rows(loaded, options, pinned, busy);
  sort_rows(loaded, options.order, busy, nodes);
  for (NodeRows& group : nodes) {
    hidden_rows_ -= group.rows.size();
    if (options.folded.contains(group.node)) {
      for (const std::size_t row : group.rows) place_of_row_[row] = rows_.size();
      rows_.push_back(
          {group.node, loaded.trace->nodes[group.node.value()].name, std::move(group.rows), true});
      node_row_counts_.push_back(1);
      continue;
    }
    node_row_counts_.push_back(group.rows.size());
    for (const std::size_t row : group.rows) {
      place_of_row_[row] = rows_.size();
      rows_.push_back({group.node, loaded.rows[row].label, {row}, false});
    }
  }
}

}  // namespace gusset::viewer
