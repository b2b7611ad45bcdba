#include "rows_menu.hpp"

#include <QActionGroup>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>

#include "gusset/viewer/app/widgets/messages.hpp"

namespace gusset::viewer {

RowsMenu::RowsMenu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view)
    : window_(window), session_(session), view_(view) {
  QMenu& menu = actions.menu("&Rows");
  auto* orders = new QActionGroup(&window);
  const auto order = [&](const QString& text, const QString& id, RowOrder rows) {
    QAction* action = actions.add_checkable(menu, text, id, {}, [this, rows] { view_.order_rows(rows); });
    action->setChecked(rows == RowOrder::recorded);
    orders->addAction(action);
    orders_.emplace_back(rows, action);
  };
  order("As &recorded", "rows as recorded", RowOrder::recorded);
  order("By &name", "rows by name", RowOrder::by_name);
  order("&Busiest first", "rows by busy share", RowOrder::by_busy);
  menu.addSeparator();
  actions.add(menu, "&Only rows…", "only rows of", {}, [this] { ask_for_rows(); });
  actions.add(menu, "Only rows busy l&ess than half", "rows busy less than half", {},
              [this] { view_.filter_rows_by("busy<50%"); });
  actions.add(menu, "&All rows", "all rows", {}, [this] { view_.show_all_rows(); });
  menu.addSeparator();
  fold_ = actions.add_checkable(
      menu, "&Fold all nodes", "fold all", {QKeySequence("Ctrl+T")},
      [this] { view_.fold_all(!view_.timeline().all_folded()); }, Actions::Needs::nothing);
  menu.addSeparator();
  actions.add(menu, "&Taller", "taller rows", {QKeySequence("Ctrl+Down")},
              [this] { view_.scale_rows(1.25); });
  actions.add(menu, "&Lower", "lower rows", {QKeySequence("Ctrl+Up")}, [this] { view_.scale_rows(0.8); });
  actions.add(menu, "As high as &fits", "fit rows", {QKeySequence("Ctrl+0")}, [this] { view_.fit_rows(); });
  menu.addSeparator();
  tracks_ = actions.add_checkable(menu, "Trac&ks above the rows", "tracks", {QKeySequence("K")},
                                  [this] { session_.show_tracks(!session_.shows_tracks()); });
  boxes_ = actions.add_checkable(menu, "Tasks as bo&xes", "boxes", {QKeySequence("X")}, [this] {
    const bool are_boxes = view_.timeline().shape() == TaskShape::box;
    view_.set_shape(are_boxes ? TaskShape::triangle : TaskShape::box);
  });
  sub_rows_ = actions.add_checkable(menu, "&Sub-rows for nested tasks", "sub-rows", {QKeySequence("H")},
                                    [this] { view_.show_sub_rows(!view_.timeline().shows_sub_rows()); });
  connections_ = {view.document_shown.connect([this] { refresh(); }),
                  view.view_changed.connect([this] { refresh(); })};
  refresh();
}

void RowsMenu::ask_for_rows() {
  auto* dialog = new QInputDialog(&window_);
  dialog->setObjectName("rows dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Only rows");
  dialog->setLabelText("Part of a worker's or a node's name, or busy<50%, busy>=90%:");
  dialog->setTextValue(wanted_);
  QObject::connect(dialog, &QInputDialog::textValueSelected, &window_, [this](const QString& text) {
    wanted_ = text.trimmed();  // refused or not, it is there to be changed
    if (const auto refusal = view_.filter_rows_by(wanted_.toStdString()))
      warn(window_, "Only rows", *refusal);
  });
  dialog->open();
}

void RowsMenu::refresh() {
  const Timeline& timeline = view_.timeline();
  fold_->setEnabled(timeline.has_nodes_to_fold());
  fold_->setChecked(timeline.all_folded());
  for (const auto& [order, action] : orders_) {
    if (!timeline.arrangements().empty()) action->setChecked(timeline.row_options(0).order == order);
  }
  tracks_->setChecked(session_.shows_tracks());
  boxes_->setChecked(timeline.shape() == TaskShape::box);
  sub_rows_->setChecked(timeline.shows_sub_rows());
}

}  // namespace gusset::viewer
