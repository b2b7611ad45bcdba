#include "view_menu.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <memory>
#include <utility>

#include "gusset/viewer/app/widgets/theme.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

ViewMenu::ViewMenu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view,
                   Comparisons& comparisons)
    : QObject(&window), session_(session), view_(view), menu_(actions.menu("&View")) {
  actions.add(menu_, "Zoom &in", "zoom in", "W; Ctrl++", [this] { view_.zoom_step(1); });
  actions.add(menu_, "Zoom &out", "zoom out", "S; Ctrl+-", [this] { view_.zoom_step(-1); });
  actions.add(menu_, "Pan to &earlier", "pan earlier", "A", [this] { view_.pan_step(-0.1); });
  actions.add(menu_, "Pan to &later", "pan later", "D", [this] { view_.pan_step(0.1); });
  actions.add(menu_, "Show &all", "fit", "0; *; Home", [this] { view_.fit(); });
  actions.add(menu_, "Centre the &selection; again: zoom to it", "fit selection", "F",
              [this] { view_.centre_or_show_selection(); });
  menu_.addSeparator();
  undo_ = actions.add_always(menu_, "&Undo view change", "undo zoom", "Ctrl+U", [this] { view_.undo(); });
  redo_ = actions.add_always(menu_, "&Redo view change", "redo zoom", "Ctrl+R", [this] { view_.redo(); });
  menu_.addSeparator();
  alignment_ = std::make_unique<AlignmentMenu>(window, actions, session, comparisons, menu_);
  colours_ = menu_.addMenu("&Colour by");
  colours_->setObjectName("colour by");
  add_themes(actions, window);
  menu_.addSeparator();
  connections_ = {session.document_changed.connect([this] { list_colours(); }),
                  view.document_shown.connect([this] { update_undo(); }),
                  view.view_changed.connect([this] { update_undo(); })};
  list_colours();
  update_undo();
}

void ViewMenu::add_themes(Actions& actions, QMainWindow& window) {
  QMenu& menu = *menu_.addMenu("&Theme");
  auto* themes = new QActionGroup(&window);
  const auto offer = [&](const QString& text, const QString& id, Theme theme) {
    const auto apply = [this, theme] {
      apply_theme(theme);
      theme_changed();
    };
    QAction* action = actions.add_checkable(menu, text, id, {}, apply, Actions::Needs::nothing);
    action->setChecked(theme == Theme::system);
    themes->addAction(action);
  };
  offer("&System", "system theme", Theme::system);
  offer("&Light", "light theme", Theme::light);
  offer("&Dark", "dark theme", Theme::dark);
}

void ViewMenu::add_docks(const QMainWindow& window) {
  QMenu& panels = *menu_.addMenu("&Panels");  // some panels share a name with an overlay
  panels.setObjectName("panels");
  for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
    QAction* toggle = dock->toggleViewAction();
    if (toggle->objectName().isEmpty()) toggle->setObjectName("show " + dock->objectName().toLower());
    const auto was_in_front = std::make_shared<bool>(true);  // of its tabs, when last shown
    connect(dock, &QDockWidget::visibilityChanged, dock, [dock, was_in_front](bool is_visible) {
      if (is_visible || !dock->isHidden()) *was_in_front = is_visible;
    });
    connect(toggle, &QAction::triggered, dock, [dock, was_in_front](bool is_shown) {
      if (!is_shown && *was_in_front) return;
      dock->show();
      dock->raise();  // in front of the docks that share its place
    });
    panels.addAction(toggle);
  }
}

void ViewMenu::list_colours() {
  delete std::exchange(colour_group_, new QActionGroup(this));  // deletes the old actions, too
  for (const std::string& key : session_.colour_keys()) {
    auto* action = named(new QAction(qt_text(key), colour_group_), "colour by " + qt_text(key));
    action->setCheckable(true);
    action->setChecked(key == traces::to_text(session_.colour_by()));
    connect(action, &QAction::triggered, this, [this, key] { colour_by(key); });
    colours_->addAction(action);
  }
  colours_->setEnabled(!colours_->isEmpty());
}

bool ViewMenu::colour_by(const std::string& key) {
  for (const auto& loaded : session_.document()->traces) {
    const auto by = traces::parse_colour_by(*loaded->trace, key);
    if (!by) continue;
    session_.colour_by(*by);
    return true;
  }
  return false;
}

void ViewMenu::update_undo() {
  undo_->setEnabled(view_.timeline().can_undo());
  redo_->setEnabled(view_.timeline().can_redo());
}

}  // namespace gusset::viewer
