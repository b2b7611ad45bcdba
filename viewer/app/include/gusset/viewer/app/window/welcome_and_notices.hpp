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
class ViewKeeper;
class WelcomePage;

/// What makes a window a program that one lives with: the welcome page, recent traces, lessons and the tour,
/// the palette of commands, the toolbar, notices, progress, and what is kept from one day to the next. Adds
/// its actions to the window's menus.
class WelcomeAndNotices : public QObject {
 public:
  /// `centre` has the view in it. Nothing of the user's is read or written before `remember`.
  WelcomeAndNotices(MainWindow& window, Actions& actions, QVBoxLayout& centre);
  ~WelcomeAndNotices() override;

  /// From now on, and as it was left last: the window's place and docks, recent traces, views of traces,
  /// files that change.
  void remember();
  /// Whether files are being looked at or written.
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
  bool is_bare() const;
  void put_docks_away(bool away);
  void save_window();

  MainWindow& window_;
  Actions& actions_;
  bool remembers_ = false;
  bool docks_away_ = false;  ///< while nothing is open
  struct DockAway {
    QDockWidget* dock = nullptr;
    QSize size;  ///< invalid before it has one
  };
  std::vector<DockAway> away_;
  std::unique_ptr<QSettings> settings_;
  RecentTraces recent_;
  std::string look_;  // what to look at in the lesson that is being opened
  bool tour_wanted_ = false;

  QMenu* recent_menu_ = nullptr;
  QAction* reload_by_itself_ = nullptr;
  WelcomePage* welcome_ = nullptr;
  NoticeBar* notice_ = nullptr;
  TourCard* tour_ = nullptr;
  CommandPalette* palette_ = nullptr;
  LessonPlayer* lesson_player_ = nullptr;
  JobRunner jobs_;
  FileWatch* files_ = nullptr;
  ViewKeeper* views_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
