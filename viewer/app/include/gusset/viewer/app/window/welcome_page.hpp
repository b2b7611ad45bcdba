#pragma once
#include <QScrollArea>

#include "gusset/viewer/model/document/signal.hpp"
#include "gusset/viewer/model/state/recent_traces.hpp"

class QVBoxLayout;

namespace gusset::viewer {

class LinkRow;

/// The page shown while no trace is open: recent traces, samples, lessons, a tour.
class WelcomePage : public QScrollArea {
 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  /// Emitted after a click on an item that is also a menu action. Passes the action's id.
  Signal<const QString&> action_requested;

  void show_recent(const RecentTraces& recent);
  /// Shows why samples, on which the tour begins, or lessons cannot be opened; empty if they can.
  void show_availability(const QString& no_samples, const QString& no_lessons);
  /// Focuses the first item that can be opened.
  void focus_first();

 private:
  LinkRow* add_row(QVBoxLayout& rows, const QString& name, const QString& text, const QString& about,
                   const QString& action, bool is_enabled);
  QVBoxLayout* list(QVBoxLayout& column, const QString& title);

  QVBoxLayout* recent_ = nullptr;
  QVBoxLayout* samples_ = nullptr;
  QVBoxLayout* lessons_ = nullptr;
  QWidget* open_ = nullptr;
  QWidget* tour_ = nullptr;
};

}  // namespace gusset::viewer
