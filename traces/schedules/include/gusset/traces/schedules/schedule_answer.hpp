#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/answers/answer.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules {

/// One way to run the tasks, and how long it takes.
struct ScheduleChoice {
  std::string name;             ///< "exactly the found schedule (strict)"
  std::string key;              ///< "found_strict", in documents
  bool needs_schedule = false;  ///< whether runs need a schedule made beforehand
  std::int64_t exact_ns = 0;    ///< with the trace's own durations
  // The next three are of drawn runs, in which each task takes as long as a similar one did.
  std::int64_t median_ns = 0;
  std::int64_t p5_ns = 0;   ///< 5th percentile
  std::int64_t p95_ns = 0;  ///< 95th percentile
  friend bool operator==(const ScheduleChoice&, const ScheduleChoice&) = default;
};

/// Makes a choice from its makespans: `exact_ns` and those of at least one drawn run.
ScheduleChoice choice_of(std::string name, std::string key, bool needs_schedule, std::int64_t exact_ns,
                         std::vector<std::int64_t> drawn_ns);

/// Everything that the answer says.
struct ScheduleReport {
  FoundSchedule found;
  bool is_typical = false;                ///< the plan uses typical durations, not the trace's own
  std::optional<std::int64_t> took_ns{};  ///< the trace's makespan, if it is known
  std::int64_t ending_ns = 0;             ///< how much of that passed after the last task
  bool is_predicted = false;              ///< the trace is a prediction
  std::string policy = {};                ///< that it was made with; empty if unknown
  unsigned trace_threads = 0;             ///< number of workers in the trace
  /// The schedule consists of an OpenMP program's strands (traces::Strands), for which there are no choices.
  bool is_of_strands = false;
  std::vector<ScheduleChoice> choices = {};
  std::int64_t rounding_ns = 0;  ///< replays may take that much longer, because each task takes at least 1 ns
  bool is_comparison_stopped = false;  ///< the user stopped the comparison, so there are no choices
  std::size_t draws = 0;  ///< how many runs were drawn; 0 if similar tasks all took the same time
  std::uint64_t seed = 1;
  std::vector<std::string> assumptions = {};

  unsigned threads() const { return found.schedule.threads(); }
  /// Whether the trace ran on as many threads as the schedule has.
  bool is_same_machine() const { return took_ns && trace_threads == threads(); }
};

/// The index of the choice to recommend; the report must have a choice. The recommended choice has the
/// shortest median. A choice that needs no schedule made beforehand, or comes earlier in the list, wins if it
/// is at most 1 % slower, not counting `rounding_ns`.
std::size_t recommended(const ScheduleReport& report);

/// Says how long the trace took, what no schedule can beat, what was found and whether it is worth using,
/// with a table of the choices.
traces::Answer schedule_answer(const ScheduleReport& report);
/// The JSON document of `gusset schedule`.
std::string schedule_json(const ScheduleReport& report, const std::string& file);
/// Reads a document that schedule_json made. The result has the same answer as the original report. `name` is
/// the file's name in errors. The found schedule has its number of threads but no tasks, which the document
/// does not have. Fails if the text is another document.
Result<ScheduleReport> parse_schedule_report(std::string_view text, const std::string& name);

}  // namespace gusset::schedules
