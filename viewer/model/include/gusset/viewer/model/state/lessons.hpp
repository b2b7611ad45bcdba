#pragma once
#include <string>
#include <vector>

namespace gusset::viewer {

/// One schedule of a lesson: `gusset replay` schedules the lesson's graph on these workers with this policy.
struct LessonSchedule {
  int workers = 1;
  std::string policy;
  std::string title;  ///< the trace's title: the lesson and what distinguishes this schedule
  /// How the replay follows the schedule file ID.json beside the graph (gusset replay --form); empty: it does
  /// not.
  std::string form{};
  friend bool operator==(const LessonSchedule&, const LessonSchedule&) = default;
};

/// A small graph that never ran. The window shows its predicted schedules one above the other.
struct Lesson {
  std::string id;  ///< the lesson folder contains the graph as ID.dot
  std::string title;
  std::string about;  ///< what the lesson teaches, in one line
  int minutes = 0;    ///< in class, as in docs/lecture.md
  std::string look;   ///< what to look at once the lesson is open, with a question
  std::string answer;
  std::vector<LessonSchedule> schedules;

  /// The `gusset` command's arguments for one schedule.
  std::vector<std::string> arguments(const LessonSchedule& schedule, const std::string& graph,
                                     const std::string& output) const;
};

/// The lessons, in teaching order.
const std::vector<Lesson>& lessons();

/// A trace that is installed with the program.
struct SampleTrace {
  std::string file;  ///< in the samples folder
  std::string title;
  std::string about;
};

const std::vector<SampleTrace>& sample_traces();

}  // namespace gusset::viewer
