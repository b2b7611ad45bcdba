#pragma once
#include <QWidget>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QLabel;
class QLineEdit;
class QPushButton;

namespace gusset::viewer {

/// Finds tasks by number, name or conditions; or leaves only those, or only rows of some name or busy share.
/// Return goes to the next one found, Shift+Return to the one before, Ctrl+Return selects all, Escape closes
/// it.
class FindBar : public QWidget {
 public:
  FindBar(Session& session, TimelineView& view, QWidget* parent = nullptr);
  /// Shows it with the cursor in the text.
  void start();
  /// The same with a text that is looked for.
  void find(const QString& text);
  /// Selects the next or the previous task found.
  void step(Step step);
  /// Selects all tasks found, once the search is done.
  void select_all();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void search();
  void close_bar();
  void show_only_these();
  void show_only_rows();
  void say(const QString& words);
  void refuse(const QString& words);

  Session& session_;
  TimelineView& view_;
  QLineEdit* text_;
  QLabel* result_;
  QLabel* refusal_;
  QPushButton* only_;
  std::optional<Step> wanted_;  // once the search is done
  bool wants_all_ = false;      // the same
  Connection connection_;
};

}  // namespace gusset::viewer
