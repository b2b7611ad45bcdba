#include "gusset/traces/analysis/time/task_filter.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "task_filter_parser.hpp"

namespace gusset::traces {
namespace {

using ConditionPointer = std::shared_ptr<const TaskFilter::Condition>;

ConditionPointer condition(TaskFilter::Condition holds) {
  return std::make_shared<const TaskFilter::Condition>(std::move(holds));
}

constexpr std::array<std::string_view, 11> own_keys{"type",     "worker", "node",   "level", "task", "handle",
                                                    "duration", "begin",  "submit", "ready", "work"};

/// Makes the conditions of one filter; computes shared data once.
class ConditionMaker {
 public:
  explicit ConditionMaker(const Trace& trace) : trace_(trace) {}

  Result<ConditionPointer> make(const ParsedCondition& parsed, const std::string& where) {
    where_ = where;
    parsed_ = &parsed;
    const std::string& key = parsed.key;
    if (key == "type") return by_type();
    if (key == "worker") return by_worker();
    if (key == "node") return by_node();
    if (key == "level") return by_level();
    if (key == "task") {
      return by_integer([](TaskId task) { return std::optional<std::int64_t>(task.value()); });
    }
    if (key == "handle") return by_handle();
    if (key == "duration" || key == "begin" || key == "submit" || key == "ready") return by_time();
    if (key == "work") return by_work();
    if (const Attribute* const attribute = find_attribute(trace_, key)) return by_attribute(*attribute);
    return refused(known_keys(), double_quoted(key));
  }

 private:
  Error refused(const std::string& expected, const std::string& found) const {
    return {where_, expected, found};
  }
  Error not_recorded(const std::string& what) const {
    return refused("a trace that records " + what, "one that does not");
  }
  bool is_by_name_only() const {
    return parsed_->comparator == Comparator::equal || parsed_->comparator == Comparator::not_equal;
  }
  Error order_of_names() const {
    return refused("= or != for " + parsed_->key,
                   double_quoted(std::string(comparator_text(parsed_->comparator))));
  }

  std::string known_keys() const {
    std::string keys = "one of the keys ";
    for (const std::string_view key : own_keys)
      keys += (key == own_keys.front() ? "" : ", ") + std::string(key);
    for (const Attribute& attribute : trace_.attributes) keys += ", " + attribute.name;
    return keys;
  }

  /// A condition on a value with few possible values, such as a type. `wanted` says for each value whether it
  /// meets the condition.
  Result<ConditionPointer> by_table(std::vector<bool> wanted,
                                    std::function<std::uint32_t(TaskId)> entry) const {
    return condition([wanted = std::move(wanted), entry = std::move(entry)](TaskId task) {
      const std::uint32_t number = entry(task);
      return number < wanted.size() && wanted[number];
    });
  }

  Result<ConditionPointer> by_type() const {
    if (!is_by_name_only()) return order_of_names();
    std::vector<bool> wanted;
    for (const std::string& name : trace_.types) {
      wanted.push_back(compares(name, parsed_->comparator, parsed_->value));
    }
    return by_table(std::move(wanted), [this_trace = &trace_](TaskId task) {
      return this_trace->tasks.type[task.value()].value();
    });
  }

  template <class Rows>
  Result<std::vector<bool>> wanted_rows(const Rows& rows) const {
    std::vector<bool> wanted;
    const auto value = parse_number<std::uint64_t>(parsed_->value);
    if (!value && !is_by_name_only()) return order_of_names();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      wanted.push_back(value ? compares<std::uint64_t>(i, parsed_->comparator, *value)
                             : compares(rows[i].name, parsed_->comparator, parsed_->value));
    }
    return wanted;
  }

  Result<ConditionPointer> by_worker() {
    auto wanted = wanted_rows(trace_.workers);
    if (!wanted.ok()) return wanted.error();
    return by_table(std::move(wanted).value(), [t = times(), lanes = &trace_.lanes](TaskId task) {
      const LaneId lane = t->lane[task.value()];
      return lane.is_none() ? WorkerId::none_value : (*lanes)[lane.value()].worker.value();
    });
  }

  Result<ConditionPointer> by_node() {
    auto wanted = wanted_rows(trace_.nodes);
    if (!wanted.ok()) return wanted.error();
    return by_table(std::move(wanted).value(), [t = times(), trace = &trace_](TaskId task) {
      return node_of_lane(*trace, t->lane[task.value()]).value();
    });
  }

  Result<ConditionPointer> by_integer(std::function<std::optional<std::int64_t>(TaskId)> value_of) const {
    const auto value = parse_number<std::int64_t>(parsed_->value);
    if (!value) return refused("a whole number for " + parsed_->key, double_quoted(parsed_->value));
    return compared(std::move(value_of), *value);
  }

  template <class T, class ValueOf>
  Result<ConditionPointer> compared(ValueOf value_of, const T& value) const {
    return condition([value_of = std::move(value_of), value, how = parsed_->comparator](TaskId task) {
      const std::optional<T> own = value_of(task);
      return own && compares(*own, how, value);
    });
  }

