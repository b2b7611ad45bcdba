#pragma once
#include <QScrollArea>
#include <functional>

#include "gusset/viewer/model/state/recent_traces.hpp"

class QVBoxLayout;

namespace gusset::viewer {

/// The page shown while no trace is open: recent traces, samples, lessons, a tour.
class WelcomePage : public QScrollArea {
 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  /// Called on clicks. Set them before the page is shown.
  std::function<void()> open_requested;
  std::function<void(const RecentTrace&)> recent_requested;
  std::function<void(std::size_t sample)> sample_requested;
  std::function<void(std::size_t lesson)> lesson_requested;
  std::function<void()> tour_requested;

  void show_recent(const RecentTraces& recent);
  /// Shows why samples or lessons cannot be opened; empty if they can.
  void show_availability(const QString& no_samples, const QString& no_lessons);
  /// Focuses the first item that can be opened.
  void focus_first();

 private:
  QVBoxLayout* list(QVBoxLayout& column, const QString& title);

  QVBoxLayout* recent_ = nullptr;
  QVBoxLayout* samples_ = nullptr;
  QVBoxLayout* lessons_ = nullptr;
  QWidget* open_ = nullptr;
};

}  // namespace gusset::viewer
