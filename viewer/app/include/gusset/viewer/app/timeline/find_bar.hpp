#pragma once
#include <QWidget>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QLabel;
class QLineEdit;
class QPushButton;

namespace gusset::viewer {

/// Finds tasks by number, name or conditions. Can also hide all other tasks, or all rows except those with a
/// given name or busy share. Return goes to the next match, Shift+Return to the previous one, Ctrl+Return
/// selects all matches, Escape closes the bar.
class FindBar : public QWidget {
 public:
  FindBar(Session& session, TimelineView& view, QWidget* parent = nullptr);
  /// Shows the bar with the cursor in the text.
  void start();
  /// Shows the bar and searches for `text`.
  void find(const QString& text);
  /// Selects the next or previous match.
  void step(Step step);
  /// Selects all matches once the search is done.
  void select_all();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void refresh();
  void search();
  void close_bar();
  void show_only_these();
  void show_only_rows();
  void say(const QString& text);
  void say_found();
  void show_error(const QString& text);

  Session& session_;
  TimelineView& view_;
  QLineEdit* text_;
  QLabel* result_;
  QLabel* error_;
  QPushButton* only_;
  std::optional<Step> wanted_;  // the step to take once the search is done
  bool wants_all_ = false;      // select all once the search is done
  Connections connections_;
};

}  // namespace gusset::viewer
