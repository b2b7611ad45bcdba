#pragma once
#include <QScrollArea>
#include <functional>

#include "gusset/viewer/model/state/recent_traces.hpp"

class QVBoxLayout;

namespace gusset::viewer {

/// What stands where no trace is open: recent traces, samples, lessons, a tour.
class WelcomePage : public QScrollArea {
 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  /// What clicks ask for. To be set before the page is shown.
  std::function<void()> open_asked;
  std::function<void(const RecentTrace&)> recent_asked;
  std::function<void(std::size_t sample)> sample_asked;
  std::function<void(std::size_t lesson)> lesson_asked;
  std::function<void()> tour_asked;

  void show_recent(const RecentTraces& recent);
  /// Why samples or lessons can't be opened here; empty where they can.
  void show_availability(const QString& no_samples, const QString& no_lessons);
  /// Gives the keyboard to the first thing that can be opened.
  void focus_first();

 private:
  QVBoxLayout* list(QVBoxLayout& column, const QString& title);

  QVBoxLayout* recent_ = nullptr;
  QVBoxLayout* samples_ = nullptr;
  QVBoxLayout* lessons_ = nullptr;
  QWidget* open_ = nullptr;
};

}  // namespace gusset::viewer
