#pragma once
#include <filesystem>
#include <string>

#include "gusset/viewer/app/classroom/lesson_player.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/signal.hpp"

namespace gusset::viewer {

class MainWindow;
class TourCard;
class WelcomePage;

/// What newcomers start with: samples, lessons and the tour. Adds them to the Help menu. Reports errors
/// through the window's `failed`.
class TourAndLessons {
 public:
  TourAndLessons(MainWindow& window, Actions& actions, WelcomePage& page);

  /// The folder of the lessons' traces; empty before the first lesson.
  std::filesystem::path lesson_folder() const { return player_.folder(); }
  /// Starts the tour if it waits for the traces that were just opened. Returns the hint of a lesson that they
  /// belong to, or an empty string.
  std::string traces_changed();

 private:
  void open_sample(const std::string& file);
  void open_lesson(const Lesson& lesson);
  void start_tour();

  MainWindow& window_;
  TourCard& card_;
  LessonPlayer player_;
  std::string hint_;  // hint for the lesson that is being opened
  bool is_tour_wanted_ = false;
  Connections connections_;
};

}  // namespace gusset::viewer
