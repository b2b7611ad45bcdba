#pragma once
#include <string_view>

namespace gusset::traces::import {

/// A task's name, taken apart: the type is its first word, the detail what follows.
struct TaskName {
  std::string_view type;
  std::string_view detail;
};

/// "trsm 1 0" → trsm, "1 0"; without blanks, numbers after underscores are the detail: "TRSM_4_0" → TRSM,
/// "4_0".
TaskName split_task_name(std::string_view name);

}  // namespace gusset::traces::import
