#pragma once
#include <QByteArray>
#include <QFont>
#include <QList>
#include <QObject>
#include <QPalette>
#include <memory>
#include <vector>

#include "gusset/viewer/model/document/signal.hpp"

class QAction;
class QDockWidget;
class QLabel;
class QMainWindow;
class QVBoxLayout;
class QWidget;

namespace gusset::viewer {

class Session;
class TimelineView;

/// A presentation mode that the back row can read: large letters, strong contrast, thick lines. Shows only
/// the traces, with a legend, a line of text and a line of keys below. Panels that the user opens beside the
/// traces are wide enough for large letters; all panels leave the rows their room. Restores docks and bars
/// when it is switched off.
class Projector : public QObject {
 public:
  /// `centre` is the layout that contains the view; the projector adds its lines below it.
  Projector(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view);

  bool is_on() const { return is_on_; }
  void set_on(bool on);
  /// Shows a line about the current moment above the keys; hides it if `text` is empty, or if a panel
  /// already shows the same.
  void show_text(const QString& text, bool is_in_panel = false);
  /// Lists the keys of a lesson only if they work: whether a lesson's answer can be shown, and whether there
  /// is a lesson after it.
  void set_lesson(bool has_answer, bool has_next);

  Signal<bool> changed;  ///< passes whether the projector is on

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_legend();
  void show_keys();
  /// What edits the shown graph, or a lesson's graph.
  QList<QAction*> edit_actions() const;
  void show_view_only();
  void share_room();
  void make_one_column(std::vector<QDockWidget*> columns);
  void keep_rows_readable_soon();
  void keep_rows_readable();
  void enlarge();
  void restore();

  QMainWindow& window_;
  QVBoxLayout& centre_;
  Session& session_;
  TimelineView& view_;
  QWidget* line_ = nullptr;
  QLabel* legend_ = nullptr;
  QLabel* text_ = nullptr;
  QLabel* keys_ = nullptr;

  bool is_on_ = false;
  bool has_answer_ = false;
  bool has_next_lesson_ = false;
  QByteArray docks_;
  QByteArray geometry_;  ///< of the window
  std::vector<QWidget*> hidden_;
  std::unique_ptr<QObject> while_on_;  ///< receives signals while the projector is on
  QFont font_;
  QPalette palette_;
  bool was_full_screen_ = false;
  bool is_laid_out_soon_ = false;
  Connections connections_;
};

}  // namespace gusset::viewer
