#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// Values of one attribute while they are read: integers as long as all are, then reals, then texts.
class AttributeColumn {
 public:
  explicit AttributeColumn(std::string name) { attribute_.name = std::move(name); }

  void add_integer(TaskId task, std::int64_t value);
  void add_real(TaskId task, double value);
  void add_text(TaskId task, std::string_view value);
  /// A number where the whole text is one.
  void add_parsed(TaskId task, std::string_view value);

  /// Says the kind at once, so that no value changes it: for columns whose kind is declared.
  void start_as_reals() { attribute_.values = std::vector<double>(); }
  void start_as_texts() { attribute_.values = std::vector<std::string>(); }
  /// Gives tasks other numbers: those at their place in `numbers`.
  void renumber(const std::vector<TaskId>& numbers);

  /// By task; of several values of one task the last stays.
  Attribute take();

 private:
  void turn_to_reals();
  void turn_to_texts();

  Attribute attribute_;
};

}  // namespace gusset::traces::import
