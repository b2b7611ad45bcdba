#pragma once
#include <string>
#include <vector>

namespace gusset::viewer {

/// One schedule of a lesson: its graph, played on so many workers by a policy of `gusset replay`.
struct LessonSchedule {
  int workers = 1;
  std::string policy;
  std::string title;  ///< of the trace: the lesson and what is special here
  friend bool operator==(const LessonSchedule&, const LessonSchedule&) = default;
};

/// A small graph that never ran: shown as schedules that are predicted for it, one above the other.
struct Lesson {
  std::string id;     ///< the graph is ID.dot in the folder of lessons
  std::string title;  ///< a few words
  std::string about;  ///< what it teaches, in one line
  std::string look;   ///< what to look at, once it is open
  std::vector<LessonSchedule> schedules;

  /// What to give to the `gusset` command for one schedule.
  std::vector<std::string> arguments(const LessonSchedule& schedule, const std::string& graph,
                                     const std::string& output) const;
};

/// The five, in the order in which they are taught.
const std::vector<Lesson>& lessons();

/// A trace that comes with the program.
struct SampleTrace {
  std::string file;  ///< in the folder of samples
  std::string title;
  std::string about;
};

const std::vector<SampleTrace>& sample_traces();

}  // namespace gusset::viewer
