#include "gusset/viewer/model/timeline/search_result.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::viewer {

std::optional<TaskReference> next_match(const Document& document, const SearchResult& found,
                                        std::optional<TaskReference> from, Step step) {
  using Key = std::tuple<std::int64_t, std::size_t, std::size_t>;
  std::optional<Key> start;
  if (from && document.has(*from)) {
    const std::int64_t begin_ns = document.panel(from->panel).times.begin_ns[from->task.value()];
    if (begin_ns != traces::unknown_time) start = Key{begin_ns, from->panel, from->task.value()};
  }
  const bool forward = step == Step::next;
  const auto comes_before = [forward](const Key& a, const Key& b) { return forward ? a < b : b < a; };
  std::optional<Key> best;  // beyond the start in the step's direction
  std::optional<Key> first;
  for (std::size_t panel = 0; panel < found.tasks.size() && panel < document.traces.size(); ++panel) {
    const std::vector<std::int64_t>& begin_ns = document.panel(panel).times.begin_ns;
    const traces::TaskSet& tasks = found.tasks[panel];
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      if (!tasks[task] || begin_ns[task] == traces::unknown_time) continue;
      const Key key{begin_ns[task], panel, task};
      if (!first || comes_before(key, *first)) first = key;
      if (start && comes_before(*start, key) && (!best || comes_before(key, *best))) best = key;
    }
  }
  const std::optional<Key>& result = best ? best : first;
  if (!result) return std::nullopt;
  return TaskReference{std::get<1>(*result), traces::TaskId(std::get<2>(*result))};
}

std::vector<TaskReference> matching_tasks(const Document& document, const SearchResult& found) {
  std::vector<TaskReference> tasks;
  for (std::size_t panel = 0; panel < std::min(found.tasks.size(), document.traces.size()); ++panel) {
    const auto& lanes = document.panel(panel).times.lane;
    for (std::size_t i = 0; i < std::min(found.tasks[panel].size(), lanes.size()); ++i) {
      if (found.tasks[panel][i] && !lanes[i].is_none()) tasks.push_back({panel, traces::TaskId(i)});
    }
  }
  return tasks;
}

}  // namespace gusset::viewer
