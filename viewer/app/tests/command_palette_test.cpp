#include "gusset/viewer/app/window/command_palette.hpp"

#include <gmock/gmock.h>

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <set>

#include "gusset/viewer/app/window/key_table.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

class PaletteTest : public testing::WelcomeFixture {
 protected:
  CommandPalette& palette() { return child<CommandPalette>("command palette"); }
  void start() {
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(palette().isVisible());
  }
  void type(const char* text) { QTest::keyClicks(&child<QLineEdit>("command"), text); }
  void press(Qt::Key which) {
    QTest::keyClick(&child<QLineEdit>("command"), which);
    settle();
  }
};

TEST_F(PaletteTest, RunsACommandByAFewLetters) {
  open({write("one.gus", "aab")});
  const double span = timeline().axis().span_ns();
  start();
  type("zi");
  EXPECT_EQ(palette().listed().value(0), "Zoom in");
  press(Qt::Key_Return);
  EXPECT_FALSE(palette().isVisible());
  EXPECT_LT(timeline().axis().span_ns(), span);
  EXPECT_TRUE(view().hasFocus());
}

TEST_F(PaletteTest, RunsAColouring) {
  open({write("one.gus", "aab\nb..")});
  start();
  type("colour dur");
  press(Qt::Key_Return);
  EXPECT_TRUE(child<QAction>("colour by duration").isChecked());
}

TEST_F(PaletteTest, ArrowsSelectAndEscapeCloses) {
  open({write("one.gus", "aab")});
  const TimeAxis all = timeline().axis();
  start();
  type("zoom");
  const QStringList listed = palette().listed();
  ASSERT_GE(listed.indexOf("Zoom out"), 0);
  press(Qt::Key_W);  // typed as a letter, not a shortcut; no name contains it
  EXPECT_EQ(timeline().axis(), all);
  press(Qt::Key_Backspace);
  key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(palette().isVisible());
  start();
  press(Qt::Key_Escape);
  EXPECT_FALSE(palette().isVisible());
  start();
  type("zoom in");
  press(Qt::Key_Down);
  press(Qt::Key_Up);
  press(Qt::Key_Return);
  EXPECT_NE(timeline().axis(), all);
}

TEST_F(PaletteTest, DisabledCommandsComeLastAndDoNothing) {
  start();
  const QStringList listed = palette().listed();
  EXPECT_LT(listed.indexOf("Open…"), listed.indexOf("Zoom in"));
  EXPECT_LT(listed.indexOf("Quit"), listed.indexOf("Reload"));
  type("zoom in");
  press(Qt::Key_Return);
  EXPECT_TRUE(palette().isVisible());
}

TEST_F(PaletteTest, CommandNamesAreUnique) {
  open({write("one.gus", "aab\nb..")});
  start();
  type("crit");
  EXPECT_EQ(palette().listed().value(0), "Critical path");
  EXPECT_EQ(palette().listed().value(1), "Panels: Critical path");
  std::multiset<QString> names;
  for (const MenuAction& one : menu_actions(*window_)) names.insert(one.name);
  for (const QString& name : names) EXPECT_EQ(names.count(name), 1U) << name.toStdString();
}

TEST_F(PaletteTest, ShowsANoteIfNoCommandMatches) {
  open({write("one.gus", "aab")});
  start();
  EXPECT_FALSE(child<QLabel>("no command").isVisible());
  type("qqqq");
  EXPECT_TRUE(child<QLabel>("no command").isVisible());
  press(Qt::Key_Return);
  EXPECT_TRUE(palette().isVisible()) << "there is nothing to run";
  press(Qt::Key_Backspace);
  press(Qt::Key_Backspace);
  press(Qt::Key_Backspace);
  EXPECT_FALSE(child<QLabel>("no command").isVisible());
}

TEST_F(PaletteTest, ListsEveryActionOfTheWindow) {
  open({write("one.gus", "aab\nb..")});
  start();
  const QStringList listed = palette().listed();
  std::set<const QAction*> in_menus;
  for (const MenuAction& one : menu_actions(*window_)) {
    in_menus.insert(one.action);
    EXPECT_TRUE(listed.contains(one.name) || listed.contains("✓ " + one.name)) << one.name.toStdString();
  }
  for (const QAction* action : window_->findChildren<QAction*>()) {
    const bool of_ours = !action->objectName().isEmpty() && !action->objectName().startsWith("_q_");
    if (!of_ours || action->menu() != nullptr || action->isSeparator()) continue;
    EXPECT_TRUE(in_menus.contains(action)) << action->objectName().toStdString();
  }
}

TEST_F(PaletteTest, KeyTableListsEveryKey) {
  open({write("one.gus", "aab\nb..")});
  key(Qt::Key_F1);
  auto& dialog = child<QDialog>("keys dialog");
  QString text;
  for (const QLabel* label : dialog.findChildren<QLabel*>()) text += label->text();
  int keys = 0;
  for (const QAction* action : window_->findChildren<QAction*>()) {
    for (const QKeySequence& one : action->shortcuts()) {
      if (action->objectName().startsWith("_q_")) continue;  // belongs to Qt
      ++keys;
      EXPECT_TRUE(text.contains(one.toString(QKeySequence::NativeText).toHtmlEscaped()))
          << one.toString().toStdString();
      EXPECT_TRUE(text.contains(QString(action->text()).remove('&').remove("…").toHtmlEscaped()))
          << action->text().toStdString();
    }
  }
  EXPECT_GT(keys, 30);
  dialog.close();
}

TEST_F(PaletteTest, KeyTableFitsTheWindowAndNamesEachGroupOnce) {
  open({write("one.gus", "aab\nb..")});
  for (const QSize size : {QSize(1440, 900), QSize(1200, 800)}) {
    window_->resize(size);
    settle();
    show_key_table(*window_);
    QApplication::processEvents();
    QDialog* dialog = nullptr;
    for (auto* one : window_->findChildren<QDialog*>("keys dialog")) {
      if (one->isVisible()) dialog = one;
    }
    ASSERT_NE(dialog, nullptr);
    EXPECT_LE(dialog->width(), size.width());
    EXPECT_EQ(dialog->findChild<QScrollArea*>()->horizontalScrollBar()->maximum(), 0) << size.width();
    QString text;
    for (const QLabel* label : dialog->findChildren<QLabel*>()) text += label->text();
    std::set<QString> groups;
    for (const KeyHelp& line : key_table(*window_)) groups.insert(line.group);
    for (const QString& group : groups)
      EXPECT_EQ(text.count("<b>" + group + "</b>"), 1) << group.toStdString();
    dialog->close();
  }
}

TEST_F(PaletteTest, ShortcutsAreUnique) {
  std::multiset<QString> keys;
  for (const MenuAction& one : menu_actions(*window_)) {
    for (const QKeySequence& key : one.action->shortcuts()) keys.insert(key.toString());
  }
  for (const QString& key : keys) EXPECT_EQ(keys.count(key), 1U) << key.toStdString();
}

}  // namespace
}  // namespace gusset::viewer