  Result<ConditionPointer> by_level() const {
    if (!trace_.recorded.parents) return not_recorded("parents");
    const auto levels = std::make_shared<const std::vector<std::uint32_t>>(task_levels(trace_));
    return by_integer([levels](TaskId task) { return std::optional<std::int64_t>((*levels)[task.value()]); });
  }

  Result<ConditionPointer> by_handle() const {
    if (!trace_.recorded.accesses) return not_recorded("accesses");
    if (!is_by_name_only()) return order_of_names();
    return condition([trace = &trace_, name = parsed_->value,
                      wanted = parsed_->comparator == Comparator::equal](TaskId task) {
      const auto first = trace->accesses.first[task.value()];
      const auto last = trace->accesses.first[task.value() + 1];
      for (auto i = first; i < last; ++i) {
        if (trace->handles.name[trace->accesses.items[i].handle.value()] == name) return wanted;
      }
      return !wanted;
    });
  }

  Result<ConditionPointer> by_time() {
    const auto value = parse_duration_ns(parsed_->value);
    if (!value)
      return refused("a time with a unit, such as 10us, for " + parsed_->key, double_quoted(parsed_->value));
    const auto known = [](std::int64_t time_ns) {
      return time_ns == unknown_time ? std::nullopt : std::optional<std::int64_t>(time_ns);
    };
    if (parsed_->key == "submit" && !trace_.recorded.submit) return not_recorded("submissions");
    if (parsed_->key == "ready" && !trace_.recorded.ready) return not_recorded("ready times");
    const auto column = parsed_->key == "submit"  ? &trace_.tasks.submit_ns
                        : parsed_->key == "ready" ? &trace_.tasks.ready_ns
                                                  : nullptr;
    if (column != nullptr) {
      return compared([column, known](TaskId task) { return known((*column)[task.value()]); }, *value);
    }
    if (parsed_->key == "begin") {
      return compared([t = times(), known](TaskId task) { return known(t->begin_ns[task.value()]); }, *value);
    }
    return compared(
        [t = times()](TaskId task) {
          const bool ran = t->begin_ns[task.value()] != unknown_time;
          return ran ? std::optional<std::int64_t>(t->duration_ns[task.value()]) : std::nullopt;
        },
        *value);
  }

  Result<ConditionPointer> by_work() const {
    if (!trace_.recorded.work) return not_recorded("declared work");
    const auto value = parse_number<double>(parsed_->value);
    if (!value) return refused("a number for work", double_quoted(parsed_->value));
    return compared(
        [trace = &trace_](TaskId task) { return std::optional<double>(trace->tasks.work[task.value()]); },
        *value);
  }

  template <class T>
  static std::optional<T> value_at(const Attribute& attribute, const std::vector<T>& values, TaskId task) {
    const auto index = attribute.row_of(task);
    return index ? std::optional(values[*index]) : std::nullopt;
  }

  Result<ConditionPointer> by_attribute(const Attribute& attribute) const {
    const auto by_values = [&]<class T>(const std::vector<T>& values, const T& value) {
      return compared<T>([a = &attribute, v = &values](TaskId task) { return value_at(*a, *v, task); },
                         value);
    };
    if (const auto* texts = std::get_if<std::vector<std::string>>(&attribute.values)) {
      if (!is_by_name_only()) return order_of_names();
      return by_values(*texts, parsed_->value);
    }
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&attribute.values)) {
      const auto value = parse_number<std::int64_t>(parsed_->value);
      if (!value) return refused("a whole number for " + parsed_->key, double_quoted(parsed_->value));
      return by_values(*integers, *value);
    }
    const auto value = parse_number<double>(parsed_->value);
    if (!value) return refused("a number for " + parsed_->key, double_quoted(parsed_->value));
    return by_values(std::get<std::vector<double>>(attribute.values), *value);
  }

  std::shared_ptr<const TaskTimes> times() {
    if (!times_) times_ = std::make_shared<const TaskTimes>(task_times(trace_));
    return times_;
  }

  const Trace& trace_;
  std::shared_ptr<const TaskTimes> times_;
  std::string where_;
  const ParsedCondition* parsed_ = nullptr;
};

}  // namespace

Result<TaskFilter> TaskFilter::parse(const Trace& trace, std::string_view text) {
  auto parsed = parse_conditions(text);
  if (!parsed.ok()) return parsed.error();
  TaskFilter filter;
  ConditionMaker maker(trace);
  for (const ParsedCondition& one : *parsed) {
    auto made = maker.make(one, "condition " + std::to_string(filter.conditions_.size() + 1));
    if (!made.ok()) return made.error();
    filter.conditions_.push_back(std::move(made).value());
  }
  return filter;
}

bool TaskFilter::is_key(std::string_view key) {
  return std::find(own_keys.begin(), own_keys.end(), key) != own_keys.end();
}

bool TaskFilter::matches(TaskId task) const {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [task](const auto& condition) { return (*condition)(task); });
}

std::vector<std::uint32_t> task_levels(const Trace& trace) {
  std::vector<std::uint32_t> levels;
  if (!trace.recorded.parents) return levels;
  levels.reserve(trace.tasks.size());
  for (const TaskId parent : trace.tasks.parent) {  // parents come before their children
    levels.push_back(parent.is_none() ? 1 : levels[parent.value()] + 1);
  }
  return levels;
}

}  // namespace gusset::traces
