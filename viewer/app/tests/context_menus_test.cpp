// The menus of right clicks, by real clicks.
#include <gmock/gmock.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QTableWidget>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* drawing_for_menus = R"(
  n0/w0: aa.bbbb.....
  n0/w1: cccccc.aaaa.
  n1/w0: bb....bb....
)";

class ContextMenusTest : public testing::WindowFixture {
 protected:
  /// Right-clicks on the timeline and returns the menu that opens.
  QMenu* menu_at(QPoint where) {
    move(where);
    QTest::mouseClick(&canvas(), Qt::RightButton, {}, where);
    settle();
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
  }
  void choose(QMenu* menu, const QString& id) {
    ASSERT_NE(menu, nullptr);
    for (QAction* action : menu->actions()) {
      if (action->objectName() != id) continue;
      QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
      settle();
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
      return;
    }
    FAIL() << "no action " << id.toStdString();
  }
  static std::vector<std::string> ids_of(const QMenu* menu) {
    std::vector<std::string> ids;
    if (menu == nullptr) return ids;
    for (const QAction* action : menu->actions()) ids.push_back(action->objectName().toStdString());
    return ids;
  }
  std::string copied() { return QGuiApplication::clipboard()->text().toStdString(); }
};

TEST_F(ContextMenusTest, TaskOffersWhatAppliesToIt) {
  open({write("menus.gus", drawing_for_menus)});
  QMenu* menu = menu_at(point(4'000));
  ASSERT_TRUE(selection().task()) << "the clicked task is selected";
  EXPECT_THAT(ids_of(menu),
              ::testing::IsSupersetOf({"why", "zoom to task", "only this type", "hide this type",
                                       "find this type", "copy task name", "mark", "fit"}));
  choose(menu, "zoom to task");
  EXPECT_FALSE(timeline().axis().shows_everything());
  choose(menu_at(point(4'000)), "only this type");
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a", "c"}));
  choose(menu_at(point(4'000)), "copy task name");
  EXPECT_EQ(copied(), task_name(window_->session().document()->panel(0), selection().task()->task));
  choose(menu_at(point(4'000)), "find this type");
  EXPECT_EQ(window_->findChild<QLineEdit*>("find")->text(), "type=\"b\"");
}

TEST_F(ContextMenusTest, HidesATypeAndShowsItAgainFromTheLegend) {
  open({write("menus.gus", drawing_for_menus)});
  choose(menu_at(point(4'000)), "hide this type");
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"b"}));
  LegendPanel& legend = window_->legend();
  const QList<QTreeWidgetItem*> items = legend.findItems("b", Qt::MatchExactly | Qt::MatchRecursive);
  ASSERT_EQ(items.size(), 1);
  const QPoint where = legend.visualItemRect(items[0]).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, where, legend.viewport()->mapToGlobal(where));
  QApplication::sendEvent(legend.viewport(), &event);
  choose(qobject_cast<QMenu*>(QApplication::activePopupWidget()), "show all types");
  EXPECT_TRUE(window_->session().appearance().hidden.empty());
}

TEST_F(ContextMenusTest, LegendFindsTheTasksOfAType) {
  open({write("menus.gus", drawing_for_menus)});
  LegendPanel& legend = window_->legend();
  const QPoint where =
      legend.visualItemRect(legend.findItems("c", Qt::MatchExactly | Qt::MatchRecursive).value(0)).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, where, legend.viewport()->mapToGlobal(where));
  QApplication::sendEvent(legend.viewport(), &event);
  choose(qobject_cast<QMenu*>(QApplication::activePopupWidget()), "find its tasks");
  EXPECT_EQ(window_->findChild<QLineEdit*>("find")->text(), "type=\"c\"");
}

TEST_F(ContextMenusTest, RowOffersItsNodeAndItsName) {
  open({write("menus.gus", drawing_for_menus)});
  const QPoint name(timeline().node_label_width() + 8, point(0, {0, 1}).y());
  QMenu* menu = menu_at(name);
  EXPECT_THAT(ids_of(menu), ::testing::Not(::testing::Contains("only this type")));
  choose(menu, "copy row name");
  EXPECT_EQ(copied(), window_->session().document()->panel(0).rows[1].label);
  choose(menu_at(name), "fold this node");
  EXPECT_EQ(timeline().layout().rows(0), 2U);
  choose(menu_at(name), "fold this node");
  EXPECT_EQ(timeline().layout().rows(0), 2U) << "the second row is the other node's";
}

TEST_F(ContextMenusTest, PinnedRowStaysWhileTheOthersScroll) {
  std::string rows;
  for (int i = 0; i < 300; ++i) rows += "ab\n";
  open({write("many.gus", rows)});
  const QPoint sixth(8, point(0, {0, 5}).y());
  choose(menu_at(sixth), "pin this row");
  ASSERT_TRUE(timeline().is_pinned({0, 5}));
  const auto names = [&](Stretch part) {
    view().canvas().draw_now();
    return view().canvas().image().copy(0, part.top, timeline().plot().left, part.height);
  };
  const QPoint first(8, point(0, {0, 0}).y());
  move(first);
  settle();
  const Stretch pinned = *timeline().stretch_of({0, 5});
  const Stretch others = timeline().layout().scrolled(0);
  const QImage pinned_name = names(pinned);
  const QImage other_names = names(others);
  wheel(first, -10);
  EXPECT_GT(timeline().scrolls()[0], 0);
  EXPECT_EQ(names(pinned), pinned_name);
  EXPECT_NE(names(others), other_names);
  EXPECT_EQ(timeline().stretch_of({0, 5}), pinned);
  EXPECT_THAT(ids_of(menu_at(first)), ::testing::Not(::testing::Contains("unpin rows"))) << "only one is";
  QApplication::activePopupWidget()->close();
  choose(menu_at(QPoint(8, others.top + 40)), "pin this row");
  EXPECT_EQ(timeline().pinned_rows(), 2U);
  choose(menu_at(first), "pin this row");
  EXPECT_FALSE(timeline().is_pinned({0, 5}));
  EXPECT_EQ(timeline().pinned_rows(), 1U);
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(timeline().pinned_rows(), 2U);
  choose(menu_at(first), "unpin rows");
  EXPECT_EQ(timeline().pinned_rows(), 0U);
}

TEST_F(ContextMenusTest, ClickOnAPinnedRowsNodeDoesNotFoldIt) {
  open({write("menus.gus", drawing_for_menus)});
  choose(menu_at(point(9'500, {0, 2})), "pin this row");
  QTest::mouseClick(&canvas(), Qt::LeftButton, {}, QPoint(12, point(0, {0, 0}).y()));
  settle();
  EXPECT_EQ(timeline().arrangement(0).place_of(2), 0U);
  EXPECT_TRUE(timeline().row_options(0).folded.empty());
}

TEST_F(ContextMenusTest, ShowsOnlyTheRowsOfANode) {
  open({write("menus.gus", drawing_for_menus)});
  choose(menu_at(point(9'500, {0, 0})), "only this node");
  EXPECT_EQ(timeline().layout().rows(0), 2U);
  choose(menu_at(point(9'500, {0, 0})), "all rows");
  EXPECT_EQ(timeline().layout().rows(0), 3U);
}

TEST_F(ContextMenusTest, SelectedRangeCanBeZoomedToAndCleared) {
  open({write("menus.gus", drawing_for_menus)});
  drag(point(2'500), point(7'500));
  ASSERT_TRUE(selection().range);
  choose(menu_at(point(7'200)), "zoom to range");
  EXPECT_FALSE(timeline().axis().shows_everything());
  choose(menu_at(point(7'200)), "clear range");
  EXPECT_FALSE(selection().range);
  EXPECT_THAT(ids_of(menu_at(point(7'200))), ::testing::Not(::testing::Contains("zoom to range")));
  QApplication::activePopupWidget()->close();
}

TEST_F(ContextMenusTest, MarkCanBeCopiedAndRemoved) {
  open({write("menus.gus", drawing_for_menus)});
  window_->session().edit(with_mark(window_->session().edits(), {7'000, "here"}));
  settle();
  const RowMetrics& metrics = timeline().layout().metrics();
  const double ratio = canvas().devicePixelRatioF();
  const QPoint flag(static_cast<int>((timeline().x_from_time(7'000) + 4) / ratio),
                    static_cast<int>((metrics.ruler_height + metrics.marks_height / 2.0) / ratio));
  choose(menu_at(flag), "copy mark");
  EXPECT_EQ(copied(), "7.000 µs here");
  choose(menu_at(flag), "remove mark");
  EXPECT_TRUE(window_->session().edits().marks.empty());
}

}  // namespace
}  // namespace gusset::viewer
