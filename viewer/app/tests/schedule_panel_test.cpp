#include "gusset/viewer/app/what_if/schedule_panel.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <fstream>

#include "fork_join_program.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/text_file.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two workers. c waits for the third a, which began too late: the run takes 7 µs, of which 1 can be saved.
constexpr const char* late_start =
    "a|aabb.\n"
    "b.acccc\n"
    "a1: write x@0\n"
    "a2: write y@0\n"
    "a3: write z@0\n"
    "b1: write v@0\n"
    "b2: read x@1, write w@0\n"
    "c1: read z@1, write u@0\n";

class SchedulePanelTest : public testing::WindowFixture {
 protected:
  SchedulePanelTest() { window_->resize(1400, 800); }
  void SetUp() override {
    if (panel().runner().program().isEmpty()) GTEST_SKIP() << "built without the gusset command";
  }
  SchedulePanel& panel() { return window_->what_if_docks().schedule(); }
  void bring_up() {
    view().setFocus();
    if (!window_->findChild<QDockWidget*>("Schedule")->isVisible())
      QTest::keyClick(&view(), Qt::Key_B, Qt::ControlModifier);
    settle();
    EXPECT_TRUE(panel().isVisible());
  }
  void ask_about(const std::filesystem::path& path) {
    open({path});
    bring_up();
  }
  template <class Widget>
  Widget* find(const QString& name) {
    auto* widget = window_->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name.toStdString();
    return widget;
  }
  void click(const QString& name) {
    auto* button = find<QPushButton>("schedule " + name);
    ASSERT_TRUE(button->isVisible() && button->isEnabled()) << name.toStdString();
    QTest::mouseClick(button, Qt::LeftButton);
  }
  void type(const QString& name, int value) {
    auto* box = find<QSpinBox>("schedule " + name);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QString::number(value));
    QTest::keyClick(box, Qt::Key_Return);
  }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
  /// Searches for a second.
  void search() {
    type("seconds", 1);
    click("search");
    wait_until_idle();
  }
  void wait_for_progress() {
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return find<QLabel>("schedule progress text")->text().contains("found, at least"); },
        testing::patience_ms));
  }
  std::string report() {
    return (find<QLabel>("schedule report")->text() + table_text() + find<QLabel>("schedule command")->text())
        .toStdString();
  }
  QString table_text() {
    QString text;
    for (QTreeWidgetItemIterator at(find<QTreeWidget>("schedule table")); *at != nullptr; ++at) {
      for (int column = 0; column < (*at)->columnCount(); ++column) text += (*at)->text(column) + " ";
    }
    return text;
  }
  std::size_t panels() { return window_->session().document()->traces.size(); }
  const LoadedTrace& shown(std::size_t number) { return window_->session().document()->panel(number); }
  const std::vector<BoundLine>& bounds() { return window_->explanations().bounds(); }
};

TEST_F(SchedulePanelTest, EmptyPanelExplainsItself) {
  bring_up();
  EXPECT_THAT(report(), HasSubstr("Open a trace"));
  EXPECT_FALSE(find<QPushButton>("schedule search")->isEnabled());
  EXPECT_EQ(find<QAction>("schedule")->text(), "Find a better schedule");
}

