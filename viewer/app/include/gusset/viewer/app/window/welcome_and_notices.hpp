#pragma once
#include <QObject>
#include <QString>
#include <filesystem>
#include <memory>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

class QAction;
class QSettings;
class QVBoxLayout;

namespace gusset::viewer {

class FileWatch;
class HiddenDocks;
class MainWindow;
class NoticeBar;
class RecentMenu;
class TourAndLessons;
class ViewPersistence;
class WelcomePage;

/// Adds everyday conveniences to a window: the welcome page, recent traces, lessons and the tour, the command
/// palette, the toolbar, notices, progress, and settings that persist between sessions. Adds its actions to
/// the window's menus.
class WelcomeAndNotices : public QObject {
 public:
  /// `centre` is the layout that contains the view. Reads and writes nothing of the user's before `remember`.
  WelcomeAndNotices(MainWindow& window, Actions& actions, QVBoxLayout& centre);
  ~WelcomeAndNotices() override;

  /// Restores and from now on saves the window's geometry and docks, the theme and other settings, recent
  /// traces, and views of traces. Also starts watching open files for changes.
  void remember();
  /// Call this after the window itself rewrote open files with the same traces.
  void files_rewritten();
  /// Whether a file is a schedule of a lesson or the graph editor's copy of a graph. Neither has a saved view
  /// or is listed among the recent traces.
  bool is_made_here(const std::filesystem::path& path) const;
  /// Whether files are being checked or written.
  bool busy() const { return jobs_.busy(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void traces_changed();
  void update_centre();
  void files_changed(const std::vector<std::filesystem::path>& changed);
  bool has_nothing_open() const;
  void save_window();

  MainWindow& window_;
  std::unique_ptr<QSettings> settings_;  // null before `remember`
  QAction* auto_reload_ = nullptr;
  WelcomePage* welcome_ = nullptr;
  NoticeBar* notice_ = nullptr;
  QString graph_error_;                         ///< the graph editor's last error
  std::shared_ptr<const traces::Trace> first_;  ///< the first panel's
  JobRunner jobs_;
  FileWatch* files_ = nullptr;
  ViewPersistence* views_ = nullptr;
  std::unique_ptr<HiddenDocks> docks_;
  std::unique_ptr<RecentMenu> recent_;
  std::unique_ptr<TourAndLessons> guide_;
  Connections connections_;
};

}  // namespace gusset::viewer
