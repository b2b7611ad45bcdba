#include "gusset/viewer/app/key_table.hpp"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QVBoxLayout>

#include "gusset/viewer/app/graph_dock.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t lines_per_column = 26;

QString plain(const QString& text) {
  return QString(text).remove('&');
}

void collect(const QMenu& menu, const QString& path, const QString& prefix, std::vector<MenuAction>& found) {
  for (QAction* action : menu.actions()) {
    if (action->isSeparator()) continue;
    if (const QMenu* const part = action->menu()) {
      const QString title = plain(part->title());
      collect(*part, path + " › " + title, title + ": ", found);
    } else {
      found.push_back({action, path, prefix + plain(action->text())});
    }
  }
}

}  // namespace

std::vector<MenuAction> menu_actions(const QMainWindow& window) {
  std::vector<MenuAction> found;
  const auto* bar = qobject_cast<const QMenuBar*>(window.menuWidget());
  if (bar == nullptr) return found;
  for (const QAction* top : bar->actions()) {
    if (const QMenu* const menu = top->menu()) collect(*menu, plain(menu->title()), "", found);
  }
  return found;
}

QString keys_text(const QAction& action) {
  QStringList names;
  for (const QKeySequence& key : action.shortcuts()) names << key.toString(QKeySequence::NativeText);
  return names.join(", ");
}

std::vector<KeyHelp> key_table(const QMainWindow& window) {
  std::vector<KeyHelp> table;
  for (const MenuAction& one : menu_actions(window)) {
    if (!one.action->shortcuts().isEmpty())
      table.push_back({one.menu, keys_text(*one.action), QString(one.name).remove("…")});
  }
  const auto line = [&](const char* group, const char* keys, const char* what) {
    table.push_back({group, QString::fromUtf8(keys), QString::fromUtf8(what)});
  };
  line("Player", "Space in the timeline", "Play or pause");
  line("Projector", "Esc", "Leave it");
  line("While a trace is opened", "Esc", "Cancel");
  line("In the tour", "Return, Backspace, Esc", "Next, back, leave");
  for (const auto& [keys, what] : GraphDock::key_help()) table.push_back({"Task graph", keys, what});
  line("Mouse", "Wheel", "Zoom at the pointer (Ctrl: finer, Shift: coarser)");
  line("Mouse", "Drag", "Select a range of time");
  line("Mouse", "Shift+drag, middle drag", "Pan");
  line("Mouse", "Click", "Select a task");
  line("Mouse", "Double click", "Select a task and fit it");
  line("Mouse", "Wheel on the names", "Scroll the rows");
  line("Mouse", "Drag in the strip below", "Move the view along the whole trace");
  line("Mouse", "Drop files (with Ctrl)", "Open them (add them for comparison)");
  return table;
}

void show_key_table(QMainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setObjectName("keys dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Keys and mouse");
  auto* table = new QWidget(dialog);
  auto* columns = new QHBoxLayout(table);
  columns->setSpacing(28);
  QString text;
  QString group;
  std::size_t lines = 0;
  const auto end_column = [&] {
    auto* label = new QLabel("<table cellspacing=\"0\" cellpadding=\"3\">" + text + "</table>", table);
    label->setAlignment(Qt::AlignTop);
    columns->addWidget(label, 0, Qt::AlignTop);
    text.clear();
    lines = 0;
  };
  for (const KeyHelp& line : key_table(window)) {
    if (line.group != group) {
      if (lines + 3 > lines_per_column) end_column();
      group = line.group;
      text += QString("<tr><td colspan=\"2\"><b>%1</b></td></tr>").arg(group.toHtmlEscaped());
      ++lines;
    } else if (lines + 1 > lines_per_column) {
      end_column();
    }
    text += QString("<tr><td style=\"padding-right:20px\">%1</td><td>%2</td></tr>")
                .arg(line.keys.toHtmlEscaped(), line.what.toHtmlEscaped());
    ++lines;
  }
  end_column();
  auto* area = new QScrollArea(dialog);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(table);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(area);
  layout->addWidget(buttons);
  const QSize wanted = table->sizeHint() + QSize(60, 90);
  dialog->resize(wanted.boundedTo(window.size() - QSize(40, 40)));
  dialog->open();
}

}  // namespace gusset::viewer
