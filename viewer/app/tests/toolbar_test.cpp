// The toolbar's labelled buttons, with real clicks.
#include <QDockWidget>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <array>
#include <utility>

#include "chain_trace.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class ToolbarTest : public testing::WindowFixture {
 protected:
  QToolBar& bar() { return *window_->findChild<QToolBar*>("toolbar"); }
  QToolButton& button(const QString& action) { return *bar().findChild<QToolButton*>("button " + action); }
  QDockWidget& dock(const char* name) { return *window_->findChild<QDockWidget*>(name); }
  void press(QToolButton& button) {
    ASSERT_TRUE(button.isVisible()) << button.objectName().toStdString();
    QTest::mouseClick(&button, Qt::LeftButton);
    settle();
  }
  bool is_in_front(const char* name) {
    return !dock(name).isHidden() && !dock(name).visibleRegion().isEmpty();
  }
};

constexpr std::array labels{std::pair{"why", "Why?"},          std::pair{"critical path", "Critical path"},
                            std::pair{"idle causes", "Idle"},  std::pair{"show task graph", "Graph"},
                            std::pair{"play", "Play"},         std::pair{"what if", "What if"},
                            std::pair{"speedup", "Speedup"},   std::pair{"compare", "Compare"},
                            std::pair{"schedule", "Schedule"}, std::pair{"panel list", "Panels"}};

TEST_F(ToolbarTest, AllLabelledButtonsFitInASmallWindow) {
  window_->resize(1024, 768);
  open({write("one.gus", testing::chain)});
  for (const auto& [action, label] : labels) {
    QToolButton& shown = button(action);
    EXPECT_EQ(shown.text(), label);
    EXPECT_EQ(shown.toolButtonStyle(), Qt::ToolButtonTextBesideIcon) << label;
    EXPECT_TRUE(shown.isVisible()) << label;
    EXPECT_TRUE(bar().rect().contains(shown.geometry())) << label;
    EXPECT_GE(shown.width(), shown.sizeHint().width()) << label;
    EXPECT_FALSE(shown.toolTip().isEmpty()) << label;
  }
  EXPECT_EQ(bar().height(), bar().sizeHint().height()) << "one line";
}

TEST_F(ToolbarTest, NarrowWindowPutsTheOtherButtonsBehindAnArrow) {
  window_->resize(700, 500);
  open({write("one.gus", testing::chain)});
  auto* more = bar().findChild<QToolButton*>("qt_toolbar_ext_button");
  ASSERT_NE(more, nullptr);
  ASSERT_TRUE(more->isVisible());
  QToolButton& last = button("schedule");
  EXPECT_FALSE(last.isVisible());
  QTest::mouseClick(more, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return last.isVisible(); }, testing::patience_ms));
  EXPECT_EQ(window_->size(), QSize(700, 500));
}

TEST_F(ToolbarTest, ButtonsShowTheirPanels) {
  open({write("one.gus", testing::chain), write("two.gus", testing::chain)});
  const std::pair<const char*, const char*> panels[]{{"critical path", "Critical path"},
                                                     {"idle causes", "Idle time"},
                                                     {"what if", "What if"},
                                                     {"speedup", "Speedup"},
                                                     {"compare", "Compare"},
                                                     {"schedule", "Schedule"}};
  for (const auto& [action, name] : panels) {
    press(button(action));
    EXPECT_TRUE(is_in_front(name)) << name;
  }
  EXPECT_TRUE(window_->explanations().shows_path());
  EXPECT_TRUE(window_->explanations().shows_idle());
}

TEST_F(ToolbarTest, APanelBehindAnotherTabComesToTheFrontAndThenHides) {
  open({write("one.gus", testing::chain)});
  press(button("what if"));
  press(button("compare"));
  ASSERT_FALSE(is_in_front("What if"));
  press(button("what if"));
  EXPECT_TRUE(is_in_front("What if"));
  EXPECT_TRUE(button("what if").isChecked());
  press(button("what if"));
  EXPECT_TRUE(dock("What if").isHidden());
  press(button("what if"));
  EXPECT_TRUE(is_in_front("What if"));
}

TEST_F(ToolbarTest, WhyAsksAboutTheSelectedTask) {
  open({write("one.gus", testing::chain)});
  EXPECT_FALSE(button("why").isEnabled());
  click(point(500));
  ASSERT_TRUE(button("why").isEnabled());
  press(button("why"));
  EXPECT_EQ(window_->explanations().why_task(), selection().task());
  auto* details = window_->findChild<QToolButton*>("why button");
  EXPECT_EQ(details->text(), "Why not earlier?");
  press(*details);
  EXPECT_FALSE(window_->explanations().why_task().has_value());
}

TEST_F(ToolbarTest, ListsThePanels) {
  open({write("one.gus", testing::chain)});
  QMenu* panels = button("panel list").defaultAction()->menu();
  ASSERT_NE(panels, nullptr);
  EXPECT_EQ(panels->actions().size(), window_->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly).size());
}

}  // namespace
}  // namespace gusset::viewer
