#include "gusset/viewer/app/window/csv_exports.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenu>
#include <QMessageBox>
#include <QStatusBar>
#include <fstream>
#include <sstream>

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
  EXPECT_TRUE(QTest::qWaitFor([&] { return status().find("Exported") == 0; }, testing::patience_ms));
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_THAT(text.str(), StartsWith("trace,name,tasks,busy_ns,share,hidden\nrun.gus,"));
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

TEST_F(CsvExportsTest, MenusAndKeyTableListExports) {
  QStringList names;
  for (const MenuAction& one : menu_actions(*window_)) names << one.name;
  EXPECT_TRUE(names.contains("Tables as CSV: Copy statistics as CSV"));
  EXPECT_TRUE(names.contains("Tables as CSV: Export causal chain as CSV…"));
  const auto table = key_table(*window_);
  EXPECT_TRUE(std::any_of(table.begin(), table.end(),
                          [](const KeyHelp& line) { return line.keys == "Ctrl+Shift+C"; }));
}

}  // namespace
}  // namespace gusset::viewer
