// Windows on small screens: all panels stay inside, and the window keeps its size.
#include <QDockWidget>
#include <QEvent>
#include <QStyle>
#include <QTabBar>
#include <QTest>

#include "chain_trace.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "widgets/cut_tab.hpp"
#include "window/dock_fitter.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class SmallScreen : public testing::WindowFixture, public ::testing::WithParamInterface<QSize> {
 protected:
  SmallScreen() {
    window_->resize(GetParam());
    open({write("one.gus", testing::chain), write("two.gus", testing::chain)});
  }
  QList<QDockWidget*> docks() { return window_->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly); }
  void expect_inside(const QWidget& widget) {
    const QRect place(widget.mapTo(window_.get(), QPoint(0, 0)), widget.size());
    EXPECT_TRUE(window_->rect().contains(place))
        << widget.objectName().toStdString() << " at " << place.x() << "," << place.y() << " "
        << place.width() << "x" << place.height();
  }
};

TEST_P(SmallScreen, EachPanelStaysInside) {
  for (QDockWidget* dock : docks()) {
    const bool was_hidden = dock->isHidden();
    dock->show();
    dock->raise();
    settle();
    EXPECT_EQ(window_->size(), GetParam()) << dock->objectName().toStdString();
    EXPECT_FALSE(dock->visibleRegion().isEmpty()) << dock->objectName().toStdString();
    expect_inside(*dock);
    expect_inside(view());
    if (was_hidden) dock->hide();
  }
}

TEST_P(SmallScreen, AllPanelsAtOnceStayInside) {
  for (QDockWidget* dock : docks()) {
    dock->show();
    settle();
  }
  EXPECT_EQ(window_->size(), GetParam());
  for (QDockWidget* dock : docks()) {
    dock->raise();
    settle();
    EXPECT_EQ(window_->size(), GetParam()) << dock->objectName().toStdString();
    expect_inside(*dock);
    expect_inside(view());
  }
}

// Counts the layouts that a window requests.
class LayoutCounter : public QObject {
 public:
  int count = 0;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) ++count;
    return QObject::eventFilter(watched, event);
  }
};

TEST_P(SmallScreen, TabsAreLaidOutOnce) {
  for (QDockWidget* dock : docks()) dock->show();
  // Results that arrive may change what their panels need.
  EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
  QTest::qWait(100);
  LayoutCounter layouts;
  window_->installEventFilter(&layouts);
  QTest::qWait(100);
  EXPECT_LE(layouts.count, 3) << "a window with tabs does not ask for one layout after another";
}

TEST(CutTab, NamesKeepTheirStart) {
  QTabBar bar;
  bar.setElideMode(Qt::ElideNone);
  bar.setUsesScrollButtons(true);
  const QStringList names{"Details", "Critical path", "Idle time", "Compare", "What if", "Schedule"};
  for (const QString& name : names) bar.addTab(name);
  bar.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&bar));
  int cut = 0;
  for (int step = 0; step < 20 * bar.count(); ++step) {
    const int width = 200 + 7 * (step % 20);
    bar.resize(width, bar.sizeHint().height());
    bar.setCurrentIndex(step / 20);
    const QRect room = room_of_tabs(bar);
    EXPECT_LT(room.width(), width) << "there are buttons for scrolling";
    for (int i = 0; i < bar.count(); ++i) {
      QStyleOptionTab tab;
      tab.rect = bar.tabRect(i);
      tab.text = names[i];
      tab.fontMetrics = bar.fontMetrics();
      if (!tab.rect.intersects(room)) continue;
      const bool is_whole = room.contains(QRect(tab.rect.left(), 1, tab.rect.width(), 1));
      cut_label(tab, room, 24);
      EXPECT_TRUE(!is_whole || tab.text == names[i]) << names[i].toStdString();
      EXPECT_GE(tab.rect.left(), room.left());
      EXPECT_LE(tab.rect.right(), room.right());
      if (tab.text == names[i] || tab.text.isEmpty()) continue;
      ++cut;
      EXPECT_TRUE(tab.text.endsWith("…")) << tab.text.toStdString();
      EXPECT_TRUE(names[i].startsWith(tab.text.chopped(1))) << tab.text.toStdString();
      EXPECT_LE(tab.fontMetrics.horizontalAdvance(tab.text), tab.rect.width() - 24);
    }
  }
  EXPECT_GT(cut, 0);
}

TEST_P(SmallScreen, TabsHaveTheirNamesAsTooltips) {
  for (QDockWidget* dock : docks()) dock->show();
  settle();
  int tabs = 0;
  for (const auto* bar : window_->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    for (int i = 0; i < bar->count(); ++i, ++tabs) EXPECT_EQ(bar->tabToolTip(i), bar->tabText(i));
  }
  EXPECT_GT(tabs, 3);
}

TEST(FitToScreen, LargeWindowsShrinkAndWindowsOutsideMoveIn) {
  QWidget window;
  const int title_bar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
  ASSERT_GT(title_bar, 0);
  window.setGeometry(100, 50, 1440, 900);
  fit_to_screen(window, QRect(0, 24, 1024, 744));
  EXPECT_EQ(window.geometry(), QRect(0, 24, 1024, 744 - title_bar)) << "the title bar needs room, too";
  window.setGeometry(900, 700, 300, 200);
  fit_to_screen(window, QRect(0, 24, 1024, 744));
  EXPECT_EQ(window.geometry(), QRect(724, 568 - title_bar, 300, 200));
  window.setGeometry(10, 30, 300, 200);
  fit_to_screen(window, QRect(0, 24, 1024, 744));
  EXPECT_EQ(window.geometry(), QRect(10, 30, 300, 200));
}

INSTANTIATE_TEST_SUITE_P(Sizes, SmallScreen,
                         ::testing::Values(QSize(1024, 768), QSize(800, 600), QSize(800, 450)),
                         [](const auto& size) {
                           return std::to_string(size.param.width()) + "x" +
                                  std::to_string(size.param.height());
                         });

}  // namespace
}  // namespace gusset::viewer