TEST_F(SchedulePanelTest, SearchShowsTheAnswerAndTheScheduleBelowTheTrace) {
  ask_about(write("late.gus", late_start));
  EXPECT_EQ(find<QSpinBox>("schedule threads")->value(), 2);
  EXPECT_THAT(report(), HasSubstr("press <b>Search</b>"));
  EXPECT_FALSE(find<QPushButton>("schedule save")->isEnabled());
  search();
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(shown(1).origin_name(), "predicted");
  EXPECT_EQ(shown(1).program(), "found schedule: 2 workers");
  EXPECT_EQ(shown(1).totals.makespan_ns, 6'000);
  EXPECT_THAT(
      report(),
      HasSubstr("Took 7.00 µs on 2 workers; no schedule can be shorter than 5.50 µs (work); "
                "6.00 µs was found, which would save 14.3 %; no schedule can save more than 21.4 %."));
  EXPECT_THAT(report(), HasSubstr("Recommended: "));
  EXPECT_THAT(report(), HasSubstr("longest path first (upward rank)"));
  auto* const table = find<QTreeWidget>("schedule table");
  ASSERT_EQ(table->topLevelItemCount(), 5);
  for (int row = 0; row < table->topLevelItemCount(); ++row) {
    QTreeWidgetItem& item = *table->topLevelItem(row);
    EXPECT_TRUE(item.toolTip(0).contains('.')) << row << ": what the way to run is";
    const QRect cell = table->visualItemRect(&item);
    const int margin = table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
    const int width = table->columnWidth(0) - 2 * margin;
    const QRect name = table->fontMetrics().boundingRect(0, 0, width, 1000, Qt::TextWordWrap, item.text(0));
    EXPECT_LE(name.width(), width) << row;
    EXPECT_LE(name.height(), cell.height()) << row << ": no name is cut off";
    EXPECT_LE(cell.bottom(), table->viewport()->height()) << row;
  }
  EXPECT_THAT(report(), HasSubstr("gusset schedule late.gus --search 1s -o schedule.json --trace best.gus"));
  EXPECT_EQ(find<QAction>("open recent 0")->text(), "late.gus") << "the schedule is deleted with the window";
  EXPECT_EQ(window_->findChild<QAction*>("open recent 1"), nullptr);

  ASSERT_TRUE(window_->explanations().headline(0).has_value());
  const std::string badge = window_->explanations().headline(0)->search;
  ASSERT_THAT(badge, HasSubstr("can be saved"));
  window_->sharing().save_report(folder_ / "r.html");
  wait_until_idle();
  const std::string html = *read_text(folder_ / "r.html");
  EXPECT_THAT(html, HasSubstr("<h1>late.gus and found schedule: 2 workers</h1>"));
  EXPECT_THAT(html, HasSubstr(badge)) << "as the window shows it";
  EXPECT_THAT(html, Not(HasSubstr(shown(1).path.parent_path().string()))) << "its file is temporary";
}

TEST_F(SchedulePanelTest, BadgeSaysWhatTheSearchHasShown) {
  const auto badge = [this] { return find<QLabel>("verdict badge")->text(); };
  ask_about(write("late.gus", late_start));
  EXPECT_EQ(badge(), "optimum unknown");
  type("threads", 3);
  search();
  EXPECT_EQ(badge(), "optimum unknown") << "the schedule is for another number of workers";
  type("threads", 2);
  search();
  EXPECT_EQ(badge(), "14.3 % to 21.4 % can be saved");
  const QLabel* const shown_badge = find<QLabel>("verdict badge");
  EXPECT_GE(shown_badge->width(), shown_badge->sizeHint().width()) << "its end is not cut off";
  EXPECT_EQ(find<QLabel>("verdict badge")->toolTip(),
            "The search found a schedule that takes 6.00 µs; no schedule can be shorter than 5.50 µs.");
  auto& tabs = *find<QTabBar>("verdict tabs");
  QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(1).center());
  EXPECT_EQ(badge(), "at most 8.3 % can be saved") << "of the found schedule";
  click("remove");
  settle();
  EXPECT_EQ(badge(), "optimum unknown");
}

TEST_F(SchedulePanelTest, SaysHowToRunTheSchedule) {
  traces::Trace trace = *traces::testing::trace_from_text(late_start, 1000);
  trace.metadata.command = {"cholesky", "--blocks", "3"};
  const std::filesystem::path path = folder_ / "late.gus";
  ASSERT_TRUE(traces::write_gus(trace, path));
  ask_about(path);
  EXPECT_THAT(report(), Not(HasSubstr("To run")));
  search();
  EXPECT_THAT(report(), HasSubstr("gusset run --schedule schedule.json -- cholesky --blocks 3"));
}

TEST_F(SchedulePanelTest, BoundIsALineInBothTraces) {
  ask_about(write("late.gus", late_start));
  search();
  EXPECT_EQ(bounds(),
            (std::vector<BoundLine>{{0, 5'500, "bound 5.50 µs (work)"}, {1, 5'500, "bound 5.50 µs (work)"}}));
  click("remove");
  settle();
  EXPECT_EQ(panels(), 1U);
  EXPECT_TRUE(bounds().empty());
  EXPECT_THAT(report(), HasSubstr("press <b>Search</b>"));
}

TEST_F(SchedulePanelTest, KeepsTheScheduleWhenTheSameRunIsReadAgain) {
  const std::filesystem::path path = write("late.gus", late_start);
  ask_about(path);
  search();
  const std::string before = report();
  window_->session().reload();
  wait_until_idle();
  EXPECT_EQ(panels(), 2U);
  EXPECT_EQ(report(), before);
  EXPECT_EQ(bounds().size(), 2U);
  EXPECT_TRUE(find<QPushButton>("schedule save")->isEnabled());

  ASSERT_EQ(write("late.gus", "a|bb."), path);  // another run
  window_->session().reload();
  wait_until_idle();
  EXPECT_EQ(panels(), 1U);
  EXPECT_TRUE(bounds().empty());
}

