#include "gusset/traces/picture/timeline/marked_rows.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gusset::picture {

void MarkedRows::finish() {
  for (std::vector<Entry>& row : rows_) {
    const auto earlier = [](const Entry& a, const Entry& b) {
      return std::tie(a.begin_ns, a.end_ns) < std::tie(b.begin_ns, b.end_ns);
    };
    if (!std::is_sorted(row.begin(), row.end(), earlier)) std::stable_sort(row.begin(), row.end(), earlier);
    for (std::size_t i = 1; i < row.size(); ++i)
      row[i].reach_ns = std::max(row[i].end_ns, row[i - 1].reach_ns);
  }
}

bool MarkedRows::empty() const {
  return std::all_of(rows_.begin(), rows_.end(), [](const auto& row) { return row.empty(); });
}

std::vector<MarkedRows::Stretch> MarkedRows::stretches(std::size_t row, const traces::ColumnGrid& grid,
                                                       int columns) const {
  std::vector<Stretch> found;
  const std::vector<Entry>& entries = rows_[row];
  const auto x = [&](std::int64_t time_ns) { return grid.column_from_time(static_cast<double>(time_ns)); };
  const auto first_from = [&](double time_ns) {
    const auto at = std::partition_point(entries.begin(), entries.end(), [=](const Entry& entry) {
      return static_cast<double>(entry.begin_ns) < time_ns;
    });
    return static_cast<std::size_t>(at - entries.begin());
  };
  const std::size_t end = first_from(grid.time_from_column(columns));
  const auto seen = std::partition_point(entries.begin(), entries.end(), [&](const Entry& entry) {
    return static_cast<double>(entry.reach_ns) < grid.time_from_column(0.0);
  });
  for (auto i = static_cast<std::size_t>(seen - entries.begin()); i < end;) {
    Stretch next{x(entries[i].begin_ns), x(entries[i].end_ns), 1, entries[i].item};
    if (next.right < 0.0) {  // ends before the view; an earlier entry reaches into it
      ++i;
      continue;
    }
    if (next.right - next.left >= min_pixels) {
      found.push_back(next);
      ++i;
      continue;
    }
    // Bundle all entries that begin within a pixel after the bundle's end. The last of them may be wide
    // enough to be drawn alone.
    std::size_t last = i + 1;
    while (last < end) {
      const std::size_t beyond = std::min(end, first_from(grid.time_from_column(next.right + 1.0)));
      if (beyond <= last) break;
      const double width = x(entries[beyond - 1].end_ns) - x(entries[beyond - 1].begin_ns);
      const bool is_wide = width >= min_pixels;
      last = is_wide ? beyond - 1 : beyond;
      next.right = std::max(next.right, x(entries[last - 1].reach_ns));
      if (is_wide) break;
    }
    next.count = last - i;
    found.push_back(next);
    i = last;
  }
  return found;
}

}  // namespace gusset::picture
