#pragma once
#include <QObject>
#include <QSize>
#include <filesystem>
#include <memory>
#include <vector>

#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/state/recent_traces.hpp"
#include "gusset/viewer/model/state/tour.hpp"

class QAction;
class QDockWidget;
class QMenu;
class QSettings;
class QTimer;
class QVBoxLayout;

namespace gusset::viewer {

class CommandPalette;
class FileWatch;
class LessonPlayer;
class MainWindow;
class NoticeBar;
class TourCard;
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

  /// Restores and from now on saves the window's geometry and docks, recent traces and views of traces. Also
  /// starts watching open files for changes.
  void remember();
  /// Whether files are being checked or written.
  bool busy() const { return jobs_.busy(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fail(const std::string& message);
  void traces_changed();
  void add_file_actions();
  void add_other_actions();
  void make_toolbar();
  void update_centre();
  void show_recent();
  void check_recent();
  void note_recent();
  void open_recent(const RecentTrace& entry);
  void open_sample(std::size_t sample);
  void open_lesson(std::size_t lesson);
  void start_tour();
  QRect part_rect(TourStep::Part part) const;
  void files_changed(const std::vector<std::filesystem::path>& changed);
  bool has_nothing_open() const;
  void set_docks_hidden(bool hidden);
  void save_window();

  MainWindow& window_;
  Actions& actions_;
  bool remembers_ = false;
  bool are_docks_hidden_ = false;  ///< true while nothing is open
  struct HiddenDock {
    QDockWidget* dock = nullptr;
    QSize size;  ///< invalid before the dock has one
  };
  std::vector<HiddenDock> hidden_docks_;
  std::unique_ptr<QSettings> settings_;
  RecentTraces recent_;
  std::string hint_;  // hint for the lesson that is being opened
  bool tour_wanted_ = false;

  QMenu* recent_menu_ = nullptr;
  QAction* auto_reload_ = nullptr;
  WelcomePage* welcome_ = nullptr;
  NoticeBar* notice_ = nullptr;
  TourCard* tour_ = nullptr;
  CommandPalette* palette_ = nullptr;
  LessonPlayer* lesson_player_ = nullptr;
  JobRunner jobs_;
  FileWatch* files_ = nullptr;
  ViewPersistence* views_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