TEST_F(SchedulePanelTest, OtherThreadsAndDurationsReplaceTheSchedule) {
  ask_about(write("late.gus", late_start));
  search();
  const std::filesystem::path first = shown(1).path;
  type("threads", 3);
  auto* durations = find<QComboBox>("schedule durations");
  durations->setFocus();
  QTest::keyClick(durations, Qt::Key_Down);
  EXPECT_EQ(panel().search(), (ScheduleSearch{3, 1, true}));
  EXPECT_THAT(durations->toolTip().toStdString(), HasSubstr("mean time of the tasks with its type"));
  search();
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(shown(1).program(), "found schedule: 3 workers, typical durations");
  EXPECT_EQ(shown(1).trace->workers.size(), 3U);
  EXPECT_FALSE(std::filesystem::exists(first));
  ASSERT_EQ(bounds().size(), 2U);
  EXPECT_THAT(bounds()[0].text, HasSubstr(", 3 workers, typical durations)"));
}

TEST_F(SchedulePanelTest, StopEndsTheSearchWithTheBestSoFar) {
  ask_about(write("late.gus", late_start));
  type("seconds", 600);
  click("search");
  wait_for_progress();
  EXPECT_TRUE(find<QProgressBar>("schedule progress")->isVisible());
  EXPECT_THAT(find<QLabel>("schedule progress text")->text().toStdString(),
              HasSubstr(" found, at least 5.50 µs needed"));
  EXPECT_FALSE(find<QPushButton>("schedule search")->isEnabled());
  click("stop");
  wait_until_idle();
  ASSERT_EQ(panels(), 2U);
  EXPECT_THAT(report(), HasSubstr("The search was stopped early."));
  EXPECT_FALSE(find<QProgressBar>("schedule progress")->isVisible());
  EXPECT_FALSE(find<QPushButton>("schedule stop")->isEnabled());
}

TEST_F(SchedulePanelTest, SelectedTaskIsOutlinedInTheOtherTraceAndLinked) {
  ask_about(write("late.gus", late_start));
  search();
  const auto type_of = [&](TaskReference task) {
    return shown(task.panel).trace->types[shown(task.panel).trace->tasks.type[task.task.value()].value()];
  };
  const auto wait_for_counterpart = [&] {
    EXPECT_TRUE(QTest::qWaitFor([this] { return view().counterparts().size() == 1; }, testing::patience_ms));
  };
  WindowFixture::click(point(5'000, {0, 1}));
  ASSERT_TRUE(selection().task());
  EXPECT_EQ(type_of(*selection().task()), "c");
  wait_for_counterpart();
  const TaskReference other = view().counterparts().front();
  EXPECT_EQ(other.panel, 1U);
  EXPECT_EQ(type_of(other), "c");
  key(Qt::Key_T);
  EXPECT_EQ(selection().task(), other);
  wait_for_counterpart();
  EXPECT_EQ(view().counterparts().front().panel, 0U);
  EXPECT_TRUE(details().contains("late.gus")) << details().toStdString();
  key(Qt::Key_Escape);
  EXPECT_TRUE(view().counterparts().empty());
}

TEST_F(SchedulePanelTest, SavesTheSchedule) {
  ask_about(write("late.gus", late_start));
  search();
  const std::filesystem::path to = folder_ / "mine.json";
  QTimer::singleShot(0, [&] {
    QFileDialog* dialog = nullptr;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
          dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
          return dialog != nullptr;
        },
        testing::patience_ms));
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    ASSERT_NE(name, nullptr);
    name->setText(QString::fromStdString(to.string()));
    QTest::keyClick(name, Qt::Key_Return);
  });
  click("save");
  EXPECT_THAT(report(), HasSubstr("Saved " + to.string()));
  EXPECT_EQ(window_->statusBar()->currentMessage().toStdString(), "Saved " + to.string());
  const auto text = read_text(to);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_THAT(*text, HasSubstr("\"gusset schedule file\""));
  panel().save_schedule(folder_ / "none" / "mine.json");
  EXPECT_THAT(report(),
              HasSubstr("none/mine.json: expected a file that can be written, found: No such file"));
}

TEST_F(SchedulePanelTest, CopiesTheCommand) {
  const std::filesystem::path path = write("late.gus", late_start);
  ask_about(path);
  type("threads", 4);
  click("copy command");
  EXPECT_EQ(
      QApplication::clipboard()->text().toStdString(),
      shell_text(panel().runner().program().toStdString(), {"schedule", path.string(), "--threads", "4", "-o",
                                                            "schedule.json", "--trace", "best.gus"}));
}

TEST_F(SchedulePanelTest, CopiesTheTableAsCsv) {
  ask_about(write("late.gus", late_start));
  search();
  QApplication::clipboard()->clear();
  window_->run_action("copy csv schedules");
  EXPECT_TRUE(
      QTest::qWaitFor([] { return !QApplication::clipboard()->text().isEmpty(); }, testing::patience_ms));
  EXPECT_THAT(
      QApplication::clipboard()->text().toStdString(),
      ::testing::StartsWith("schedule,key,exact_s,median_s,p5_s,p95_s\ndefault policy (locality),locality,"));
}

