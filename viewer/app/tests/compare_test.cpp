#include "gusset/viewer/app/explain/compare_panel.hpp"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeWidget>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;

constexpr const char* measured_run = "aa...bb|cc\na1: write x@0\nb1: read x@1, write y@0\nc1: read y@1";
constexpr const char* predicted_run = "aabb|cc\na1: write x@0\nb1: read x@1, write y@0\nc1: read y@1";
constexpr TaskReference run_b{0, traces::TaskId(1)};
constexpr TaskReference predicted_b{1, traces::TaskId(1)};

class CompareTest : public testing::WindowFixture {
 protected:
  void open_both() {
    open({write("run.gus", measured_run),
          write("prediction.gus", predicted_run, 1000, traces::Origin::predicted)});
  }
  void show_compare() {
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_D, Qt::ControlModifier);
    wait_until_idle();
    EXPECT_TRUE(window_->findChild<QDockWidget*>("Compare")->isVisible());
  }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
  QTextBrowser& report() { return *window_->findChild<QTextBrowser*>("compare text"); }
  QTreeWidget& bars() { return *window_->findChild<QTreeWidget*>("compare bars"); }
};

TEST_F(CompareTest, NeedsTwoTraces) {
  open({write("run.gus", measured_run)});
  show_compare();
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("Open two traces"));
  key(Qt::Key_T);
  EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(), HasSubstr("Select a task"));
}

TEST_F(CompareTest, ShowsDifferencesAndDivergence) {
  open_both();
  show_compare();
  const std::string text = report().toPlainText().toStdString();
  EXPECT_THAT(text, HasSubstr("the prediction is off by -33.3 %"));
  EXPECT_THAT(text, HasSubstr("3 of A's 3 tasks (100.0 %) are in B"));
  EXPECT_THAT(text, HasSubstr("The runs diverge at 7.00 µs"));
  ASSERT_GT(bars().topLevelItemCount(), 7);
  EXPECT_EQ(bars().topLevelItem(2)->text(0), "type");
  const QTreeWidgetItem& worker = *bars().topLevelItem(7);
  const std::vector<QString> cells{"w0", "", "0 s", "6.00 µs", "6.00 µs"};
  const std::vector<QString> headings{"", "− 0 +", "B − A", "A", "B"};
  for (int cell = 0; cell < bars().columnCount(); ++cell) {
    EXPECT_EQ(worker.text(cell), cells[static_cast<std::size_t>(cell)]) << cell;
    EXPECT_EQ(bars().headerItem()->text(cell), headings[static_cast<std::size_t>(cell)]);
  }
  const QString folder = qEnvironmentVariable("GUSSET_TEST_PICTURES");
  if (!folder.isEmpty()) {
    EXPECT_TRUE(window_->grab().save(folder + "/compare.png"));
  }
}

TEST_F(CompareTest, StatusBarClearsWhenDone) {
  open_both();
  show_compare();
  for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>())
    EXPECT_FALSE(label->text().contains("Working")) << label->text().toStdString();
}

TEST_F(CompareTest, BarAccompaniesEachChange) {
  open({write("a.gus", "aaaab"), write("b.gus", "aab")});
  show_compare();
  const QTreeWidgetItem& type = *bars().topLevelItem(3);
  EXPECT_EQ(type.text(0), "a");
  EXPECT_EQ(type.text(2), "-2.00 µs");
  EXPECT_EQ(type.text(3), "4.00 µs");
  EXPECT_EQ(type.text(4), "2.00 µs");
  EXPECT_EQ(type.data(1, Qt::UserRole).toDouble(), -1.0);
}

TEST_F(CompareTest, LinkInTheDivergenceSelectsTheTask) {
  open_both();
  show_compare();
  timeline().show({0, 1'000});
  // Clicks the link where it is shown.
  QPoint where;
  for (int y = 0; y < report().viewport()->height() && where.isNull(); y += 3) {
    for (int x = 0; x < report().viewport()->width() && where.isNull(); x += 3) {
      if (report().anchorAt({x, y}) == "task:0:1") where = {x, y};
    }
  }
  ASSERT_FALSE(where.isNull());
  QTest::mouseClick(report().viewport(), Qt::LeftButton, {}, where);
  settle();
  EXPECT_EQ(selection().task(), run_b);
  EXPECT_GE(timeline().axis().end_ns(), 7'000.0) << "scrolled into view";
}

// Opens the menu of a side's range and clicks the entry that begins with a text.
void choose_range(QPushButton& button, const QString& begin) {
  QMenu& menu = *button.menu();
  const auto connection = QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu, begin] {
    QTimer::singleShot(0, &menu, [&menu, begin] {
      for (QAction* action : menu.actions()) {
        if (!action->text().startsWith(begin)) continue;
        QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(action).center());
        return;
      }
      ADD_FAILURE() << "no entry " << begin.toStdString();
      menu.close();
    });
  });
  QTest::mouseClick(&button, Qt::LeftButton);
  QObject::disconnect(connection);
}

