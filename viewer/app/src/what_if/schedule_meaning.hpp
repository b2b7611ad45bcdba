#pragma once
#include <QString>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "gusset/traces/answers/table.hpp"

namespace gusset::viewer {

/// Explains a way to run the tasks, by its key in the answer's table.
inline QString schedule_meaning(const traces::Table& table, const traces::Table::Row& row) {
  const std::pair<const char*, const char*> meanings[]{
      {"locality",
       "Without a schedule: a ready task waits with the worker that made it ready, and idle workers take "
       "half of another worker's tasks."},
      {"rank_dynamic",
       "Without a schedule: of the ready tasks, workers take the one with the longest path to the end."},
      {"found_guided",
       "Workers run ready tasks in the found order, and take each other's tasks rather than idle."},
      {"found_strict", "Each worker runs its list of the found schedule in order, and waits if it must."},
      {"round_robin",
       "The tasks are dealt to the workers in turn beforehand, and each worker runs those of its tasks that "
       "are ready."}};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto* const key = std::get_if<std::string>(&row.cells[i].value);
    if (table.columns[i].key != "key" || key == nullptr) continue;
    for (const auto& [known, meaning] : meanings) {
      if (*key == known) return meaning;
    }
  }
  return {};
}

inline constexpr const char* no_schedule_file =
    "The schedule of an OpenMP program cannot be saved: the OpenMP runtime chooses which thread runs a task, "
    "and takes no schedule.";

/// Explains the button that saves the found schedule. `is_possible`: the program can run by a schedule.
inline QString save_meaning(bool has_schedule, bool is_possible) {
  if (has_schedule) return "Save the found schedule as JSON";
  return is_possible ? "Search for a schedule first" : no_schedule_file;
}

}  // namespace gusset::viewer