TEST_F(SchedulePanelTest, FailuresShowTheCommandsError) {
  ask_about(write("lonely.gus", "aabb"));
  search();
  EXPECT_THAT(report(), HasSubstr("lonely.gus: expected recorded accesses or dependencies"));
  EXPECT_EQ(panels(), 1U);
  ask_about(GUSSET_JOINED_TRACE);
  search();
  EXPECT_THAT(report(), HasSubstr("cholesky_on_4_nodes.gus: expected a run on 1 node"));
  EXPECT_EQ(panels(), 1U);
}

// The main task creates a at 1 µs, waits for it from 4 to 8 µs, and ends at 10 µs. Task a begins late.
TEST_F(SchedulePanelTest, OpenMpProgramsGetOnlyASentence) {
  traces::testing::ForkJoinProgram program(2);
  const traces::TaskId main = program.task("main");
  const traces::TaskId a = program.task("a", main, 1000);
  program.run(0, main, 0, 10000);
  program.wait(0, main, 4000, 8000, traces::TaskWait::Kind::taskwait);
  program.run(1, a, 5000, 8000);
  const std::filesystem::path path = folder_ / "openmp.gus";
  ASSERT_TRUE(traces::write_gus(program.trace(), path));
  ask_about(path);
  search();
  EXPECT_THAT(report(), HasSubstr("6.00 µs was found, the shortest possible"));
  EXPECT_EQ(table_text(), "");
  EXPECT_EQ(panels(), 1U);
  EXPECT_EQ(bounds(), (std::vector<BoundLine>{{0, 6'000, "bound 6.00 µs (critical path)"}}));
  const auto& save = *find<QPushButton>("schedule save");
  EXPECT_FALSE(save.isEnabled());
  EXPECT_THAT(save.toolTip().toStdString(), HasSubstr("The schedule of an OpenMP program cannot be saved"));
  EXPECT_THAT(report(), HasSubstr("The schedule of an OpenMP program cannot be saved"));
}

TEST_F(SchedulePanelTest, ButtonThatSavesSaysWhatIsMissing) {
  ask_about(write("late.gus", late_start));
  const auto& save = *find<QPushButton>("schedule save");
  EXPECT_THAT(save.toolTip().toStdString(), HasSubstr("Search for a schedule first"));
  search();
  EXPECT_THAT(save.toolTip().toStdString(), HasSubstr("Save the found schedule as JSON"));
}

TEST_F(SchedulePanelTest, ReportsAMissingProgram) {
  ask_about(write("late.gus", late_start));
  panel().runner().set_program({});
  click("search");
  EXPECT_THAT(report(), HasSubstr("gusset: expected the program beside gusset-viewer or in PATH"));
  panel().runner().set_program("/no such program");
  click("search");
  wait_until_idle();
  EXPECT_THAT(report(), ::testing::AnyOf(HasSubstr("No such file"), HasSubstr("failed to start")));
}

TEST_F(SchedulePanelTest, StopBeforeTheFirstScheduleSaysSo) {
  ask_about(write("late.gus", late_start));
  const std::filesystem::path script = folder_ / "hang";
  std::ofstream(script) << "#!/bin/sh\nexec sleep 1000\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  panel().runner().set_program(QString::fromStdString(script.string()));
  click("search");
  click("stop");
  wait_until_idle();
  EXPECT_THAT(report(), HasSubstr("Stopped before a schedule was found"));
}

TEST_F(SchedulePanelTest, OpeningAnotherTraceEndsTheSearch) {
  ask_about(write("late.gus", late_start));
  search();
  type("seconds", 600);
  click("search");
  wait_for_progress();
  ask_about(write("other.gus", "aa|bb\na1: write x@0\nb1: read x@1, write y@0"));
  wait_until_idle();
  EXPECT_EQ(panels(), 1U);
  EXPECT_TRUE(bounds().empty());
  EXPECT_EQ(find<QSpinBox>("schedule threads")->value(), 1);
  EXPECT_THAT(report(), HasSubstr("press <b>Search</b>"));
}

TEST_F(SchedulePanelTest, RemovesItsFiles) {
  ask_about(write("late.gus", late_start));
  search();
  const std::filesystem::path file = shown(1).path;
  EXPECT_TRUE(std::filesystem::exists(file));
  click("remove");
  EXPECT_FALSE(std::filesystem::exists(file));
  search();
  const std::filesystem::path next = shown(1).path;
  EXPECT_TRUE(std::filesystem::exists(next));
  window_.reset();
  EXPECT_FALSE(std::filesystem::exists(next.parent_path()));
}

}  // namespace
}  // namespace gusset::viewer
