#include "attribute_column.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <variant>

#include "model/attribute_rows.hpp"
#include "scan.hpp"

namespace gusset::traces::import {
namespace {

using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;
using Texts = std::vector<std::string>;

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

std::string text_of(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

void AttributeColumn::add_integer(TaskId task, std::int64_t value) {
  if (auto* integers = std::get_if<Integers>(&attribute_.values)) {
    integers->push_back(value);
  } else if (auto* reals = std::get_if<Reals>(&attribute_.values);
             reals != nullptr && value >= -largest_exact && value <= largest_exact) {
    reals->push_back(static_cast<double>(value));
  } else {
    turn_to_texts();
    std::get<Texts>(attribute_.values).push_back(std::to_string(value));
  }
  attribute_.tasks.push_back(task);
}

void AttributeColumn::add_real(TaskId task, double value) {
  turn_to_reals();
  if (auto* reals = std::get_if<Reals>(&attribute_.values)) {
    reals->push_back(value);
  } else {
    std::get<Texts>(attribute_.values).push_back(text_of(value));
  }
  attribute_.tasks.push_back(task);
}

void AttributeColumn::add_text(TaskId task, std::string_view value) {
  turn_to_texts();
  std::get<Texts>(attribute_.values).emplace_back(value);
  attribute_.tasks.push_back(task);
}

void AttributeColumn::add_parsed(TaskId task, std::string_view value) {
  std::int64_t integer = 0;
  double real = 0.0;
  if (!std::holds_alternative<Texts>(attribute_.values)) {
    if (parse_number(value, integer)) return add_integer(task, integer);
    if (parse_number(value, real) && std::isfinite(real)) return add_real(task, real);
  }
  add_text(task, value);
}

void AttributeColumn::turn_to_reals() {
  const auto* integers = std::get_if<Integers>(&attribute_.values);
  if (integers == nullptr) return;
  const bool is_exact = std::all_of(integers->begin(), integers->end(), [](std::int64_t value) {
    return value >= -largest_exact && value <= largest_exact;
  });
  if (!is_exact) return turn_to_texts();
  attribute_.values = Reals(integers->begin(), integers->end());
}

void AttributeColumn::turn_to_texts() {
  Texts texts;
  if (const auto* integers = std::get_if<Integers>(&attribute_.values)) {
    for (const std::int64_t value : *integers) texts.push_back(std::to_string(value));
  } else if (const auto* reals = std::get_if<Reals>(&attribute_.values)) {
    for (const double value : *reals) texts.push_back(text_of(value));
  } else {
    return;
  }
  attribute_.values = std::move(texts);
}

void AttributeColumn::renumber(const std::vector<TaskId>& numbers) {
  for (TaskId& task : attribute_.tasks) task = numbers[task.value()];
}

void AttributeColumn::keep_before(TaskId end) {
  const std::vector<TaskId>& tasks = attribute_.tasks;
  std::vector<std::pair<TaskId, std::size_t>> rows;
  for (std::size_t row = 0; row < tasks.size(); ++row) {
    if (tasks[row] < end) rows.emplace_back(tasks[row], row);
  }
  keep_rows(attribute_, std::move(rows));
}

Attribute AttributeColumn::take() {
  const std::vector<TaskId>& tasks = attribute_.tasks;
  const bool ascends = std::adjacent_find(tasks.begin(), tasks.end(), std::greater_equal<>()) == tasks.end();
  if (!ascends) keep_before(TaskId());  // no task comes after "none"
  return std::move(attribute_);
}

}  // namespace gusset::traces::import
