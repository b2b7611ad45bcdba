// The menu of rows, and what finds and filters tasks.
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>

#include "gusset/viewer/app/window/desktop.hpp"
#include "gusset/viewer/app/timeline/filter_bar.hpp"
#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"

namespace gusset::viewer {

void MainWindow::make_rows_menu() {
  QMenu& menu = *menuBar()->addMenu("&Rows");
  const auto need = [&](QAction* action) {
    need_document_.push_back(action);
    return action;
  };
  auto* orders = new QActionGroup(this);
  const auto order = [&](const QString& text, const QString& id, RowOrder rows) {
    QAction* action = need(add(menu, text, id, {}, [this, rows] { view_->order_rows(rows); }));
    action->setCheckable(true);
    action->setChecked(rows == RowOrder::recorded);
    orders->addAction(action);
    order_actions_.emplace_back(rows, action);
  };
  order("As &recorded", "rows as recorded", RowOrder::recorded);
  order("By &name", "rows by name", RowOrder::by_name);
  order("&Busiest first", "rows by busy share", RowOrder::by_busy);
  menu.addSeparator();
  need(add(menu, "&Only rows…", "only rows of", {}, [this] { ask_for_rows(); }));
  need(add(menu, "Only rows busy l&ess than half", "rows busy less than half", {},
           [this] { view_->filter_rows_by("busy<50%"); }));
  need(add(menu, "&All rows", "all rows", {}, [this] { view_->show_all_rows(); }));
  menu.addSeparator();
  fold_ = add(menu, "&Fold all nodes", "fold all", {QKeySequence("Ctrl+T")},
              [this] { view_->fold_all(!view_->timeline().all_folded()); });
  fold_->setCheckable(true);
  menu.addSeparator();
  need(add(menu, "&Taller", "taller rows", {QKeySequence("Ctrl+Down")}, [this] { view_->scale_rows(1.25); }));
  need(add(menu, "&Lower", "lower rows", {QKeySequence("Ctrl+Up")}, [this] { view_->scale_rows(0.8); }));
  need(add(menu, "As high as &fits", "fit rows", {QKeySequence("Ctrl+0")}, [this] { view_->fit_rows(); }));
  menu.addSeparator();
  QAction* tracks = need(add(menu, "Trac&ks above the rows", "tracks", {QKeySequence("K")},
                             [this] { session_.show_tracks(!session_.shows_tracks()); }));
  tracks->setCheckable(true);
  QAction* boxes = need(add(menu, "Tasks as bo&xes", "boxes", {QKeySequence("X")}, [this] {
    const bool are_boxes = view_->timeline().shape() == TaskShape::box;
    view_->set_shape(are_boxes ? TaskShape::triangle : TaskShape::box);
  }));
  boxes->setCheckable(true);
  QAction* sub_rows = need(add(menu, "&Sub-rows for nested tasks", "sub-rows", {QKeySequence("H")},
                               [this] { view_->show_sub_rows(!view_->timeline().shows_sub_rows()); }));
  sub_rows->setCheckable(true);
  sub_rows->setChecked(true);
}

void MainWindow::ask_for_rows() {
  auto* dialog = new QInputDialog(this);
  dialog->setObjectName("rows dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Only rows");
  dialog->setLabelText("Part of a worker's or a node's name, or busy<50%, busy>=90%:");
  dialog->setTextValue(rows_wanted_);
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
    rows_wanted_ = text.trimmed();  // refused or not, it is there to be changed
    if (const auto refusal = view_->filter_rows_by(rows_wanted_.toStdString())) tell("Only rows", *refusal);
  });
  dialog->open();
}

void MainWindow::make_theme_menu(QMenu& view) {
  QMenu& menu = *view.addMenu("&Theme");
  auto* themes = new QActionGroup(this);
  const auto offer = [&](const QString& text, const QString& id, Theme theme) {
    QAction* action = add(menu, text, id, {}, [this, theme] { set_theme(theme); });
    action->setCheckable(true);
    action->setChecked(theme == Theme::system);
    themes->addAction(action);
  };
  offer("As the &system", "system theme", Theme::system);
  offer("&Light", "light theme", Theme::light);
  offer("&Dark", "dark theme", Theme::dark);
}

void MainWindow::set_theme(Theme theme) {
  apply_theme(theme);
  follow_palette();
}

void MainWindow::follow_palette() {
  if (const QColor muted = muted_ink(QApplication::palette());
      palette().color(QPalette::PlaceholderText) != muted) {
    QPalette own;  // all else stays the program's
    own.setColor(QPalette::PlaceholderText, muted);
    setPalette(own);
  }
  Appearance next = session_.appearance();
  next.paper = paper_of(QApplication::palette());
  session_.set_appearance(std::move(next));
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) follow_palette();
}

void MainWindow::make_find_actions(QMenu& menu) {
  const auto need = [&](QAction* action) { need_document_.push_back(action); };
  need(add(menu, "&Find tasks…", "find", {QKeySequence("Ctrl+F"), QKeySequence("/")},
           [this] { find_->start(); }));
  need(add(menu, "Find &next", "find next task", {QKeySequence("F3"), QKeySequence("Ctrl+G")},
           [this] { find_->step(Step::next); }));
  need(add(menu, "Find pre&vious", "find previous task",
           {QKeySequence("Shift+F3"), QKeySequence("Ctrl+Shift+G")},
           [this] { find_->step(Step::previous); }));
  need(add(menu, "Select all &found", "select all found", {}, [this] { find_->select_all(); }));
  menu.addSeparator();
}

void MainWindow::make_edit_menu() {
  QMenu& menu = *menuBar()->addMenu("&Edit");
  undo_edit_ = add(menu, "&Undo", "undo edit", {QKeySequence("Ctrl+Z")}, [this] { session_.undo_edit(); });
  redo_edit_ = add(menu, "&Redo", "redo edit", {QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")},
                   [this] { session_.redo_edit(); });
  menu.addSeparator();
  need_document_.push_back(add(menu, "&Mark this time", "mark", {QKeySequence("M")}, [this] {
    const std::int64_t time_ns = view_->place_for_mark();
    session_.edit(with_mark(session_.edits(), {time_ns, ""}));
    auto* const dock = findChild<QDockWidget*>("Marks");
    dock->show();
    dock->raise();
    marks_->write_note_at(time_ns);
  }));
}

void MainWindow::update_edits() {
  undo_edit_->setEnabled(session_.can_undo_edit());
  redo_edit_->setEnabled(session_.can_redo_edit());
  marks_->refresh();
  view_->set_marks(session_.edits().marks);
  if (desktop_) desktop_->view_changed();
}

void MainWindow::update_rows() {
  const Timeline& timeline = view_->timeline();
  fold_->setEnabled(timeline.has_nodes_to_fold());
  fold_->setChecked(timeline.all_folded());
  for (const auto& [order, action] : order_actions_) {
    if (!timeline.arrangements().empty()) action->setChecked(timeline.row_options(0).order == order);
  }
  filters_->refresh();
  update_message(!graph_->isHidden());
}

}  // namespace gusset::viewer
