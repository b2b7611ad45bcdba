#include "gusset/viewer/model/task_query.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <tuple>

#include "gusset/traces/units.hpp"

namespace gusset::viewer {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

traces::Result<TaskQuery> TaskQuery::parse(const traces::Trace& trace, std::string_view text) {
  TaskQuery query;
  query.trace_ = &trace;
  text = trimmed(text);
  if (text.starts_with('#')) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number >= trace.tasks.size()) {
      return traces::Error{"find", "the number of one of " + traces::count_text(trace.tasks.size(), "task"),
                           std::string(text)};
    }
    query.task_ = traces::TaskId(number);
  } else if (text.find_first_of("=<>") != std::string_view::npos) {
    traces::Result<traces::TaskFilter> filter = traces::TaskFilter::parse(trace, text);
    if (!filter) return filter.error();
    query.filter_ = std::move(filter).value();
  } else {
    const std::string wanted = lower(text);
    for (const std::string& type : trace.types)
      query.types_.push_back(!wanted.empty() && lower(type).find(wanted) != std::string::npos);
  }
  return query;
}

traces::TaskSet TaskQuery::find() const {
  const std::size_t count = trace_->tasks.size();
  traces::TaskSet found(count, false);
  if (task_) {
    found[task_->value()] = true;
  } else if (filter_) {
    for (std::size_t task = 0; task < count; ++task) found[task] = filter_->matches(traces::TaskId(task));
  } else {
    for (std::size_t task = 0; task < count; ++task) found[task] = types_[trace_->tasks.type[task].value()];
  }
  return found;
}

std::optional<TaskReference> next_found(const Document& document, const Found& found,
                                        std::optional<TaskReference> from, Step step) {
  using Key = std::tuple<std::int64_t, std::size_t, std::size_t>;
  std::optional<Key> start;
  if (from && document.has(*from)) {
    const std::int64_t begin_ns = document.panel(from->panel).times.begin_ns[from->task.value()];
    if (begin_ns != traces::unknown_time) start = Key{begin_ns, from->panel, from->task.value()};
  }
  const bool forward = step == Step::next;
  const auto comes_before = [forward](const Key& a, const Key& b) { return forward ? a < b : b < a; };
  std::optional<Key> best;  // beyond the start, in the direction of the step
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

std::vector<TaskReference> found_tasks(const Document& document, const Found& found) {
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
