#pragma once
#include <QString>
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/viewer/app/widgets/child_program.hpp"
#include "gusset/viewer/model/state/lessons.hpp"

namespace gusset::viewer {

/// Predicts the schedules of a lesson with `gusset replay`, one child process after another. Writes the
/// traces to a temporary folder that is removed with this object.
class LessonPlayer {
 public:
  LessonPlayer();

  Signal<const Lesson&, const std::vector<std::filesystem::path>&> played;  ///< passes the traces
  Signal<const std::string&> failed;                                        ///< passes a one-line message

  /// Starts a lesson and abandons the current one. `program` is the gusset command, `graph` the lesson's task
  /// graph.
  void play(const Lesson& lesson, const QString& program, const QString& graph);
  /// Whether a file is one of its traces.
  bool owns(const std::filesystem::path& path) const { return child_.owns(path); }

 private:
  void start();
  void ended(const std::string& why);

  const Lesson* lesson_ = nullptr;
  QString program_;
  QString graph_;
  std::vector<std::filesystem::path> traces_;
  ChildProgram child_;
  Connection connection_;
};

}  // namespace gusset::viewer
