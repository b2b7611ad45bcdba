#pragma once
#include <chrono>
#include <cstddef>
#include <string>

#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::cli {

/// Shows the progress of `gusset schedule`, when a stage begins and then about ten times a second.
class ScheduleProgress {
 public:
  enum class Form {
    terminal,   ///< one line that replaces itself, if standard error is a terminal
    json_lines  ///< one JSON object per line on standard error, for programs
  };
  explicit ScheduleProgress(Form form) : form_(form) {}

  void searching(const schedules::SearchProgress& progress);
  /// Shows that the choice with that name is being compared; `run` of its `runs` runs are over. `runs` may be
  /// 0.
  void comparing(const std::string& name, std::size_t run, std::size_t runs);
  /// Removes the line from the terminal.
  void finish();

 private:
  enum class Stage { none, search, comparison };
  bool is_due(Stage stage);

  Form form_;
  Stage stage_ = Stage::none;
  std::chrono::steady_clock::time_point shown_;  ///< when progress was last shown
};

}  // namespace gusset::cli
