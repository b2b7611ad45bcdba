#include "gusset/viewer/app/window/csv_exports.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QTimer>
#include <fstream>
#include <sstream>

#include "gusset/viewer/app/window/command_palette.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* csv_run = "aa.bb|cc\na1: write x@0\nb1: read x@1, write y@0\nc1: read y@1";

class CsvExportsTest : public testing::WindowFixture {
 protected:
  std::string clipboard() { return QApplication::clipboard()->text().toStdString(); }
  std::string status() { return window_->statusBar()->currentMessage().toStdString(); }
  void copy(const char* name) {
    QApplication::clipboard()->clear();
    window_->run_action(QString("copy csv ") + name);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !clipboard().empty(); }, testing::patience_ms)) << name;
  }
  void show_dock(const char* title) {
    auto* const dock = window_->findChild<QDockWidget*>(title);
    dock->show();
    dock->raise();
    QApplication::processEvents();
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
};

TEST_F(CsvExportsTest, ActionsCopyEveryTable) {
  open({write("run.gus", csv_run), write("other.gus", csv_run)});
  for (const char* dock : {"Statistics", "Critical path", "Idle time", "Compare"}) show_dock(dock);
  click(point(4'000));
  key(Qt::Key_Y);
  EXPECT_TRUE(
      QTest::qWaitFor([this] { return window_->explanations().why() != nullptr; }, testing::patience_ms));
  window_->session().search().find("a");
  settle();
  window_->session().set_marks({{1000, "here, \"now\""}});
  const std::vector<std::pair<const char*, const char*>> tables{
      {"statistics", "trace,number,name,share,count,total_ns"},
      {"critical path", "trace,kind,part,chain_ns"},
      {"critical path tasks", "trace,path,task,name,type,worker"},
      {"idle time", "trace,worker,node,part,time_ns"},
      {"comparison", "a,b,of,part,a_ns"},
      {"legend", "trace,name,tasks,busy_ns"},
      {"marks", "time_ns,note\n1000,\"here, \"\"now\"\"\"\n"},
      {"found tasks", "trace,task,name,type"},
      {"selected tasks", "trace,task,name,type"},
      {"causal chain", "step,task,name"}};
  for (const auto& [name, begin] : tables) {
    copy(name);
    EXPECT_THAT(clipboard(), StartsWith(begin)) << name;
    EXPECT_THAT(clipboard().substr(clipboard().find('\n') + 1), ::testing::Not("")) << name;
  }
}

TEST_F(CsvExportsTest, KeyCopiesTheFocusedTable) {
  open({write("run.gus", csv_run)});
  QApplication::clipboard()->clear();
  window_->legend().setFocus();
  QTest::keyClick(&window_->legend(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(QTest::qWaitFor([this] { return !clipboard().empty(); }, testing::patience_ms));
  EXPECT_THAT(clipboard(), HasSubstr("run.gus,a,1,2000,"));
  EXPECT_THAT(status(), HasSubstr("Copied legend: 3 lines"));
}

TEST_F(CsvExportsTest, ContextMenuOffersCopyAndExport) {
  open({write("run.gus", csv_run)});
  QContextMenuEvent asks(QContextMenuEvent::Keyboard, {5, 5}, window_->legend().mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(&window_->legend(), &asks);
  auto* menu = window_->legend().findChild<QMenu*>("legend menu");
  ASSERT_NE(menu, nullptr);
  QStringList texts;
  for (const QAction* action : menu->actions()) texts << action->text();
  EXPECT_TRUE(texts.contains("Copy legend as CSV"));
  EXPECT_TRUE(texts.contains("Export legend as CSV…"));
  menu->close();
  auto* idle = window_->findChild<QWidget*>("idle table");
  EXPECT_EQ(idle->contextMenuPolicy(), Qt::ActionsContextMenu);
  EXPECT_EQ(idle->actions().size(), 2);
  EXPECT_NE(idle->focusPolicy(), Qt::NoFocus) << "its keys need the focus";
}

TEST_F(CsvExportsTest, ExportWritesAFile) {
  open({write("run.gus", csv_run)});
  const std::filesystem::path path = folder_ / "legend.csv";
  window_->tables().export_to("legend", path);
  EXPECT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(path); }, testing::patience_ms));
  EXPECT_TRUE(QTest::qWaitFor([&] { return status().find("Saved ") == 0; }, testing::patience_ms));
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_THAT(text.str(), StartsWith("trace,name,tasks,busy_ns,share,hidden\nrun.gus,"));
}

// Qt asks the status bar for an empty tip when a menu closes and as the pointer moves over the toolbar.
TEST_F(CsvExportsTest, NoticesOutlastMenusAndHovering) {
  open({write("run.gus", csv_run)});
  QMenu& menu = *window_->findChild<QMenu*>("tables as csv");
  menu.popup(window_->mapToGlobal(QPoint(20, 20)));
  QTest::mouseClick(&menu, Qt::LeftButton, {},
                    menu.actionGeometry(window_->findChild<QAction*>("copy csv legend")).center());
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return status().find("Copied legend: 3 lines") == 0; }, testing::patience_ms));
  QStatusTipEvent no_tip{QString()};
  QApplication::sendEvent(window_->menuBar(), &no_tip);
  move(point(1'000));
  settle();
  EXPECT_THAT(status(), HasSubstr("Copied legend: 3 lines"));
}

TEST_F(CsvExportsTest, FailedExportShowsAnError) {
  open({write("run.gus", csv_run)});
  window_->tables().export_to("legend", folder_ / "nowhere" / "legend.csv");
  QMessageBox* box = nullptr;
  EXPECT_TRUE(QTest::qWaitFor([&] { return (box = window_->findChild<QMessageBox*>("message")) != nullptr; },
                              testing::patience_ms));
  EXPECT_THAT(box->text().toStdString(),
              HasSubstr("legend.csv: expected a file that can be written, found "));
  box->close();
}

TEST_F(CsvExportsTest, EmptyTablesAreReported) {
  open({write("run.gus", csv_run)});
  window_->run_action("copy csv marks");
  EXPECT_THAT(status(), HasSubstr("No marks to copy or export"));
  window_->run_action("copy csv sweep");
  EXPECT_THAT(status(), HasSubstr("No sweep to copy or export"));
}

TEST_F(CsvExportsTest, TablesOfClosedPanelsAreComputed) {
  open({write("run.gus", csv_run), write("other.gus", csv_run)});
  const std::pair<const char*, const char*> tables[]{{"comparison", "Compare"},
                                                     {"critical path", "Critical path"},
                                                     {"idle time", "Idle time"},
                                                     {"statistics", "Statistics"}};
  for (const auto& [name, panel] : tables) {
    auto* const dock = window_->findChild<QDockWidget*>(panel);
    ASSERT_TRUE(dock->isHidden()) << panel;
    copy(name);
    EXPECT_FALSE(dock->isHidden()) << panel << " shows what was copied";
    EXPECT_THAT(clipboard(), StartsWith(panel == std::string("Compare") ? "a,b," : "trace,")) << name;
    dock->hide();
  }
  const std::string whole = clipboard();
  timeline().show({0, 1'000});
  copy("statistics");
  EXPECT_NE(clipboard(), whole) << "the hidden panel's statistics were those of an earlier range";
}

TEST_F(CsvExportsTest, ExportOfAClosedPanelAsksForAFileWhenTheTableIsKnown) {
  open({write("run.gus", csv_run)});
  const std::filesystem::path path = folder_ / "statistics.csv";
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  bool is_asked = false;
  QTimer accepts;
  accepts.callOnTimeout([&] {
    auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    accepts.stop();
    is_asked = true;
    auto* const line = dialog->findChild<QLineEdit*>();
    line->setText(QString::fromStdString(path.string()));
    QTest::keyClick(line, Qt::Key_Return);
  });
  accepts.start(20);
  QMenu& menu = *window_->findChild<QMenu*>("tables as csv");
  menu.popup(window_->mapToGlobal(QPoint(20, 20)));
  QTest::mouseClick(&menu, Qt::LeftButton, {},
                    menu.actionGeometry(window_->findChild<QAction*>("export csv statistics")).center());
  EXPECT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(path); }, testing::patience_ms));
  EXPECT_TRUE(is_asked);
  EXPECT_TRUE(QTest::qWaitFor([&] { return status().find(path.string()) != std::string::npos; },
                              testing::patience_ms));
}

