#pragma once
#include <string_view>

namespace gusset::traces::import {

/// The parts of a task's name: the first word is the type, the rest is the detail.
struct TaskName {
  std::string_view type;
  std::string_view detail;
};

/// "trsm 1 0" → trsm, "1 0". In a name without blanks, the numbers after underscores are the detail:
/// "TRSM_4_0" → TRSM, "4_0".
TaskName split_task_name(std::string_view name);

}  // namespace gusset::traces::import
