#include "gusset/viewer/model/timeline/search_result.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::viewer {
namespace {

using Key = std::tuple<std::int64_t, std::size_t, std::size_t>;  // the order of matches

std::vector<bool> busy_parts(const LoadedTrace& loaded, const traces::TaskSet& tasks) {
  constexpr std::size_t count = LoadedTrace::profile_parts;
  std::vector<bool> parts(count, false);
  const auto makespan_ns = static_cast<double>(std::max<std::int64_t>(1, loaded.totals.makespan_ns));
  const auto part_of = [&](std::int64_t time_ns) {
    const double part = static_cast<double>(time_ns) / makespan_ns * static_cast<double>(count);
    return static_cast<std::size_t>(std::clamp(part, 0.0, static_cast<double>(count - 1)));
  };
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    if (!tasks[task] || loaded.times.lane[task].is_none()) continue;
    const std::size_t last = part_of(loaded.times.end_ns[task]);
    for (std::size_t part = part_of(loaded.times.begin_ns[task]); part <= last; ++part) parts[part] = true;
  }
  return parts;
}

}  // namespace

SearchResult search_tasks(const Document& document, const std::string& text) {
  SearchResult found{text, {}, 0};
  for (const auto& loaded : document.traces) {
    const Result<TaskQuery> query = TaskQuery::parse(*loaded->trace, text);
    traces::TaskSet& tasks = found.tasks.emplace_back();
    tasks = query ? query->find() : traces::TaskSet(loaded->trace->tasks.size(), false);
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      if (tasks[task] && !loaded->times.lane[task].is_none()) ++found.count;
    }
    found.parts.push_back(busy_parts(*loaded, tasks));
  }
  if (found.count > SearchResult::max_dimming) return found;
  auto set = std::make_shared<TaskSet>();
  set->name = text;
  set->tasks = matching_tasks(document, found);
  found.matches = mark_set(document, std::move(set));
  return found;
}

std::optional<std::uint64_t> place_among_matches(const Document& document, const SearchResult& found,
                                                 TaskReference task) {
  if (task.panel >= found.tasks.size() || task.task.value() >= found.tasks[task.panel].size() ||
      !found.tasks[task.panel][task.task.value()] || !document.row_of(task))
    return std::nullopt;
  const Key last{document.panel(task.panel).times.begin_ns[task.task.value()], task.panel, task.task.value()};
  std::uint64_t place = 0;
  for (std::size_t panel = 0; panel < std::min(found.tasks.size(), document.traces.size()); ++panel) {
    const traces::TaskTimes& times = document.panel(panel).times;
    for (std::size_t i = 0; i < std::min(found.tasks[panel].size(), times.lane.size()); ++i) {
      if (found.tasks[panel][i] && !times.lane[i].is_none() && Key{times.begin_ns[i], panel, i} <= last)
        ++place;
    }
  }
  return place;
}

std::optional<TaskReference> next_match(const Document& document, const SearchResult& found,
                                        std::optional<TaskReference> from, Step step) {
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
