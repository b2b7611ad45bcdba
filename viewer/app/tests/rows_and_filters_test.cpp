// Folding, sorting and filtering rows, and finding and filtering tasks, by real clicks and keys.
#include <gmock/gmock.h>

#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/legend_panel.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* two_nodes = R"(
  n0/w0: aa.bbbb.....
  n0/w1: cccccc.aaaa.
  n1/w0: bb....bb....
  n1/w1: ddddddddddd.
)";

class RowsAndFilters : public testing::WindowFixture {
 protected:
  QTreeWidgetItem* legend_item(const QString& name) {
    const QList<QTreeWidgetItem*> items =
        window_->legend().findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
    EXPECT_EQ(items.size(), 1) << name.toStdString();
    return items.value(0);
  }
  QPoint place_of(const QString& name) {
    return window_->legend().visualItemRect(legend_item(name)).center();
  }
  void click_legend(const QString& name) {
    QTest::mouseClick(window_->legend().viewport(), Qt::LeftButton, {}, place_of(name));
    settle();
  }
  bool shows(std::size_t task) { return window_->session().document()->panel(0).shows(traces::TaskId(task)); }
  QWidget& filters() { return *window_->findChild<QWidget*>("filters"); }
  QLineEdit& find() { return *window_->findChild<QLineEdit*>("find"); }
  QString found() { return window_->findChild<QLabel*>("found")->text(); }
  // The error is shown on a separate line.
  std::string error() {
    auto* const label = window_->findChild<QLabel*>("find error");
    return label->isVisible() ? label->text().toStdString() : std::string();
  }
  void type_in(const QString& text) {
    find().clear();
    QTest::keyClicks(&find(), text);
    settle();
  }
  void press(const char* button) {
    QTest::mouseClick(window_->findChild<QPushButton*>(button), Qt::LeftButton);
    settle();
  }
};

TEST_F(RowsAndFilters, ClickOnANodesNameTogglesFolding) {
  open({write("two.gus", two_nodes)});
  ASSERT_EQ(timeline().layout().rows(0), 4U);
  const QPoint name = {10, point(0, {0, 0}).y()};
  QTest::mouseClick(&canvas(), Qt::LeftButton, {}, name);
  settle();
  EXPECT_EQ(timeline().layout().rows(0), 3U);
  QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {10, point(0, {0, 0}).y()});
  settle();
  EXPECT_EQ(timeline().layout().rows(0), 4U);
  EXPECT_FALSE(selection().task());
}

TEST_F(RowsAndFilters, KeyFoldsAllNodesAndUndoUnfoldsThem) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_T, Qt::ControlModifier);
  EXPECT_EQ(timeline().layout().rows(0), 2U);
  EXPECT_TRUE(window_->findChild<QAction*>("fold all")->isChecked());
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(timeline().layout().rows(0), 4U);
  EXPECT_FALSE(window_->findChild<QAction*>("fold all")->isChecked());
}

