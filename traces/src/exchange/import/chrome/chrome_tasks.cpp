#include "exchange/import/chrome/chrome_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "exchange/import/scan.hpp"
#include "exchange/import/span_kinds.hpp"

namespace gusset::traces::import {
namespace {

constexpr std::string_view own_prefix = "gusset.";

}  // namespace

ChromeTasks::Subject ChromeTasks::subject(const ChromeEvent& event) {
  const std::uint32_t category = categories_.add(unquoted(event.category));
  if (category == category_kinds_.size()) {
    std::string_view word = categories_[category];
    const bool has_prefix = word.starts_with(own_prefix);
    if (has_prefix) word.remove_prefix(own_prefix.size());
    const auto kind = has_prefix ? span_kind_named(word) : std::nullopt;
    category_kinds_.push_back(kind ? static_cast<std::uint32_t>(*kind) : no_kind);
  }
  Subject subject;
  const bool is_ours = category_kinds_[category] != no_kind;
  if (is_ours) subject.kind = static_cast<SpanKind>(category_kinds_[category]);
  std::uint64_t number = 0;
  const bool has_number = is_ours && parse_number(event.argument("gusset.task"), number);
  if (is_ours && !has_number) return subject;
  const std::uint32_t name = names_.add(event.name);
  if (name == types_.size()) types_.push_back(builder_.type(json_string(event.name)));
  if (has_number) {
    TaskId& task = numbered_[number];
    if (task.is_none()) task = builder_.add_task(types_[name]);
    subject.task = task;
  } else {
    subject.task = builder_.add_task(types_[name]);
  }
  category_of_.resize(builder_.trace.tasks.size(), 0);
  category_of_[subject.task.value()] = category;
  add_arguments(event, subject.task);
  return subject;
}

void ChromeTasks::add_arguments(const ChromeEvent& event, TaskId task) {
  for (const auto& [name, value] : event.arguments) {
    if (name.starts_with(own_prefix)) {
      add_own_argument(name.substr(own_prefix.size()), value, task);
      continue;
    }
    const bool is_plain = name.find('\\') == std::string_view::npos;
    AttributeColumn& attribute = is_plain ? builder_.attribute(name)
                                          : builder_.attribute(json_string("\"" + std::string(name) + "\""));
    if (value.starts_with('"')) {
      attribute.add_text(task, json_string(value));
    } else {
      attribute.add_parsed(task, value);
    }
  }
}

void ChromeTasks::add_own_argument(std::string_view name, std::string_view value, TaskId task) {
  TaskColumns& tasks = builder_.trace.tasks;
  std::int64_t number = 0;
  double real = 0.0;
  if (name == "work") {
    if (parse_number(value, real) && std::isfinite(real) && real >= 0)
      TraceBuilder::set(tasks.work, task, real, 0.0);
  } else if (!parse_number(value, number)) {
    return;
  } else if (name == "parent" && number >= 0) {
    parents_.emplace_back(task, static_cast<std::uint64_t>(number));
  } else if (name == "submit_ns" && std::abs(number) < max_raw_time) {
    TraceBuilder::set(tasks.submit_ns, task, number, unknown_time);
  } else if (name == "ready_ns" && std::abs(number) < max_raw_time) {
    TraceBuilder::set(tasks.ready_ns, task, number, unknown_time);
  }
}

bool ChromeTasks::are_from_gusset() const {
  return std::any_of(category_kinds_.begin(), category_kinds_.end(),
                     [](std::uint32_t kind) { return kind != no_kind; });
}

void ChromeTasks::drop(std::vector<TaskId> dropped) {
  TraceBuilder::reorder(category_of_, builder_.drop_tasks(std::move(dropped)), 0u);
  category_of_.resize(builder_.trace.tasks.size());
}

void ChromeTasks::finish() {
  TaskColumns& tasks = builder_.trace.tasks;
  if (const std::vector<TaskId> numbers = numbered_.renumber(tasks.size()); !numbers.empty()) {
    builder_.renumber_tasks(numbers);
    TraceBuilder::reorder(category_of_, numbers, 0u);
    for (auto& [task, parent] : parents_) task = numbers[task.value()];
  }
  if (!parents_.empty()) tasks.parent.resize(tasks.size());
  for (const auto& [task, number] : parents_) {
    const TaskId parent = numbered_task(number);
    if (parent < task) tasks.parent[task.value()] = parent;  // "none" compares greater than every task
  }
  add_categories();
}

void ChromeTasks::add_categories() {
  std::vector<std::string> names;
  std::string other;
  std::size_t others = 0;
  std::vector<bool> is_used(categories_.size());
  for (const std::uint32_t category : category_of_) is_used[category] = true;
  for (std::uint32_t i = 0; i < categories_.size(); ++i) {
    names.push_back(json_string("\"" + categories_[i] + "\""));
    if (category_kinds_[i] != no_kind || !is_used[i]) continue;
    ++others;
    other = names.back();
  }
  if (others == 1 && !other.empty())
    builder_.trace.metadata.notes.push_back("all tasks have the category " + other);
  if (others < 2) return;
  AttributeColumn& attribute = builder_.attribute("category");
  attribute.start_as_texts();
  for (std::size_t task = 0; task < category_of_.size(); ++task)
    attribute.add_text(TaskId(task), names[category_of_[task]]);
}

}  // namespace gusset::traces::import
