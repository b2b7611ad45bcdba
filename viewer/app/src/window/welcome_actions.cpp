// The actions that WelcomeAndNotices adds to the menus, and the toolbar.
#include <QDockWidget>
#include <QMenuBar>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

#include "gusset/viewer/app/widgets/line_icons.hpp"
#include "gusset/viewer/app/window/command_palette.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/tour_card.hpp"
#include "gusset/viewer/app/window/welcome_and_notices.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "gusset/viewer/model/state/lessons.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

QAction* action_after(const QMenu& menu, const QString& id) {
  const QList<QAction*> actions = menu.actions();
  for (qsizetype i = 0; i + 1 < actions.size(); ++i) {
    if (actions[i]->objectName() == id) return actions[i + 1];
  }
  return nullptr;
}

}  // namespace

void WelcomeAndNotices::add_file_actions() {
  QMenu& file = actions_.menu("File");
  recent_menu_ = new QMenu("Open re&cent", &file);
  file.insertMenu(action_after(file, "open"), recent_menu_);
  connect(recent_menu_, &QMenu::aboutToShow, this, [this] { check_recent(); });
  auto_reload_ = actions_.add(file, "Reload when a file c&hanges", "auto reload", {}, {},
                              Actions::Needs::nothing, action_after(file, "reload"));
  auto_reload_->setCheckable(true);
  connect(auto_reload_, &QAction::toggled, this, [this](bool on) {
    if (settings_) settings_->setValue("auto reload", on);
  });
  show_recent();
}

void WelcomeAndNotices::show_recent() {
  recent_menu_->clear();
  for (std::size_t i = 0; i < recent_.entries().size(); ++i) {
    const RecentTrace entry = recent_.entries()[i];
    QString name = qt_text(entry.name()).replace("&", "&&");
    if (entry.missing) name += " (missing)";
    QAction* action = actions_.add_always(*recent_menu_, name, QString("open recent %1").arg(i), {},
                                          [this, entry] { open_recent(entry); });
    action->setParent(recent_menu_);  // deleted when the menu is rebuilt
    action->setEnabled(!entry.missing);
    action->setToolTip(qt_text(entry.paths.front()));
  }
  recent_menu_->setEnabled(!recent_.entries().empty());
  recent_menu_->setToolTipsVisible(true);
  welcome_->show_recent(recent_);
}

void WelcomeAndNotices::add_other_actions() {
  QMenu& view = actions_.menu("View");
  view.addSeparator();
  actions_.add_always(view, "Find a co&mmand…", "find command", "Ctrl+Shift+P",
                      [this] { palette_->start(); });
  QMenu& help = actions_.menu("Help");
  actions_.add_always(help, "One-minute &tour", "tour", {}, [this] { start_tour(); });
  QMenu* samples = help.addMenu("&Samples");
  for (std::size_t i = 0; i < sample_traces().size(); ++i) {
    const SampleTrace& sample = sample_traces()[i];
    actions_.add_always(*samples, qt_text(sample.title), "open " + qt_text(sample.file), {},
                        [this, i] { open_sample(i); });
  }
  QMenu* taught = help.addMenu("&Lessons");
  for (std::size_t i = 0; i < lessons().size(); ++i) {
    const Lesson& lesson = lessons()[i];
    actions_.add_always(*taught, qt_text(lesson.title), "open lesson " + qt_text(lesson.id), {},
                        [this, i] { open_lesson(i); });
  }
}

void WelcomeAndNotices::make_toolbar() {
  auto* bar = named(new QToolBar("Toolbar", &window_), "toolbar");
  bar->setMovable(false);
  bar->setIconSize({18, 18});
  const auto put = [&](const char* id, const char* icon) {
    auto* action = window_.findChild<QAction*>(id);
    if (action == nullptr) return;
    action->setIcon(line_icon(icon));
    action->setIconVisibleInMenu(false);
    const QString keys = keys_text(*action);
    QString tooltip = QString(action->text()).remove('&').remove("…");
    if (!keys.isEmpty()) tooltip += " (" + keys + ")";
    action->setToolTip(tooltip);
    bar->addAction(action);
  };
  put("open", "open");
  put("reload", "reload");
  bar->addSeparator();
  put("zoom in", "zoom-in");
  put("zoom out", "zoom-out");
  put("fit", "fit");
  put("undo zoom", "undo");
  put("redo zoom", "redo");
  bar->addSeparator();
  put("find", "find");
  put("find command", "commands");
  window_.addToolBar(bar);
  QMenu& view = actions_.menu("View");
  QAction* toggle = bar->toggleViewAction();
  toggle->setObjectName("show toolbar");
  view.addAction(toggle);
}

QRect WelcomeAndNotices::part_rect(TourStep::Part part) const {
  const auto of = [this](const QWidget& widget, QRect rect) {
    return QRect(widget.mapTo(&window_, rect.topLeft()), rect.size());
  };
  const auto dock = [&](QWidget& content) {
    QDockWidget* holder = nullptr;
    for (QWidget* around = content.parentWidget(); around != nullptr && holder == nullptr;
         around = around->parentWidget())
      holder = qobject_cast<QDockWidget*>(around);
    if (holder == nullptr) return of(content, content.rect());
    holder->show();
    holder->raise();
    return holder->isFloating() ? of(window_.view(), window_.view().rect()) : of(*holder, holder->rect());
  };
  TimelineView& view = window_.view();
  const Box strip = view.timeline().overview();
  const double ratio = view.devicePixelRatioF();
  const QRect overview(0, static_cast<int>(strip.top / ratio), view.width(),
                       static_cast<int>(strip.height / ratio));
  switch (part) {
    case TourStep::Part::timeline:
      return of(view, view.rect().adjusted(0, 0, 0, -overview.height()));
    case TourStep::Part::overview:
      return of(view, overview);
    case TourStep::Part::legend:
      return dock(window_.legend());
    case TourStep::Part::details:
      return dock(window_.details());
    case TourStep::Part::menus:
      return of(*window_.menuBar(), window_.menuBar()->rect());
  }
  return {};
}

}  // namespace gusset::viewer