TEST_F(CompareTest, RangesOfBothTracesAreCompared) {
  open_both();
  show_compare();
  auto& a_range = *window_->findChild<QPushButton*>("compare a range");
  auto& b_range = *window_->findChild<QPushButton*>("compare b range");
  EXPECT_EQ(a_range.text(), "Whole trace");
  window_->session().selection().select_range({5'000, 7'000}, SelectionOrigin::timeline);
  choose_range(a_range, "Selected range, 5.00 µs to 7.00 µs");
  wait_until_idle();
  EXPECT_EQ(a_range.text(), "5.00 µs to 7.00 µs");
  EXPECT_THAT(report().toPlainText().toStdString(),
              HasSubstr("A from 5.00 µs to 7.00 µs (2.00 µs, measured, 1 worker): 1 task ran"));
  window_->session().edit({{{2'000, "here"}, {4'000, "there"}}, {}});
  choose_range(b_range, "From “here” to “there”, 2.00 µs to 4.00 µs");
  wait_until_idle();
  EXPECT_THAT(report().toPlainText().toStdString(),
              HasSubstr("B from 2.00 µs to 4.00 µs (2.00 µs, predicted, 1 worker): 1 task ran"));
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("1 of A's 1 task also ran in B's range."));
  EXPECT_EQ(bars().topLevelItem(1)->text(0), "range");
  choose_range(a_range, "Whole trace");
  choose_range(b_range, "Whole trace");
  wait_until_idle();
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("the prediction is off by"));
}

TEST_F(CompareTest, RangeIsForgottenWithItsTrace) {
  open_both();
  show_compare();
  auto& a_range = *window_->findChild<QPushButton*>("compare a range");
  window_->session().selection().select_range({5'000, 8'000}, SelectionOrigin::timeline);
  choose_range(a_range, "Selected range");
  wait_until_idle();
  open({write("c.gus", "aaaab"), write("d.gus", "aab")});
  wait_until_idle();
  EXPECT_EQ(a_range.text(), "Whole trace");
}

TEST_F(CompareTest, UserChoosesBothSides) {
  open_both();
  show_compare();
  auto* a = window_->findChild<QComboBox*>("compare a");
  auto* b = window_->findChild<QComboBox*>("compare b");
  const auto choose = [&](QComboBox* box, Qt::Key key) {
    box->setFocus();
    QTest::keyClick(box, key);
    wait_until_idle();
  };
  choose(a, Qt::Key_Down);
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("Choose two different traces"));
  choose(b, Qt::Key_Up);
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("A 6.00 µs (predicted, 1 worker), B 9.00 µs"));
}

TEST_F(CompareTest, RangesOfOneTraceAreCompared) {
  open({write("run.gus", measured_run)});
  show_compare();
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("two ranges of one trace"));
  window_->session().selection().select_range({5'000, 7'000}, SelectionOrigin::timeline);
  choose_range(*window_->findChild<QPushButton*>("compare b range"), "Selected range, 5.00 µs to 7.00 µs");
  wait_until_idle();
  EXPECT_THAT(report().toPlainText().toStdString(),
              HasSubstr("B from 5.00 µs to 7.00 µs (2.00 µs, measured, 1 worker): 1 task ran"));
  EXPECT_GT(bars().topLevelItemCount(), 0);
}

TEST_F(CompareTest, NamesOfTracesAreShownWhole) {
  const std::string name = "a run with a name that is much longer than the box is wide";
  open({write(name + ".gus", measured_run), write("prediction.gus", predicted_run)});
  show_compare();
  const auto* a = window_->findChild<QComboBox*>("compare a");
  EXPECT_THAT(a->toolTip().toStdString(), HasSubstr(name));
  EXPECT_THAT(window_->findChild<QComboBox*>("compare b")->toolTip().toStdString(), HasSubstr("prediction"));
  const auto* range = window_->findChild<QPushButton*>("compare a range");
  EXPECT_GT(range->y(), a->geometry().bottom()) << "it would take the name's room";
}

TEST_F(CompareTest, TTogglesBetweenMatchingTasks) {
  open_both();
  click(point(6'000));
  ASSERT_EQ(selection().task(), run_b);
  wait_until_idle();
  key(Qt::Key_T);
  wait_until_idle();
  EXPECT_EQ(selection().task(), predicted_b);
  key(Qt::Key_T);
  wait_until_idle();
  EXPECT_EQ(selection().task(), run_b);
}

TEST_F(CompareTest, TWaitsForTheMatching) {
  open_both();
  window_->session().selection().select_task(run_b, {}, SelectionOrigin::command);
  QTest::keyClick(&view(), Qt::Key_T);
  wait_until_idle();
  EXPECT_EQ(selection().task(), predicted_b);
}

TEST_F(CompareTest, ReportsATaskWithoutMatch) {
  open({write("run.gus", "aabb"), write("other.gus", "aa")});
  click(point(3'000));
  wait_until_idle();
  key(Qt::Key_T);
  EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(), HasSubstr("other.gus has no such task"));
  EXPECT_THAT(details().toStdString(), HasSubstr("no match"));
}

TEST_F(CompareTest, DetailsLinkToTheOtherTrace) {
  open_both();
  click(point(6'000));
  wait_until_idle();
  EXPECT_THAT(details().toStdString(), HasSubstr("Same task in other traces"));
  emit window_->details().anchorClicked(QUrl("task:1:1"));
  settle();
  EXPECT_EQ(selection().task(), predicted_b);
}

TEST_F(CompareTest, OffersAThirdTrace) {
  open_both();
  show_compare();
  window_->session().add({write("third.gus", "aa")});
  wait_until_idle();
  auto* b = window_->findChild<QComboBox*>("compare b");
  EXPECT_EQ(b->count(), 3);
  EXPECT_THAT(report().toPlainText().toStdString(), HasSubstr("The runs diverge"));
}

}  // namespace
}  // namespace gusset::viewer
