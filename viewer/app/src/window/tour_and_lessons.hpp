#pragma once
#include <filesystem>
#include <string>

#include "gusset/viewer/app/classroom/lesson_player.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/signal.hpp"

namespace gusset::viewer {

class MainWindow;
class NoticeBar;
class TourCard;
class WelcomePage;

/// What newcomers start with: samples, lessons and the tour. Adds them to the Help menu. Reports errors
/// through the window's `failed`.
class TourAndLessons {
 public:
  TourAndLessons(MainWindow& window, Actions& actions, WelcomePage& page, NoticeBar& notice);

  /// Whether a file is a schedule of a lesson.
  bool owns(const std::filesystem::path& path) const { return player_.owns(path); }
  /// Starts the tour if it waits for the traces that were just opened. If they belong to a lesson, shows its
  /// question. `first_changed`: the first trace is not the same as before.
  void traces_changed(bool first_changed);

 private:
  void open_sample(const std::string& file);
  void open_lesson(const Lesson& lesson);
  void start_tour();
  void answer();
  void show_notes();

  MainWindow& window_;
  NoticeBar& notice_;
  TourCard& card_;
  LessonPlayer player_;
  QAction* answer_ = nullptr;
  const Lesson* next_ = nullptr;    // lesson that is being opened
  const Lesson* lesson_ = nullptr;  // lesson that is open
  bool is_tour_wanted_ = false;
  Connections connections_;
};

}  // namespace gusset::viewer
