#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/match_rule.hpp"
#include "gusset/base/result.hpp"
#include "gusset/base/run_statistics.hpp"

namespace gusset {

/// One task of a schedule file. The fields from `type` to `copy` identify it in each run of the program.
struct ScheduledTask {
  std::string type;
  std::string place;          ///< the first handle that it modifies, else its detail; empty if it has neither
  std::uint32_t version = 0;  ///< the version of the handle that it waits for
  std::uint32_t copy = 0;     ///< its number among the tasks with equal fields above, by submission
  std::int64_t begin_ns = 0;  ///< in the schedule
  friend bool operator==(const ScheduledTask&, const ScheduledTask&) = default;
};

/// A schedule in a file. docs/schedule_file.md specifies the document.
struct ScheduleFile {
  std::string program;  ///< may be empty
  /// How tasks are identified, as `compare` does: by written version, or by type and order of submission.
  MatchRule rule = MatchRule::written_version;
  std::int64_t found_ns = 0;
  std::int64_t bound_ns = 0;
  std::vector<std::vector<ScheduledTask>> workers;  ///< per worker: its tasks in order
  friend bool operator==(const ScheduleFile&, const ScheduleFile&) = default;
};

/// What identifies a task in a file, except for its copy. The texts live elsewhere.
struct ScheduledTaskKey {
  std::string_view type;
  std::string_view place;
  std::uint32_t version = 0;
  friend auto operator<=>(const ScheduledTaskKey&, const ScheduledTaskKey&) = default;
};
inline ScheduledTaskKey key_of(const ScheduledTask& task) {
  return {task.type, task.place, task.version};
}

/// Ranks all tasks by begin time, from 0. Returns the ranks per worker, in the order of its list. If a task
/// begins before an earlier task of its list, the order of the list decides.
std::vector<std::vector<std::uint32_t>> begin_ranks(const ScheduleFile& file);

/// "NAME: 220 tasks followed the schedule, 3 were not in it; 5 of its tasks were not used". `name` is the
/// file's name.
std::string summary_of(const ScheduleUse& use, const std::string& name);

/// The document. Equal files give equal bytes.
std::string schedule_file_text(const ScheduleFile& file);
/// Reads what schedule_file_text wrote. `name` is the file's name in errors. Fails if the text is not such a
/// document, has unknown fields, names a task twice, or has a worker with tasks beyond `threads`.
Result<ScheduleFile> parse_schedule_file(std::string_view text, const std::string& name);
/// Reads a file. Fails like parse_schedule_file, and if the file cannot be read.
Result<ScheduleFile> read_schedule_file(const std::string& path);

}  // namespace gusset
