#include "gusset/viewer/app/theme.hpp"

#include <QApplication>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class ThemeTest : public testing::WindowFixture {
 protected:
  ~ThemeTest() override { apply_theme(Theme::system); }
  void choose(const char* theme) {
    window_->findChild<QAction*>(theme)->trigger();
    settle();
  }
};

TEST_F(ThemeTest, TasksStandOnTheThemesPaperInItsColours) {
  open({write("one.gus", "aa.b")});
  choose("dark theme");
  EXPECT_EQ(window_->session().document()->appearance.paper, traces::Paper::dark);
  EXPECT_EQ(window_->session().document()->colours.of_categories(0)[0],
            traces::type_colour(0, traces::Paper::dark));
  const QImage dark = view().canvas().image();
  choose("light theme");
  EXPECT_EQ(window_->session().document()->colours.of_categories(0)[0], traces::type_colour(0));
  const QImage light = view().canvas().image();
  // Idle time, which is paper.
  const QPoint idle = point(2'500);
  EXPECT_EQ(light.pixelColor(idle), QColor(Qt::white));
  EXPECT_EQ(dark.pixelColor(idle),
            QColor(traces::dark_paper.red, traces::dark_paper.green, traces::dark_paper.blue));
}

TEST_F(ThemeTest, ATraceThatIsOpenedLaterHasTheThemeToo) {
  choose("dark theme");
  open({write("one.gus", "aa.b")});
  EXPECT_EQ(window_->session().document()->appearance.paper, traces::Paper::dark);
  choose("system theme");
  EXPECT_EQ(window_->session().document()->appearance.paper, paper_of(QApplication::palette()));
}

TEST(PaperOf, FollowsTheColourThatTextStandsOn) {
  EXPECT_EQ(paper_of(QPalette(Qt::white, Qt::white)), traces::Paper::white);
  QPalette dark;
  dark.setColor(QPalette::Base, Qt::black);
  EXPECT_EQ(paper_of(dark), traces::Paper::dark);
}

}  // namespace
}  // namespace gusset::viewer
