#include "gusset/viewer/model/row_arrangement.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace gusset::viewer {
namespace {

bool is_digit(char letter) {
  return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

std::string lower(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

// The digits at `at`, without leading zeros; moves past them.
std::string number_at(const std::string& text, std::size_t& at) {
  std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  while (first + 1 < at && text[first] == '0') ++first;
  return text.substr(first, at - first);
}

double busy_of(const LoadedTrace& loaded, std::size_t row) {
  std::vector<std::int64_t> busy(loaded.detail->categories(), 0);
  loaded.detail->add_busy_ns(loaded.rows[row].lane.value(), 0, loaded.totals.makespan_ns, busy);
  return static_cast<double>(std::accumulate(busy.begin(), busy.end(), std::int64_t{0}));
}

void sort_rows(const LoadedTrace& loaded, RowOrder order, std::vector<std::size_t>& rows) {
  if (order == RowOrder::by_name) {
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
      return natural_less(loaded.rows[a].label, loaded.rows[b].label);
    });
  } else if (order == RowOrder::by_busy) {
    std::vector<double> busy(loaded.rows.size(), 0.0);
    for (const std::size_t row : rows) busy[row] = busy_of(loaded, row);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return busy[a] > busy[b]; });
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
    : place_of_row_(loaded.rows.size()) {
  const std::string wanted = lower(options.name);
  std::size_t first = 0;
  for (const std::size_t count : loaded.node_row_counts) {
    const traces::NodeId node = loaded.rows[first].node;
    const std::string& node_name = loaded.trace->nodes[node.value()].name;
    std::vector<std::size_t> rows;
    for (std::size_t row = first; row < first + count; ++row) {
      const bool is_wanted = wanted.empty() ||
                             lower(loaded.rows[row].label).find(wanted) != std::string::npos ||
                             lower(node_name).find(wanted) != std::string::npos;
      if (is_wanted) rows.push_back(row);
    }
    first += count;
    hidden_rows_ += count - rows.size();
    if (rows.empty()) continue;
    if (options.folded.contains(node)) {
      for (const std::size_t row : rows) place_of_row_[row] = rows_.size();
      rows_.push_back({node, node_name, std::move(rows), true});
      node_row_counts_.push_back(1);
      continue;
    }
    sort_rows(loaded, options.order, rows);
    node_row_counts_.push_back(rows.size());
    for (const std::size_t row : rows) {
      place_of_row_[row] = rows_.size();
      rows_.push_back({node, loaded.rows[row].label, {row}, false});
    }
  }
}

}  // namespace gusset::viewer