TEST_F(CsvExportsTest, EmptyTablesSayWhatTheyNeed) {
  EXPECT_FALSE(window_->findChild<QAction*>("export csv statistics")->isEnabled()) << "there is no trace";
  open({write("run.gus", csv_run)});
  const std::pair<const char*, const char*> tables[]{{"schedules", "search for a better schedule first"},
                                                     {"found tasks", "find tasks first"},
                                                     {"selected tasks", "select a task first"},
                                                     {"comparison", "it needs two traces"}};
  for (const auto& [name, needs] : tables) {
    window_->run_action(QString("export csv ") + name);
    EXPECT_TRUE(QTest::qWaitFor([&, text = needs] { return status().find(text) != std::string::npos; },
                                testing::patience_ms))
        << name << ": " << status();
  }
}

TEST_F(CsvExportsTest, TitlesSayWhatTheStatisticsShow) {
  open({write("run.gus", csv_run)});
  const auto text = [this] { return window_->findChild<QAction*>("export csv statistics")->text(); };
  EXPECT_EQ(text(), "Export statistics by type as CSV…");
  auto* const by = window_->findChild<QComboBox*>("statistics by");
  by->setCurrentIndex(by->findText("per worker"));
  EXPECT_EQ(text(), "Export statistics by worker as CSV…");
  by->setCurrentIndex(by->findText("messages between nodes"));
  EXPECT_EQ(text(), "Export messages between nodes as CSV…");
}

TEST_F(CsvExportsTest, PaletteFindsTheStatisticsOfTypes) {
  open({write("run.gus", csv_run)});
  key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  QTest::keyClicks(QApplication::focusWidget(), "types");
  EXPECT_THAT(window_->findChild<CommandPalette*>("command palette")->listed().mid(0, 2),
              ::testing::Contains(QString("Tables as CSV: Export statistics by type as CSV…")));
}

TEST_F(CsvExportsTest, MenusAndKeyTableListExports) {
  QStringList names;
  for (const MenuAction& one : menu_actions(*window_)) names << one.name;
  EXPECT_TRUE(names.contains("Tables as CSV: Copy statistics by type as CSV"));
  EXPECT_TRUE(names.contains("Tables as CSV: Export causal chain as CSV…"));
  const auto table = key_table(*window_);
  EXPECT_TRUE(std::any_of(table.begin(), table.end(),
                          [](const KeyHelp& line) { return line.keys == "Ctrl+Shift+C"; }));
}

}  // namespace
}  // namespace gusset::viewer
