#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/answers/answer.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::viewer {

/// What `gusset schedule` searches for. The defaults are those of the command.
struct ScheduleSearch {
  static constexpr unsigned default_seconds = 10;
  unsigned threads = 1;
  unsigned seconds = default_seconds;
  bool is_typical = false;  ///< plan with typical durations, not with the trace's own
  friend bool operator==(const ScheduleSearch&, const ScheduleSearch&) = default;
};

/// The search on as many workers as the trace has workers on one node.
ScheduleSearch default_search(const traces::Trace& trace);

/// Whether the command can write the schedule of the trace's tasks to files. It cannot for an OpenMP program,
/// because it schedules strands instead of tasks.
bool has_schedule_files(const traces::Trace& trace);

/// Where the command writes the schedule, and the trace of the schedule.
struct ScheduleFiles {
  std::filesystem::path schedule;
  std::filesystem::path trace;
};

/// The arguments after "gusset": only differences from the command's defaults. Leaves the files out if there
/// can be none.
std::vector<std::string> schedule_arguments(const ScheduleSearch& search, const traces::Trace& trace,
                                            const std::filesystem::path& file, const ScheduleFiles& files);

/// The command that runs the trace's program again with a schedule from a file. Empty if the trace does not
/// name its command line, and for an OpenMP program.
std::string run_command(const traces::Trace& trace, const std::filesystem::path& schedule);

/// How far a search has come.
struct ScheduleProgress {
  bool is_comparing = false;  ///< the search is over
  double share = 0.0;         ///< of the search, 0…1; 1 while comparing
  std::string text;           ///< what was found so far, or what is compared
  friend bool operator==(const ScheduleProgress&, const ScheduleProgress&) = default;
};

/// Reads a line of `gusset schedule --progress`. Returns nothing for any other line.
std::optional<ScheduleProgress> parse_schedule_progress(const std::string& line);

/// What the window shows of a found schedule.
struct FoundScheduleFacts {
  traces::Answer answer;  ///< the output of `gusset schedule`
  unsigned threads = 1;
  traces::FoundLimits limits;  ///< for schedules on these threads
  std::string bound;           ///< the bound's name and time: "bound 5.00 ms (critical path)"
  bool is_of_run = false;      ///< the search used the trace's own workers and durations
  friend bool operator==(const FoundScheduleFacts&, const FoundScheduleFacts&) = default;
};

/// Reads the output of `gusset schedule --json`; `name` names it in errors. The bound's text names the
/// threads of the schedule unless the trace has as many workers. Fails if the text is another document.
Result<FoundScheduleFacts> parse_found_schedule(std::string_view text, const std::string& name);

/// "found schedule: 4 workers", with "typical durations" if it is a plan.
std::string found_schedule_title(const ScheduleSearch& search);

}  // namespace gusset::viewer
