#include "gusset/traces/analysis/compare/compare.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/time/range.hpp"
#include "analysis/time/ratio.hpp"
#include "gusset/traces/analysis/compare/task_identity.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

/// Numbers names; both traces share the numbers.
class Names {
 public:
  std::uint32_t number(std::string_view name) {
    return numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::vector<std::uint32_t> numbers(const std::vector<std::string>& names) {
    std::vector<std::uint32_t> result;
    result.reserve(names.size());
    for (const std::string& name : names) result.push_back(number(name));
    return result;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

/// The identity of a task, in numbers that both traces share.
struct Identity {
  std::uint32_t type = 0;
  std::uint32_t place = 0;  ///< handle or parent
  std::uint32_t version = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

struct IdentityHash {
  std::size_t operator()(const Identity& identity) const noexcept {
    std::uint64_t hash = (std::uint64_t{identity.type} << 32 | identity.place) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 29) ^ identity.version) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::size_t>(hash ^ (hash >> 32));
  }
};

constexpr std::uint32_t no_place = TaskId::none_value;

/// The tasks of b by identity. Each task is taken once, in order of submission.
class Candidates {
 public:
  explicit Candidates(std::size_t tasks) : next_(tasks) { queues_.reserve(tasks); }

  void add(const Identity& identity, TaskId task) {
    const auto [entry, is_new] = queues_.try_emplace(identity, task, task);
    if (is_new) return;
    next_[entry->second.second.value()] = task;
    entry->second.second = task;
  }

  TaskId take(const Identity& identity) {
    const auto found = queues_.find(identity);
    if (found == queues_.end() || found->second.first.is_none()) return {};
    return std::exchange(found->second.first, next_[found->second.first.value()]);
  }

 private:
  std::unordered_map<Identity, std::pair<TaskId, TaskId>, IdentityHash> queues_;  ///< first and last left
  std::vector<TaskId> next_;                                                      ///< one entry per task of b
};

/// Identities in numbers that both traces share. Returns nothing if accesses or names are unknown.
std::optional<std::vector<Identity>> by_version(const Trace& trace, Names& types, Names& places) {
  const auto known = written_version_identities(trace);
  if (!known) return std::nullopt;
  const std::vector<std::uint32_t> type = types.numbers(trace.types);
  std::vector<Identity> identities;
  identities.reserve(known->size());
  for (const TaskIdentity& task : *known) {
    const std::uint32_t place = task.place.empty() ? no_place : places.number(task.place);
    identities.push_back({type[task.type.value()], place, task.version});
  }
  return identities;
}

std::vector<TaskId> match_by_version(const Trace& a, const Trace& b) {
  Names types;
  Names places;
  const auto of_a = by_version(a, types, places);
  const auto of_b = of_a ? by_version(b, types, places) : std::nullopt;
  std::vector<TaskId> match(a.tasks.size());
  if (!of_b) return match;
  Candidates candidates(of_b->size());
  for (std::size_t task = 0; task < of_b->size(); ++task) candidates.add((*of_b)[task], TaskId(task));
  for (std::size_t task = 0; task < match.size(); ++task) match[task] = candidates.take((*of_a)[task]);
  return match;
}

std::vector<TaskId> match_by_order(const Trace& a, const Trace& b) {
  const bool parents_known = a.recorded.parents && b.recorded.parents;
  const auto parent_of = [&](const Trace& trace, std::size_t task) {
    return parents_known ? trace.tasks.parent[task] : TaskId();
  };
  Names types;
  const std::vector<std::uint32_t> type_a = types.numbers(a.types);
  const std::vector<std::uint32_t> type_b = types.numbers(b.types);
  Candidates candidates(b.tasks.size());
  for (std::size_t task = 0; task < b.tasks.size(); ++task) {
    candidates.add({type_b[b.tasks.type[task].value()], parent_of(b, task).value(), 0}, TaskId(task));
  }
  std::vector<TaskId> match(a.tasks.size());
  for (std::size_t task = 0; task < match.size(); ++task) {
    const TaskId parent = parent_of(a, task);
    TaskId place;
    if (!parent.is_none()) {
      // A parent is submitted before its children. Without a match for the parent, its children have none.
      place = parent.value() < task ? match[parent.value()] : TaskId();
      if (place.is_none()) continue;
    }
    match[task] = candidates.take({type_a[a.tasks.type[task].value()], place.value(), 0});
  }
  return match;
}

std::uint64_t count_matched(const std::vector<TaskId>& match) {
  return static_cast<std::uint64_t>(
      std::count_if(match.begin(), match.end(), [](TaskId task) { return !task.is_none(); }));
}

std::vector<TypeComparison> compare_types(const Trace& a, const Statistics& of_a, const Trace& b,
                                          const Statistics& of_b) {
  std::map<std::string, TypeComparison> by_name;
  for (const TypeStatistics& type : of_a.types) {
    TypeComparison& both = by_name[a.types[type.type.value()]];
    both.tasks_a += type.tasks;
    both.busy_a_ns += type.busy_ns;
  }
  for (const TypeStatistics& type : of_b.types) {
    TypeComparison& both = by_name[b.types[type.type.value()]];
    both.tasks_b += type.tasks;
    both.busy_b_ns += type.busy_ns;
  }
  std::vector<TypeComparison> types;
  for (auto& [name, both] : by_name) {
    both.type = name;
    if (both.tasks_a > 0) both.mean_a_ns = both.busy_a_ns / static_cast<std::int64_t>(both.tasks_a);
    if (both.tasks_b > 0) both.mean_b_ns = both.busy_b_ns / static_cast<std::int64_t>(both.tasks_b);
    types.push_back(both);
  }
  std::stable_sort(types.begin(), types.end(), [](const TypeComparison& x, const TypeComparison& y) {
    return std::tuple(x.tasks_a == 0, -x.busy_a_ns, x.tasks_a == 0 ? -x.busy_b_ns : 0) <
           std::tuple(y.tasks_a == 0, -y.busy_a_ns, y.tasks_a == 0 ? -y.busy_b_ns : 0);
  });
  return types;
}

Comparison compare_statistics(const Trace& a, const Statistics& of_a, const Trace& b,
                              const Statistics& of_b) {
  Comparison result;
  result.makespan_a_ns = of_a.makespan_ns;
  result.makespan_b_ns = of_b.makespan_ns;
  result.makespan_ratio = ratio(of_b.makespan_ns, of_a.makespan_ns);
  result.busy_share_a = of_a.busy_share;
  result.busy_share_b = of_b.busy_share;
  result.tasks_a = a.tasks.size();
  result.tasks_b = b.tasks.size();
  result.rule = MatchRule::written_version;
  result.match = match_by_version(a, b);
  result.matched = count_matched(result.match);
  if (result.matched == 0) {
    result.rule = MatchRule::parent_and_order;
    result.match = match_by_order(a, b);
    result.matched = count_matched(result.match);
  }
  if (result.matched == 0) result.rule = MatchRule::none;
  result.types = compare_types(a, of_a, b, of_b);
  return result;
}

ComparedRange cut(const Trace& trace, const ComparedRange& range) {
  const std::int64_t begin_ns = std::max<std::int64_t>(range.begin_ns, 0);
  return {begin_ns, std::max(begin_ns, std::min(range.end_ns, makespan_of(trace)))};
}

/// For each task: whether it has a run span that is partly in the range.
std::vector<bool> tasks_in(const Trace& trace, const ComparedRange& range) {
  const Range touched{range.begin_ns, range.end_ns};
  std::vector<bool> in_range(trace.tasks.size());
  for (const Lane& lane : trace.lanes) {
    const SpanColumns& spans = lane.spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] == SpanKind::run && !spans.task[i].is_none() &&
          touched.touches(spans.begin_ns[i], spans.end_ns[i]))
        in_range[spans.task[i].value()] = true;
    }
  }
  return in_range;
}

}  // namespace

