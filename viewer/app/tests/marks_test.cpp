// Marks, snapping to edges, and undoing edits, by real clicks and keys.
#include <QColorDialog>
#include <QMenu>
#include <QTableWidget>

#include "gusset/viewer/app/timeline/legend_panel.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class MarksTest : public testing::WindowFixture {
 protected:
  QTableWidget& table() { return *window_->findChild<QTableWidget*>("marks"); }
  std::vector<Mark> marks() { return window_->session().edits().marks; }
  void mark_at(QPoint where) {
    move(where);
    key(Qt::Key_M);
  }
};

TEST_F(MarksTest, MarkSnapsToTheNearestEdgeAndTakesANote) {
  open({write("one.gus", "aaaa....bbbb")});
  mark_at(point(8'000) + QPoint(3, 0));
  ASSERT_EQ(marks().size(), 1U);
  EXPECT_EQ(marks()[0].time_ns, 8'000);
  ASSERT_TRUE(table().isVisible());
  QTest::keyClicks(QApplication::focusWidget(), "here");
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  settle();
  EXPECT_EQ(marks()[0].note, "here");
}

TEST_F(MarksTest, MarksAddARowBelowTheRuler) {
  open({write("one.gus", "aaaa....bbbb")});
  const int title = timeline().layout().title(0).top;
  mark_at(point(8'000));
  EXPECT_GT(timeline().layout().title(0).top, title);
  window_->findChild<QAction*>("undo edit")->trigger();
  EXPECT_EQ(timeline().layout().title(0).top, title);
}

TEST_F(MarksTest, UndoAndRedoEdits) {
  open({write("one.gus", "aaaa....bbbb")});
  mark_at(point(8'000));
  mark_at(point(4'000));
  ASSERT_EQ(marks().size(), 2U);
  EXPECT_LT(marks()[0].time_ns, marks()[1].time_ns);
  window_->findChild<QAction*>("undo edit")->trigger();
  EXPECT_EQ(marks().size(), 1U);
  window_->findChild<QAction*>("redo edit")->trigger();
  EXPECT_EQ(marks().size(), 2U);
  EXPECT_FALSE(window_->findChild<QAction*>("redo edit")->isEnabled());
}

TEST_F(MarksTest, ClickGoesToAMarkAndDeleteRemovesIt) {
  open({write("one.gus", "aaaa....bbbb")});
  mark_at(point(8'000));
  timeline().show({0, 1'000});
  settle();
  QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                    table().visualItemRect(table().item(0, 0)).center());
  settle();
  EXPECT_NEAR(timeline().axis().time_from_x(timeline().plot().width / 2.0), 8'000, 10);
  QTest::keyClick(&table(), Qt::Key_Delete);
  EXPECT_TRUE(marks().empty());
}

TEST_F(MarksTest, MarksBelongToTheirTrace) {
  open({write("one.gus", "aaaa....bbbb")});
  mark_at(point(8'000));
  window_->session().reload();
  settle();
  EXPECT_EQ(marks().size(), 1U);
  open({write("two.gus", "bb")});
  EXPECT_TRUE(marks().empty());
}

TEST_F(MarksTest, RangeEndsSnapToTasksUnlessAltIsHeld) {
  open({write("one.gus", "aaaa....bbbb")});
  const QPoint from = point(4'000) + QPoint(4, 0);
  const QPoint to = point(8'000) - QPoint(4, 0);
  drag(from, to);
  EXPECT_EQ(selection().range, (TimeRange{4'000, 8'000}));
  drag(from, to, Qt::LeftButton, Qt::AltModifier);
  ASSERT_TRUE(selection().range);
  EXPECT_GT(selection().range->begin_ns, 4'000);
  EXPECT_LT(selection().range->end_ns, 8'000);
}

TEST_F(MarksTest, LegendSetsATypesColourAndUndoResetsIt) {
  open({write("one.gus", "aaaa....bbbb")});
  LegendPanel& legend = window_->legend();
  const QPoint where =
      legend.visualItemRect(legend.findItems("b", Qt::MatchExactly | Qt::MatchRecursive)[0]).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, where, legend.viewport()->mapToGlobal(where));
  QApplication::sendEvent(legend.viewport(), &event);
  auto* const menu = legend.findChild<QMenu*>("legend menu");
  ASSERT_NE(menu, nullptr);
  for (QAction* action : menu->actions()) {
    if (action->text() == "Colour…") action->trigger();
  }
  menu->close();
  auto* const dialog = legend.findChild<QColorDialog*>("colour dialog");
  ASSERT_NE(dialog, nullptr);
  dialog->setCurrentColor(QColor(10, 20, 30));
  dialog->accept();
  settle();
  EXPECT_EQ(window_->session().document()->colours.of_categories(0)[1], (traces::Colour{10, 20, 30}));
  auto* const undo = window_->findChild<QAction*>("undo edit");
  ASSERT_TRUE(undo->isEnabled());
  undo->trigger();
  EXPECT_EQ(window_->session().document()->colours.of_categories(0)[1], traces::type_colour(1));
}

}  // namespace
}  // namespace gusset::viewer
