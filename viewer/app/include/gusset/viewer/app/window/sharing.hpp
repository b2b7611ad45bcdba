#pragma once
#include <filesystem>
#include <functional>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QMainWindow;
class QMenu;

namespace gusset::viewer {

/// Saves what others need to follow a discussion of a trace: a report, and marks inside the trace's file.
/// Reports success in the status bar and errors through the `failed` signal of `jobs`.
class Sharing {
 public:
  Sharing(QMainWindow& window, JobRunner& jobs, Session& session, TimelineView& view, Arrows& arrows,
          Explanations& explanations);

  /// Adds the actions "save report" and "save marks".
  void add_actions(Actions& actions, QMenu& menu);
  /// Called after the top trace's file has been rewritten with the same trace. May be empty.
  std::function<void()> file_rewritten;
  /// Whether a file is deleted with the window, so that a report must not name it. May be empty.
  std::function<bool(const std::filesystem::path&)> is_temporary;

  /// Asks for a file, then saves the report.
  void ask_for_report();
  /// Writes a report of the open traces, as the window shows them, to one HTML file.
  void save_report(const std::filesystem::path& path);
  /// Replaces the marks in the top trace's .gus file with the window's marks.
  void save_marks();

 private:
  QMainWindow& window_;
  JobRunner& jobs_;
  Session& session_;
  TimelineView& view_;
  Arrows& arrows_;
  Explanations& explanations_;
};

}  // namespace gusset::viewer