TEST_F(RowsAndFilters, MenuSortsRows) {
  open({write("two.gus", two_nodes)});
  window_->findChild<QAction*>("rows by busy share")->trigger();
  settle();
  EXPECT_EQ(timeline().arrangement(0).place_of(1), 0U) << "the second worker is busier";
  click(point(1'500, {0, 0}));
  ASSERT_TRUE(selection().task());
  EXPECT_EQ(selection().rows, (std::vector<RowReference>{{0, 1}}));
}

TEST_F(RowsAndFilters, MenuPinsTheSelectedTasksRow) {
  open({write("two.gus", two_nodes)});
  auto* const pin = window_->findChild<QAction*>("pin row");
  auto* const unpin = window_->findChild<QAction*>("unpin rows");
  EXPECT_FALSE(pin->isEnabled());
  EXPECT_FALSE(unpin->isEnabled());
  click(point(1'500, {0, 3}));
  ASSERT_TRUE(pin->isEnabled());
  pin->trigger();
  settle();
  EXPECT_EQ(timeline().arrangement(0).place_of(3), 0U);
  EXPECT_TRUE(pin->isChecked());
  EXPECT_TRUE(unpin->isEnabled());
  pin->trigger();
  settle();
  EXPECT_EQ(timeline().pinned_rows(), 0U);
  EXPECT_FALSE(pin->isChecked());
  pin->trigger();
  unpin->trigger();
  settle();
  EXPECT_EQ(timeline().pinned_rows(), 0U);
  EXPECT_FALSE(unpin->isEnabled());
}

TEST_F(RowsAndFilters, LegendClickTogglesATypeAndDoubleClickIsolatesIt) {
  open({write("two.gus", two_nodes)});
  EXPECT_FALSE(filters().isVisible());
  click_legend("a");
  EXPECT_FALSE(shows(0));
  EXPECT_TRUE(filters().isVisible());
  EXPECT_THAT(filters().findChild<QPushButton*>("filter chip")->text().toStdString(),
              ::testing::StartsWith("without a"));
  click_legend("a");
  EXPECT_TRUE(shows(0));
  EXPECT_FALSE(filters().isVisible());
  for (const bool alone : {true, false}) {
    const QPoint at = place_of("b");
    QTest::mouseClick(window_->legend().viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(window_->legend().viewport(), Qt::LeftButton, {}, at);
    settle();
    EXPECT_EQ(window_->session().appearance().hidden.size(), alone ? 3U : 0U);
    EXPECT_FALSE(window_->session().appearance().hidden.contains("b"));
  }
}

TEST_F(RowsAndFilters, LongErrorDoesNotWidenTheWindow) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_F, Qt::ControlModifier);
  settle();
  type_in("a");
  const int width = window_->width();
  const int least = window_->minimumSizeHint().width();
  type_in("foo=3");
  QApplication::processEvents();
  EXPECT_THAT(error(), ::testing::HasSubstr("expected one of the keys type"));
  EXPECT_EQ(window_->minimumSizeHint().width(), least);
  EXPECT_EQ(window_->width(), width);
  type_in("a");
  EXPECT_EQ(error(), "") << "a valid search clears the error";
}

TEST_F(RowsAndFilters, SlowDoubleClickIsolatesAType) {
  open({write("two.gus", two_nodes)});
  const QPoint at = place_of("b");
  QWidget* const viewport = window_->legend().viewport();
  QTest::mouseClick(viewport, Qt::LeftButton, {}, at);
  settle();
  QTest::mouseDClick(viewport, Qt::LeftButton, {}, at);
  QTest::mouseRelease(viewport, Qt::LeftButton, {}, at);
  settle();
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a", "c", "d"}));
}

TEST_F(RowsAndFilters, LegendDoubleClickIsUndoneInOneStep) {
  open({write("two.gus", two_nodes)});
  click_legend("a");
  const QPoint at = place_of("b");
  QTest::mouseClick(window_->legend().viewport(), Qt::LeftButton, {}, at);
  QTest::mouseDClick(window_->legend().viewport(), Qt::LeftButton, {}, at);
  settle();
  ASSERT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a", "c", "d"}));
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a"}));
  key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a", "c", "d"}));
  key(Qt::Key_U, Qt::ControlModifier);
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_TRUE(window_->session().appearance().hidden.empty());
}

TEST_F(RowsAndFilters, LegendKeysHideAndIsolateTypes) {
  open({write("two.gus", two_nodes)});
  window_->legend().setCurrentItem(legend_item("c"));
  QTest::keyClick(&window_->legend(), Qt::Key_Space);
  settle();
  EXPECT_EQ(window_->session().appearance().hidden, std::set<std::string>{"c"});
  QTest::keyClick(&window_->legend(), Qt::Key_Return);
  settle();
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a", "b", "d"}));
}

TEST_F(RowsAndFilters, HiddenTaskCannotBeClicked) {
  open({write("two.gus", two_nodes)});
  click_legend("d");
  click(point(5'000, {0, 3}));
  EXPECT_FALSE(selection().task());
}

TEST_F(RowsAndFilters, FindStepsThroughTasksByBegin) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_Slash);
  ASSERT_TRUE(find().isVisible());
  type_in("b");
  EXPECT_EQ(found(), "3 found");
  std::vector<std::int64_t> begins;
  for (int i = 0; i < 4; ++i) {
    QTest::keyClick(&find(), Qt::Key_Return);
    settle();
    begins.push_back(window_->session().document()->range_of(*selection().task())->begin_ns);
  }
  EXPECT_THAT(begins, ::testing::ElementsAre(0, 3'000, 6'000, 0));
  QTest::keyClick(&find(), Qt::Key_Return, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(window_->session().document()->range_of(*selection().task())->begin_ns, 6'000);
  QTest::keyClick(&find(), Qt::Key_Escape);
  EXPECT_FALSE(find().isVisible());
}

TEST_F(RowsAndFilters, FindSaysWhichMatchIsSelectedAndDimsTheRest) {
  open({write("two.gus", two_nodes)});
  move({2, 2});
  settle();
  const auto pixel = [&](double time_ns, RowReference row) {
    const Stretch track = timeline().layout().row(row, 0);
    return view().canvas().image().pixelColor(static_cast<int>(timeline().x_from_time(time_ns)),
                                              track.bottom() - 6);
  };
  const auto in_overview = [&](double time_ns) {
    const Box box = timeline().overview();
    return view().canvas().image().pixelColor(static_cast<int>(timeline().x_from_time(time_ns)), box.top + 2);
  };
  const QColor match = pixel(3'300, {0, 0});
  const QColor other = pixel(500, {0, 3});
  const QColor mark = in_overview(3'500);
  const QColor none = in_overview(9'500);
  key(Qt::Key_Slash);
  type_in("b");
  EXPECT_EQ(pixel(3'300, {0, 0}), match);
  EXPECT_GT(pixel(500, {0, 3}).lightness(), other.lightness() + 20) << "d is dimmed";
  EXPECT_NE(in_overview(3'500), mark);
  EXPECT_EQ(in_overview(9'500), none) << "no b runs then";
  QTest::keyClick(&find(), Qt::Key_Return);
  settle();
  EXPECT_EQ(found(), "1 of 3");
  QTest::keyClick(&find(), Qt::Key_Return);
  settle();
  EXPECT_EQ(found(), "2 of 3");
  click(point(500, {0, 3}));
  EXPECT_EQ(found(), "3 found") << "the selected task is no match";
  find().setFocus();
  QTest::keyClick(&find(), Qt::Key_Escape);
  settle();
  EXPECT_EQ(in_overview(3'500), mark) << "the marks go with the search";
}

TEST_F(RowsAndFilters, EscapeClosesTheFindBarFromItsButtons) {
  open({write("two.gus", two_nodes)});
  click(point(500));
  ASSERT_TRUE(selection().task());
  key(Qt::Key_Slash);
  auto* button = window_->findChild<QPushButton*>("find next");
  button->setFocus();
  QTest::keyClick(button, Qt::Key_Escape);
  EXPECT_FALSE(find().isVisible());
  EXPECT_TRUE(selection().task()) << "the key closes the bar, not the selection";
}

TEST_F(RowsAndFilters, SelectsAllFoundTasks) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_Slash);
  type_in("b");
  press("select found");
  settle();
  ASSERT_NE(selection().set, nullptr);
  EXPECT_EQ(selection().set->name, "b");
  EXPECT_EQ(selection().set->tasks.size(), 3U);
  type_in("d");
  settle();
  QTest::keyClick(&find(), Qt::Key_Return, Qt::ControlModifier);
  settle();
  EXPECT_EQ(selection().set->name, "d");
}

TEST_F(RowsAndFilters, FindBarReportsErrorsAndMisses) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_F, Qt::ControlModifier);
  type_in("#99");
  EXPECT_THAT(error(), ::testing::HasSubstr("expected the number of one of"));
  type_in("zzz");
  EXPECT_EQ(found(), "none found");
  QTest::keyClick(&find(), Qt::Key_Return);
  settle();
  EXPECT_FALSE(selection().task());
}

TEST_F(RowsAndFilters, ChipRemovesATaskFilter) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_F, Qt::ControlModifier);
  type_in("duration>5us");
  press("only these");
  EXPECT_EQ(window_->session().document()->panel(0).shown_tasks, 2U);
  EXPECT_THAT(filters().findChild<QLabel*>()->text().toStdString(), ::testing::StartsWith("2 of 7 tasks"));
  press("filter chip");
  EXPECT_EQ(window_->session().document()->panel(0).shown, nullptr);
  EXPECT_FALSE(filters().isVisible());
}

TEST_F(RowsAndFilters, UndoRevertsFiltersAndZoomInOrder) {
  open({write("two.gus", two_nodes)});
  const Appearance before = window_->session().appearance();
  wheel(point(3000), 3);
  click_legend("a");
  EXPECT_FALSE(shows(0));
  key(Qt::Key_Slash);
  type_in("d");
  press("only these");
  ASSERT_EQ(window_->session().appearance().conditions.size(), 1U);
  window_->colour_by("node");
  settle();
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(traces::to_text(window_->session().colour_by()), "type");
  EXPECT_EQ(window_->session().appearance().hidden, (std::set<std::string>{"a"})) << "as before";
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_TRUE(window_->session().appearance().conditions.empty());
  EXPECT_FALSE(shows(0));
  EXPECT_FALSE(timeline().axis().shows_everything());
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(window_->session().appearance(), before);
  EXPECT_TRUE(shows(0));
  EXPECT_FALSE(filters().isVisible());
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_TRUE(timeline().axis().shows_everything());
  key(Qt::Key_R, Qt::ControlModifier);
  key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_FALSE(shows(0));
}

TEST_F(RowsAndFilters, EditUndoLeavesFiltersUnchanged) {
  open({write("two.gus", two_nodes)});
  click_legend("a");
  move(point(3000));
  key(Qt::Key_M);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(window_->session().edits().marks.empty());
  EXPECT_FALSE(shows(0)) << "a filter is no edit";
}

TEST_F(RowsAndFilters, ShowAllRemovesARowFilter) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_F, Qt::ControlModifier);
  type_in(QString::fromStdString(window_->session().document()->panel(0).trace->nodes[1].name));
  press("only rows");
  EXPECT_EQ(timeline().layout().rows(0), 2U);
  EXPECT_TRUE(filters().isVisible());
  press("show all");
  EXPECT_EQ(timeline().layout().rows(0), 4U);
  EXPECT_FALSE(filters().isVisible());
}

TEST_F(RowsAndFilters, ChipRemovesABusyShareFilter) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_F, Qt::ControlModifier);
  type_in("busy<");
  EXPECT_THAT(error(), ::testing::HasSubstr("expected a condition such as busy<50%"));
  press("only rows");
  EXPECT_EQ(timeline().layout().rows(0), 4U);
  type_in("busy<=60%");
  EXPECT_THAT(found().toStdString(), ::testing::HasSubstr("Only these rows"));
  press("only rows");
  EXPECT_EQ(timeline().layout().rows(0), 2U);
  EXPECT_THAT(filters().findChild<QPushButton*>("filter chip")->text().toStdString(),
              ::testing::StartsWith("rows busy<=60%: 2 hidden"));
  press("filter chip");
  EXPECT_EQ(timeline().layout().rows(0), 4U);
  EXPECT_FALSE(filters().isVisible());
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(timeline().layout().rows(0), 2U);
}

TEST_F(RowsAndFilters, MenuFiltersRowsByNameOrBusyShare) {
  open({write("two.gus", two_nodes)});
  window_->findChild<QAction*>("rows busy less than half")->trigger();
  settle();
  EXPECT_EQ(timeline().layout().rows(0), 1U);
  view().filter_rows("no such worker");
  settle();
  EXPECT_EQ(timeline().layout().rows(0), 0U);
  EXPECT_EQ(view().message(), "All rows are hidden: remove a filter above");
  window_->findChild<QAction*>("all rows")->trigger();
  settle();
  EXPECT_EQ(timeline().layout().rows(0), 4U);
  EXPECT_EQ(view().message(), "");
  std::string before;
  for (const auto& [text, rows] : {std::pair("busy>80%", 2U), std::pair("busy>80", 2U), std::pair("", 2U)}) {
    window_->findChild<QAction*>("only rows of")->trigger();
    auto* const dialog = window_->findChild<QInputDialog*>("rows dialog");
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->textValue().toStdString(), before) << "the last text, valid or not";
    before = text;
    dialog->setTextValue(text);
    dialog->accept();
    settle();
    EXPECT_EQ(timeline().layout().rows(0), rows) << text << ": an empty name is any name";
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

TEST_F(RowsAndFilters, RowsGrowAndFitAgain) {
  open({write("two.gus", two_nodes)});
  const double fitting = timeline().layout().row_height(0);
  for (int i = 0; i < 5; ++i) key(Qt::Key_Down, Qt::ControlModifier);
  EXPECT_GT(timeline().layout().row_height(0), fitting * 2);
  EXPECT_GT(timeline().layout().max_scroll(0), 0);
  key(Qt::Key_0, Qt::ControlModifier);
  EXPECT_DOUBLE_EQ(timeline().layout().row_height(0), fitting);
}

TEST_F(RowsAndFilters, MenuHidesTheNamesInTasks) {
  open({write("two.gus", two_nodes)});
  move({2, 2});
  settle();
  const QImage before = view().canvas().image().copy();
  window_->findChild<QAction*>("names in tasks")->trigger();
  settle();
  EXPECT_FALSE(window_->findChild<QAction*>("names in tasks")->isChecked());
  EXPECT_NE(view().canvas().image(), before);
  window_->findChild<QAction*>("names in tasks")->trigger();
  settle();
  EXPECT_EQ(view().canvas().image(), before);
}

TEST_F(RowsAndFilters, KeyTogglesBoxesAndTriangles) {
  open({write("two.gus", two_nodes)});
  key(Qt::Key_X);
  EXPECT_EQ(timeline().shape(), TaskShape::box);
  key(Qt::Key_X);
  EXPECT_EQ(timeline().shape(), TaskShape::triangle);
}

}  // namespace
}  // namespace gusset::viewer
