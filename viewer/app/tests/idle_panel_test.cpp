#include "gusset/viewer/app/explain/idle_panel.hpp"

#include <gmock/gmock.h>

#include <QCheckBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class IdlePanelTest : public testing::WindowFixture {
 protected:
  IdlePanel& panel() { return window_->explanation_docks().idle(); }
  QTreeWidgetItem* row_named(const QString& name) {
    for (int i = 0; i < panel().table().topLevelItemCount(); ++i) {
      if (panel().table().topLevelItem(i)->text(0) == name) return panel().table().topLevelItem(i);
    }
    return nullptr;
  }
  void click_item(QTreeWidgetItem* item) {
    ASSERT_NE(item, nullptr);
    panel().table().scrollToItem(item);
    QTest::mouseClick(panel().table().viewport(), Qt::LeftButton, {},
                      panel().table().visualItemRect(item).center());
    settle();
  }
};

constexpr const char* idle_panel_drawing = R"(
  aa....bbbb
  cccc......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 4] [ready 4]
)";

TEST_F(IdlePanelTest, KeyTintsGapsAndShowsTheirSum) {
  open({write("idle.gus", idle_panel_drawing)});
  move(QPoint(2, 2));
  settle();
  const QImage before = view().canvas().image().copy();
  EXPECT_EQ(window_->explanations().idle().get(0), nullptr) << "computed only when first needed";
  key(Qt::Key_I);
  EXPECT_TRUE(window_->findChild<QDockWidget*>("Idle time")->isVisible());
  EXPECT_NE(view().canvas().image(), before);
  ASSERT_NE(row_named("sum"), nullptr);
  EXPECT_EQ(row_named("sum")->text(1), "20.0 µs");
  EXPECT_EQ(row_named("not submitted")->text(1), "2.00 µs");
  EXPECT_EQ(row_named("submitting")->text(1), "not recorded");
  key(Qt::Key_I);
  EXPECT_FALSE(window_->explanations().shows_idle());
  EXPECT_FALSE(window_->findChild<QDockWidget*>("Idle time")->isVisible());
  settle();
  EXPECT_EQ(timeline().document().extent_ns, 10'000);
}

TEST_F(IdlePanelTest, TintsGapsOverTheirHeight) {
  open({write("idle.gus", idle_panel_drawing)});
  key(Qt::Key_I);
  move(QPoint(2, 2));
  settle();
  const QImage image = view().canvas().image();
  const Stretch track = track_of_row(timeline().layout().row({0, 0}, 0), timeline().scale());
  const auto tinted = [&](double time_ns) {
    int count = 0;
    for (int y = track.top + 2; y < track.bottom() - 2; ++y) {
      const QColor colour = image.pixelColor(static_cast<int>(timeline().x_from_time(time_ns)), y);
      count += colour.lightness() < 250 ? 1 : 0;
    }
    return count;
  };
  EXPECT_GT(tinted(5'000), (track.height - 4) * 9 / 10) << "ready and not taken, all of the height";
  const Stretch second = track_of_row(timeline().layout().row({0, 1}, 0), timeline().scale());
  // In neutral tones, unlike any type of task.
  for (int y = track.top + 2; y < track.bottom() - 2; ++y)
    EXPECT_LT(image.pixelColor(static_cast<int>(timeline().x_from_time(5'000)), y).saturation(), 60) << y;
  const QColor none =
      image.pixelColor(static_cast<int>(timeline().x_from_time(8'000)), second.top + second.height / 2);
  EXPECT_LT(none.lightness(), 250) << "no work is grey, not blank";
}

TEST_F(IdlePanelTest, LegendExplainsTheHatchingWhileItIsShown) {
  open({write("idle.gus", idle_panel_drawing)});
  const auto names = [this] {
    std::vector<std::string> found;
    for (int i = 0; i < window_->legend().topLevelItemCount(); ++i) {
      const QTreeWidgetItem* heading = window_->legend().topLevelItem(i);
      for (int j = 0; heading->text(0) == "Hatching" && j < heading->childCount(); ++j)
        found.push_back(heading->child(j)->text(0).toStdString());
    }
    return found;
  };
  EXPECT_THAT(names(), ::testing::IsEmpty());
  key(Qt::Key_I);
  EXPECT_THAT(names(), ::testing::IsSupersetOf({"idle: not submitted", "idle: ready task not taken"}));
  key(Qt::Key_I);
  EXPECT_THAT(names(), ::testing::IsEmpty());
}

TEST_F(IdlePanelTest, ClickOnACauseSelectsItsLongestGap) {
  open({write("idle.gus", idle_panel_drawing)});
  key(Qt::Key_I);
  click_item(row_named("not submitted"));
  EXPECT_EQ(selection().range, (TimeRange{2'000, 4'000}));
  EXPECT_EQ(selection().rows, (std::vector<RowReference>{{0, 0}}));
}

TEST_F(IdlePanelTest, ShowsABarPerWorkerOnRequest) {
  open({write("idle.gus", idle_panel_drawing)});
  key(Qt::Key_I);
  const int before = panel().table().topLevelItemCount();
  auto* box = window_->findChild<QCheckBox*>("idle per worker");
  QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  settle();
  ASSERT_EQ(panel().table().topLevelItemCount(), before + 2);
  QTreeWidgetItem* last = panel().table().topLevelItem(before + 1);
  EXPECT_EQ(last->text(1), "w1");
  EXPECT_EQ(last->text(2), "60.0 % idle");
  click_item(last);
  EXPECT_EQ(selection().rows, (std::vector<RowReference>{{0, 1}}));
}

TEST_F(IdlePanelTest, NamesOfCausesAreShownInFull) {
  window_->resize(1024, 768);
  open({write("idle.gus", idle_panel_drawing)});
  key(Qt::Key_I);
  settle();
  QTreeWidget& table = panel().table();
  const int needed = table.sizeHintForIndex(table.model()->index(3, 0)).width();
  EXPECT_EQ(table.topLevelItem(3)->text(0), "ready task not taken");
  EXPECT_GT(needed, 60);
  EXPECT_GE(table.columnWidth(0), needed);
  EXPECT_EQ(table.header()->length(), table.viewport()->width()) << "no sideways scrolling";
}

TEST_F(IdlePanelTest, SaysWhatWasNotRecorded) {
  open({write("plain.gus", "aaaa..bb\nbb......")});
  key(Qt::Key_I);
  EXPECT_EQ(row_named("no work")->text(1), "not recorded");
  EXPECT_EQ(row_named("unknown")->text(1), "8.00 µs");
  EXPECT_THAT(panel().summary().text().toStdString(),
              ::testing::HasSubstr("looking for work, sending and receiving were not recorded"));
}

}  // namespace
}  // namespace gusset::viewer
