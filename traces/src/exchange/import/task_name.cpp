#include "task_name.hpp"

#include "scan.hpp"

namespace gusset::traces::import {

TaskName split_task_name(std::string_view name) {
  name = trimmed(name);
  if (const std::size_t blank = name.find(' '); blank != std::string_view::npos) {
    return {name.substr(0, blank), trimmed(name.substr(blank + 1))};
  }
  std::size_t type_end = name.size();
  while (true) {
    std::size_t digits = type_end;
    while (digits > 0 && is_digit(name[digits - 1])) --digits;
    if (digits == type_end || digits < 2 || name[digits - 1] != '_') break;
    type_end = digits - 1;
  }
  if (type_end == name.size()) return {name, {}};
  return {name.substr(0, type_end), name.substr(type_end + 1)};
}

}  // namespace gusset::traces::import
