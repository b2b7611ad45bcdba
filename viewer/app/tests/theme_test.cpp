#include "gusset/viewer/app/widgets/theme.hpp"

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

TEST_F(ThemeTest, TimelineUsesTheThemesBackgroundAndColours) {
  open({write("one.gus", "aa.b")});
  choose("dark theme");
  EXPECT_EQ(window_->session().document()->appearance.background, traces::Background::dark);
  EXPECT_EQ(window_->session().document()->colours.of_categories(0)[0],
            traces::type_colour(0, traces::Background::dark));
  const QImage dark = view().canvas().image();
  choose("light theme");
  EXPECT_EQ(window_->session().document()->colours.of_categories(0)[0], traces::type_colour(0));
  const QImage light = view().canvas().image();
  // Idle time has the background's colour.
  const QPoint idle = point(2'500);
  EXPECT_EQ(light.pixelColor(idle), QColor(Qt::white));
  EXPECT_EQ(dark.pixelColor(idle),
            QColor(traces::dark_background.red, traces::dark_background.green, traces::dark_background.blue));
}

TEST_F(ThemeTest, AppliesToTracesOpenedLater) {
  choose("dark theme");
  open({write("one.gus", "aa.b")});
  EXPECT_EQ(window_->session().document()->appearance.background, traces::Background::dark);
  choose("system theme");
  EXPECT_EQ(window_->session().document()->appearance.background, background_of(QApplication::palette()));
}

TEST_F(ThemeTest, MutedTextHasEnoughContrast) {
  open({write("one.gus", "aa.b")});
  click(point(500));
  for (const char* theme : {"light theme", "dark theme", "system theme"}) {
    choose(theme);
    QPalette shown = window_->details().palette();
    const QColor muted = muted_colour(shown);
    for (const auto role : {QPalette::Base, QPalette::AlternateBase, QPalette::Window})
      EXPECT_GE(contrast(muted, shown.color(role)), 4.5) << theme << " " << role;
    EXPECT_EQ(shown.color(QPalette::PlaceholderText), muted) << theme;
    EXPECT_TRUE(window_->details().toHtml().contains(muted.name())) << theme;
    EXPECT_TRUE(window_->explanation_docks().verdict().findings().toHtml().contains(muted.name())) << theme;
  }
}

TEST(MutedColour, StrengthensAFaintPlaceholderColour) {
  QPalette faint(Qt::white, Qt::white);
  faint.setColor(QPalette::Text, Qt::black);
  for (const auto role : {QPalette::Base, QPalette::AlternateBase}) faint.setColor(role, Qt::white);
  for (const QColor& hint : {QColor(0, 0, 0, 128), QColor(200, 200, 200)}) {
    faint.setColor(QPalette::PlaceholderText, hint);
    EXPECT_GE(contrast(muted_colour(faint), faint.color(QPalette::Base)), 4.5);
    EXPECT_NE(muted_colour(faint), QColor(Qt::black));
  }
}

TEST(Contrast, MatchesWcagRatios) {
  EXPECT_NEAR(contrast(Qt::black, Qt::white), 21.0, 1e-6);
  EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.005);
  EXPECT_DOUBLE_EQ(contrast(Qt::red, Qt::red), 1.0);
}

TEST(BackgroundOf, FollowsTheBaseColour) {
  EXPECT_EQ(background_of(QPalette(Qt::white, Qt::white)), traces::Background::white);
  QPalette dark;
  dark.setColor(QPalette::Base, Qt::black);
  EXPECT_EQ(background_of(dark), traces::Background::dark);
}

}  // namespace
}  // namespace gusset::viewer
