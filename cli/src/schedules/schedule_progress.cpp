#include "schedule_progress.hpp"

#include <unistd.h>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "output/console.hpp"
#include "output/write_all.hpp"

namespace gusset::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds interval{90};  // SearchOptions::progress is called every 100 ms

// Progress that nobody reads is not a failure.
void write_progress(const Json& document) {
  write_all(STDERR_FILENO, json_text(document) + "\n");
}

}  // namespace

bool ScheduleProgress::is_due(Stage stage) {
  const auto now = std::chrono::steady_clock::now();
  if (stage == stage_ && now - shown_ < interval) return false;
  stage_ = stage;
  shown_ = now;
  return form_ == Form::json_lines || is_progress_wanted();
}

void ScheduleProgress::searching(const schedules::SearchProgress& progress) {
  if (!is_due(Stage::search)) return;
  if (form_ == Form::json_lines) {
    write_progress({{"stage", "search"},
                {"share", progress.share},
                {"found_s", seconds(progress.found_ns)},
                {"bound_s", seconds(progress.bound_ns)}});
  } else {
    show_progress("schedule: " + percent_text(progress.share) + ", found " +
                  duration_text_ns(progress.found_ns) + ", at least " + duration_text_ns(progress.bound_ns) +
                  "; Ctrl-C ends the search");
  }
}

void ScheduleProgress::comparing(const std::string& name, std::size_t run, std::size_t runs) {
  if (!is_due(Stage::comparison)) return;
  if (form_ == Form::json_lines) {
    write_progress({{"stage", "compare"}, {"schedule", name}, {"run", run}, {"runs", runs}});
  } else {
    show_progress("schedule: " + name + ", " + std::to_string(run) + " of " + std::to_string(runs) +
                  " runs; Ctrl-C ends the comparison");
  }
}

void ScheduleProgress::finish() {
  clear_progress();
}

}  // namespace gusset::cli
