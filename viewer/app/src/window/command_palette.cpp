#include "gusset/viewer/app/window/command_palette.hpp"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/model/document/command_match.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int palette_width = 620;
constexpr int palette_height = 380;

}  // namespace

CommandPalette::CommandPalette(QMainWindow& window) : QFrame(&window), window_(window) {
  setObjectName("command palette");
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  text_ = named(new QLineEdit(this), "command");
  text_->setPlaceholderText("Type a few letters of a command: “zi”, “colour node”, “export”");
  text_->installEventFilter(this);
  list_ = named(new QTreeWidget(this), "commands");
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setColumnCount(3);
  list_->setHeaderHidden(true);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  layout->addWidget(text_);
  layout->addWidget(list_, 1);
  nothing_ = named(new QLabel("No matching command", this), "no command");
  nothing_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  nothing_->setContentsMargins(4, 6, 4, 0);
  layout->addWidget(nothing_, 1);
  connect(text_, &QLineEdit::textChanged, this, [this] { refresh(); });
  connect(list_, &QTreeWidget::itemClicked, this, [this] { run(); });
  hide();
}

void CommandPalette::start() {
  if (isVisible()) {
    leave();
    return;
  }
  focus_before_ = window_.focusWidget();
  text_->clear();
  refresh();
  const QRect all = window_.rect();
  const QSize size(std::min(palette_width, all.width() - 20), std::min(palette_height, all.height() - 60));
  setGeometry((all.width() - size.width()) / 2, std::min(70, all.height() / 10), size.width(), size.height());
  show();
  raise();
  text_->setFocus();
}

void CommandPalette::refresh() {
  std::vector<MenuAction> offered;
  std::vector<Command> commands;
  for (MenuAction& one : menu_actions(window_)) {
    if (!one.action->isVisible()) continue;
    commands.push_back({one.name.toStdString(), one.menu.toStdString(), one.action->isEnabled()});
    offered.push_back(std::move(one));
  }
  list_->clear();
  actions_.clear();
  for (const std::size_t place : matching_commands(commands, text_->text().toStdString())) {
    const MenuAction& one = offered[place];
    const QString mark = one.action->isChecked() ? "✓ " : "";
    auto* item = new QTreeWidgetItem(list_, {mark + one.name, one.menu, keys_text(*one.action)});
    item->setDisabled(!one.action->isEnabled());
    item->setForeground(1, palette().color(QPalette::PlaceholderText));
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    actions_.emplace_back(one.action);
  }
  list_->setVisible(!actions_.empty());
  nothing_->setVisible(actions_.empty());
  if (!actions_.empty()) list_->setCurrentItem(list_->topLevelItem(0));
}

QStringList CommandPalette::listed() const {
  QStringList names;
  for (int i = 0; i < list_->topLevelItemCount(); ++i) names << list_->topLevelItem(i)->text(0);
  return names;
}

void CommandPalette::run() {
  const int line = list_->indexOfTopLevelItem(list_->currentItem());
  if (line < 0) return;
  const QPointer<QAction> action = actions_[static_cast<std::size_t>(line)];
  if (action == nullptr || !action->isEnabled()) return;
  leave();  // first, because the action may move the focus
  action->trigger();
}

void CommandPalette::leave() {
  hide();
  if (focus_before_ != nullptr && focus_before_->isVisible()) focus_before_->setFocus();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) {
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    if (reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason) hide();
  }
  const bool is_key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (!is_key) return QFrame::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool presses = event->type() == QEvent::KeyPress;
  const auto step = [&](int by) {
    const int count = list_->topLevelItemCount();
    if (!presses || count == 0) return;
    const int now = list_->indexOfTopLevelItem(list_->currentItem());
    list_->setCurrentItem(list_->topLevelItem(std::clamp(now + by, 0, count - 1)));
  };
  switch (key->key()) {
    case Qt::Key_Down:
      step(1);
      break;
    case Qt::Key_Up:
      step(-1);
      break;
    case Qt::Key_PageDown:
      step(10);
      break;
    case Qt::Key_PageUp:
      step(-10);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (presses) run();
      break;
    case Qt::Key_Escape:
      if (presses) leave();
      break;
    default:
      return QFrame::eventFilter(watched, event);
  }
  event->accept();
  return true;
}

}  // namespace gusset::viewer
