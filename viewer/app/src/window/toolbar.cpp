#include "window/toolbar.hpp"

#include <QAction>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <array>

#include "gusset/viewer/app/widgets/line_icons.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

struct IconButton {
  const char* id;  ///< empty: a separator
  const char* icon;
};

struct LabelledButton {
  const char* id;
  const char* icon;
  const char* text;
  const char* tooltip;
};

constexpr std::array icon_buttons{
    IconButton{"open", "open"},           IconButton{"reload", "reload"},          IconButton{"", ""},
    IconButton{"zoom in", "zoom-in"},     IconButton{"zoom out", "zoom-out"},      IconButton{"fit", "fit"},
    IconButton{"undo zoom", "view-back"}, IconButton{"redo zoom", "view-forward"}, IconButton{"", ""},
    IconButton{"find", "find"},           IconButton{"find command", "commands"},  IconButton{"", ""}};

constexpr std::array labelled_buttons{
    LabelledButton{"why", "why", "Why?", "Show why the selected task did not start earlier"},
    LabelledButton{"critical path", "critical-path", "Critical path",
                   "Show the chain of tasks that took longest"},
    LabelledButton{"idle causes", "idle", "Idle", "Show why workers had nothing to do"},
    LabelledButton{"show task graph", "graph", "Graph", "Show which tasks depend on which"},
    LabelledButton{"play", "play", "Play", "Play the schedule, or pause"},
    LabelledButton{"what if", "what-if", "What if",
                   "Predict the run with other workers, policies, tasks or networks"},
    LabelledButton{"speedup", "speedup", "Speedup",
                   "Predict how much faster the run is on 1, 2, 4 … workers"},
    LabelledButton{"compare", "compare", "Compare", "Show what differs between two traces"},
    LabelledButton{"schedule", "better-schedule", "Schedule", "Search for a better schedule of these tasks"}};

QString with_keys(const QString& text, const QAction& action) {
  const QString keys = keys_text(action);
  return keys.isEmpty() ? text : text + " (" + keys + ")";
}

void add_icon(QToolBar& bar, QAction& action, const char* icon) {
  action.setIcon(line_icon(icon));
  action.setIconVisibleInMenu(false);
  action.setToolTip(with_keys(QString(action.text()).remove('&').remove("…"), action));
  bar.addAction(&action);
}

void show_label(QToolBar& bar, QAction& action) {
  auto* const button = qobject_cast<QToolButton*>(bar.widgetForAction(&action));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setPopupMode(QToolButton::InstantPopup);  // for actions with a menu
  button->setObjectName("button " + action.objectName());
}

void add_labelled(QToolBar& bar, QAction& action, const LabelledButton& button) {
  action.setIcon(line_icon(button.icon));
  action.setIconVisibleInMenu(false);
  action.setIconText(button.text);
  action.setToolTip(with_keys(button.tooltip, action));
  bar.addAction(&action);
  show_label(bar, action);
}

}  // namespace

void make_toolbar(QMainWindow& window, Actions& actions) {
  auto* bar = named(new QToolBar("Toolbar", &window), "toolbar");
  bar->setMovable(false);
  bar->setIconSize({16, 16});
  for (const IconButton& button : icon_buttons) {
    if (*button.id == '\0') {
      bar->addSeparator();
    } else if (auto* const action = window.findChild<QAction*>(button.id)) {
      add_icon(*bar, *action, button.icon);
    }
  }
  for (const LabelledButton& button : labelled_buttons) {
    if (auto* const action = window.findChild<QAction*>(button.id)) add_labelled(*bar, *action, button);
  }
  if (auto* const panels = window.findChild<QMenu*>("panels")) {
    QAction& action = *panels->menuAction();
    action.setObjectName("panel list");
    action.setIcon(line_icon("panels"));
    action.setIconVisibleInMenu(false);
    action.setToolTip("Show or hide panels");
    bar->addAction(&action);
    show_label(*bar, action);
  }
  window.addToolBar(bar);
  QAction* toggle = bar->toggleViewAction();
  toggle->setObjectName("show toolbar");
  actions.menu("View").addAction(toggle);
}

}  // namespace gusset::viewer
