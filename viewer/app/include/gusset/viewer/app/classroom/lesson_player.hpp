#pragma once
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/signal.hpp"
#include "gusset/viewer/model/state/lessons.hpp"

namespace gusset::viewer {

/// Predicts the schedules of a lesson with `gusset replay`, one child process after another. Writes the
/// traces to a temporary folder that is removed with this object.
class LessonPlayer : public QObject {
 public:
  explicit LessonPlayer(QObject* parent = nullptr);
  ~LessonPlayer() override;

  Signal<const Lesson&, const std::vector<std::filesystem::path>&> played;  ///< passes the traces
  Signal<const std::string&> failed;                                        ///< passes a one-line message

  /// Starts a lesson and abandons the current one. `program` is the gusset command, `graph` the lesson's task
  /// graph.
  void play(const Lesson& lesson, const QString& program, const QString& graph);
  bool busy() const { return child_ != nullptr; }
  /// The folder of the traces; empty before the first lesson.
  QString folder() const { return folder_ ? folder_->path() : QString(); }

 private:
  void start();
  void ended(int status, QProcess::ExitStatus how);
  void stop_child();

  std::unique_ptr<QTemporaryDir> folder_;
  const Lesson* lesson_ = nullptr;
  QString program_;
  QString graph_;
  std::vector<std::filesystem::path> traces_;
  QProcess* child_ = nullptr;
};

}  // namespace gusset::viewer
