#pragma once
#include <QPointer>
#include <filesystem>
#include <string>

#include "gusset/viewer/app/classroom/lesson_player.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/app/widgets/notice_bar.hpp"
#include "gusset/viewer/model/document/signal.hpp"

class QDialog;

namespace gusset::viewer {

class MainWindow;
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
  /// Opens the lesson's graph in the graph editor, which saves it elsewhere.
  void edit_graph();
  /// The lesson that many places after the current one in teaching order. If none is open, the lessons
  /// after the last one that was, or that one itself; the first if there was none. Null if there is none.
  const Lesson* lesson_after(int places) const;
  void go_to_lesson(int places);
  void show_lesson(const Lesson* lesson);
  void hide_overlays();
  /// The tour begins on the open traces, or on a sample.
  void enable_tour();
  /// Shows a lesson's text, with a button for the next lesson after the others.
  void ask(const QString& text, std::vector<NoticeBar::Answer> answers);
  void start_tour();
  /// A lesson's graph can be edited if it has no data.
  void offer_to_edit();
  void ask_question();
  /// Shows the answer below the question, or hides it.
  void answer();
  void show_notes();
  void hide_notes(bool projects);

  MainWindow& window_;
  NoticeBar& notice_;
  TourCard& card_;
  LessonPlayer player_;
  QString no_samples_;  // why samples cannot be opened; empty if they can
  QString no_lessons_;
  QAction* tour_ = nullptr;
  QAction* answer_ = nullptr;
  QAction* edit_ = nullptr;
  QAction* next_lesson_ = nullptr;
  QAction* previous_lesson_ = nullptr;
  const Lesson* simulated_ = nullptr;  // lesson whose schedules are being predicted
  const Lesson* next_ = nullptr;       // lesson that is being opened
  const Lesson* lesson_ = nullptr;     // lesson that is open
  const Lesson* last_ = nullptr;       // lesson that was open last; its graph may be open in the editor
  QPointer<QDialog> notes_;
  bool are_notes_hidden_ = false;  // by the projector
  bool is_tour_wanted_ = false;
  const Lesson* edited_ = nullptr;  // lesson whose graph is being opened to edit it
  Connections connections_;
};

}  // namespace gusset::viewer
