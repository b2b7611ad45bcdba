#include "gusset/viewer/app/widgets/theme.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QImage>
#include <QRadioButton>
#include <QStyleOptionButton>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <memory>

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

// Returns the largest contrast of a widget's pixels in an area with the pixel at its corner.
double drawn_contrast(QWidget& widget, const QRect& area) {
  const QImage image = widget.grab(area).toImage();
  double most = 1.0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x)
      most = std::max(most, contrast(image.pixelColor(x, y), image.pixelColor(0, 0)));
  }
  return most;
}

TEST_F(ThemeTest, TotalsInTablesAreReadable) {
  open({write("one.gus", "aa.b"), write("two.gus", "ab")});
  window_->run_action("statistics");
  settle();
  for (const char* theme : {"light theme", "dark theme"}) {
    choose(theme);
    QTreeWidget& table = window_->explanation_docks().statistics().table();
    int totals = 0;
    for (int i = 1; i < table.topLevelItemCount(); ++i) {
      if (!table.topLevelItem(i)->text(0).startsWith("all tasks")) continue;
      ++totals;
      EXPECT_GE(drawn_contrast(*table.viewport(), table.visualItemRect(table.topLevelItem(i))), 9.0) << theme;
    }
    EXPECT_EQ(totals, 1) << "the first one is selected";
  }
}

TEST_F(ThemeTest, PressedToolButtonsStandOut) {
  open({write("one.gus", "aa.b")});
  for (const char* theme : {"light theme", "dark theme"}) {
    choose(theme);
    auto* const button = window_->findChild<QToolButton*>("button idle causes");
    const auto corner = [&] { return button->grab().toImage().pixelColor(3, button->height() - 4); };
    const QColor before = corner();
    window_->run_action("idle causes");
    settle();
    ASSERT_TRUE(button->isChecked());
    const QColor pressed = corner();
    EXPECT_EQ(pressed, pressed_colour(QApplication::palette())) << theme;
    EXPECT_GE(contrast(pressed, before), 1.25) << theme;
    EXPECT_GE(contrast(pressed, QApplication::palette().color(QPalette::ButtonText)), 4.5) << theme;
    EXPECT_GE(contrast(QApplication::palette().color(QPalette::Link), before), 3.0) << theme << ": its frame";
    window_->run_action("idle causes");
    settle();
  }
}

TEST_F(ThemeTest, CheckBoxesAndRadioButtonsStandOut) {
  for (const char* theme : {"light theme", "dark theme"}) {
    choose(theme);
    const QColor window = QApplication::palette().color(QPalette::Window);
    for (const bool is_round : {false, true}) {
      std::unique_ptr<QAbstractButton> button;
      if (is_round) {
        button = std::make_unique<QRadioButton>("text");
      } else {
        button = std::make_unique<QCheckBox>("text");
      }
      QStyleOptionButton option;
      option.initFrom(button.get());
      option.rect = QRect(QPoint(), button->sizeHint());
      const auto part = is_round ? QStyle::SE_RadioButtonIndicator : QStyle::SE_CheckBoxIndicator;
      button->resize(button->sizeHint());
      const QRect box = button->style()->subElementRect(part, &option, button.get());
      const auto drawn = [&] { return button->grab().toImage().convertToFormat(QImage::Format_RGB32); };
      const QImage off = drawn();
      EXPECT_GE(contrast(off.pixelColor(box.left(), box.center().y()), window), 3.0)
          << theme << ": its frame";
      button->setChecked(true);
      const QImage on = drawn();
      const QPoint filled(box.left() + 2, box.center().y());
      EXPECT_GE(contrast(on.pixelColor(filled), off.pixelColor(filled)), 3.0) << theme << ": checked";
      EXPECT_GE(contrast(on.pixelColor(filled), window), 3.0) << theme << ": checked";
    }
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
