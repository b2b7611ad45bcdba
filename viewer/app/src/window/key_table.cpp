#include "gusset/viewer/app/window/key_table.hpp"

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
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr int key_gap = 28;             // pixels between columns
constexpr int key_column_letters = 48;  // minimum column width in letters
constexpr int max_key_columns = 4;

QString without_mnemonic(const QString& text) {
  return QString(text).remove('&');
}

void collect(const QMenu& menu, const QString& path, const QString& prefix, std::vector<MenuAction>& found) {
  for (QAction* action : menu.actions()) {
    if (action->isSeparator()) continue;
    if (const QMenu* const part = action->menu()) {
      const QString title = without_mnemonic(part->title());
      collect(*part, path + " › " + title, title + ": ", found);
    } else {
      found.push_back({action, path, prefix + without_mnemonic(action->text())});
    }
  }
}

// Returns the column width in pixels, and the number of columns that fit.
std::pair<int, int> key_columns(int room, int letter) {
  const int least = key_column_letters * letter;
  const int count = std::clamp((room + key_gap) / (least + key_gap), 1, max_key_columns);
  return {std::clamp((room - key_gap * (count - 1)) / count, least, least * 4 / 3), count};
}

// Returns the number of lines of each group, including its heading, in order.
std::vector<std::size_t> group_heights(const std::vector<KeyHelp>& table) {
  std::vector<std::size_t> heights;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i == 0 || table[i].group != table[i - 1].group) heights.push_back(1);
    ++heights.back();
  }
  return heights;
}

// Returns the smallest column height at which no group is split across columns.
std::size_t column_height(const std::vector<std::size_t>& groups, int columns) {
  for (std::size_t height = *std::max_element(groups.begin(), groups.end());; ++height) {
    int needed = 1;
    std::size_t used = 0;
    for (const std::size_t group : groups) {
      if (used + group > height) {
        ++needed;
        used = 0;
      }
      used += group;
    }
    if (needed <= columns) return height;
  }
}

}  // namespace

std::vector<MenuAction> menu_actions(const QMainWindow& window) {
  std::vector<MenuAction> found;
  const auto* bar = qobject_cast<const QMenuBar*>(window.menuWidget());
  if (bar == nullptr) return found;
  for (const QAction* top : bar->actions()) {
    if (const QMenu* const menu = top->menu()) collect(*menu, without_mnemonic(menu->title()), "", found);
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
      table.push_back({one.menu.section(" › ", 0, 0), keys_text(*one.action), QString(one.name).remove("…")});
  }
  const auto line = [&](const char* group, const char* keys, const char* what) {
    table.push_back({group, QString::fromUtf8(keys), QString::fromUtf8(what)});
  };
  line("Player", "Space in the timeline", "Play or pause");
  line("Projector", "Esc", "Leave");
  line("Opening a trace", "Esc", "Cancel");
  line("Tour", "Return, Backspace, Esc", "Next, back, leave");
  line("Legend", "Space, Return", "Hide or show a type; show only this type");
  line("Marks", "Delete", "Remove the mark");
  for (const auto& [keys, what] : GraphDock::key_help()) table.push_back({"Task graph", keys, what});
  line("Mouse", "Wheel", "Zoom at the pointer (Ctrl: finer, Shift: coarser)");
  line("Mouse", "Drag", "Select a range of time");
  line("Mouse", "Shift+drag, middle drag", "Pan");
  line("Mouse", "Click", "Select a task");
  line("Mouse", "Double-click", "Select a task and zoom to it");
  line("Mouse", "Right click", "What can be done with a task, a row, a mark or the selected range");
  line("Mouse", "Wheel over the row names", "Scroll the rows");
  line("Mouse", "Drag in the overview strip", "Move the view");
  line("Mouse", "Drop files (with Ctrl)", "Open them (add them for comparison)");
  return table;
}

void show_key_table(QMainWindow& window) {
  auto* dialog = named(new QDialog(&window), "keys dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Keys and mouse");
  auto* table = new QWidget(dialog);
  auto* columns = new QHBoxLayout(table);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(key_gap);
  const QSize room = (window.size() - QSize(40, 40)).expandedTo({320, 240});
  const auto [width, count] =
      key_columns(room.width() - 60, window.fontMetrics().horizontalAdvance(QLatin1Char('x')));
  const std::vector<KeyHelp> lines = key_table(window);
  const std::vector<std::size_t> groups = group_heights(lines);
  const std::size_t height = column_height(groups, count);
  QString text;
  std::size_t used = 0;
  const auto end_column = [&, width = width] {
    auto* label = new QLabel("<table cellspacing=\"0\" cellpadding=\"2\">" + text + "</table>", table);
    label->setAlignment(Qt::AlignTop);
    label->setWordWrap(true);
    label->setFixedSize(width, label->heightForWidth(width));
    columns->addWidget(label, 0, Qt::AlignTop);
    text.clear();
    used = 0;
  };
  std::size_t group = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const KeyHelp& line = lines[i];
    if (i == 0 || line.group != lines[i - 1].group) {
      if (used + groups[group] > height) end_column();
      used += groups[group++];
      text += QString("<tr><td colspan=\"2\"><b>%1</b></td></tr>").arg(escaped_html(line.group));
    }
    text += QString("<tr><td style=\"padding-right:16px; white-space:nowrap\">%1</td><td>%2</td></tr>")
                .arg(escaped_html(line.keys), escaped_html(line.what));
  }
  end_column();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(scroll_area(table, dialog));
  layout->addWidget(buttons);
  const QSize wanted = table->sizeHint() + QSize(60, 90);
  dialog->resize(wanted.boundedTo(room));
  dialog->open();
}

}  // namespace gusset::viewer