Comparison compare(const Trace& a, const Trace& b) {
  Comparison result = compare_statistics(a, compute_statistics(a), b, compute_statistics(b));
  result.misses_a = cache_misses(a);
  result.misses_b = cache_misses(b);
  return result;
}

Comparison compare(const Trace& a, const Trace& b, ComparedRanges ranges) {
  ranges = {cut(a, ranges.a), cut(b, ranges.b)};
  const Statistics of_a = compute_statistics(a, ranges.a.begin_ns, ranges.a.end_ns);
  const Statistics of_b = compute_statistics(b, ranges.b.begin_ns, ranges.b.end_ns);
  Comparison result = compare_statistics(a, of_a, b, of_b);
  result.ranges = ranges;
  result.tasks_a = of_a.tasks;
  result.tasks_b = of_b.tasks;
  const std::vector<bool> in_a = tasks_in(a, ranges.a);
  const std::vector<bool> in_b = tasks_in(b, ranges.b);
  result.matched = 0;
  for (std::size_t task = 0; task < result.match.size(); ++task) {
    const TaskId other = result.match[task];
    if (in_a[task] && !other.is_none() && in_b[other.value()]) ++result.matched;
  }
  std::erase_if(result.types,
                [](const TypeComparison& type) { return type.tasks_a == 0 && type.tasks_b == 0; });
  return result;
}

}  // namespace gusset::traces
