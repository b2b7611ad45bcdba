#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// Collects the values of one attribute during reading. Widens the column from integers to reals to texts as
/// values require, and never rounds an integer.
class AttributeColumn {
 public:
  explicit AttributeColumn(std::string name) { attribute_.name = std::move(name); }

  void add_integer(TaskId task, std::int64_t value);
  void add_real(TaskId task, double value);
  void add_text(TaskId task, std::string_view value);
  /// Adds a number if the whole text is one, else the text.
  void add_parsed(TaskId task, std::string_view value);

  /// Fixes the column's kind before the first value, for columns with a declared kind.
  void start_as_reals() { attribute_.values = std::vector<double>(); }
  void start_as_texts() { attribute_.values = std::vector<std::string>(); }
  const std::string& name() const { return attribute_.name; }
  bool is_empty() const { return attribute_.tasks.empty(); }
  /// Renumbers tasks: `numbers[old]` is a task's new number.
  void renumber(const std::vector<TaskId>& numbers);
  /// Keeps the values of the tasks before `end`, sorted by task. The last of several values for one task
  /// counts.
  void keep_before(TaskId end);

  /// The values, sorted by task.
  Attribute take();

 private:
  void turn_to_reals();
  void turn_to_texts();

  Attribute attribute_;
};

}  // namespace gusset::traces::import
