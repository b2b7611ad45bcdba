#include <gmock/gmock.h>

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <algorithm>

#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* linked_drawing = R"(
  n0/w0: aaaa........
  n0/w1: cc..........
  n1/w0: .......bbb..
  n1/w1: ...........d
  x: 800 bytes on n0
  y: 8 bytes on n1
  a1: write x@0
  c1: write z@0
  b1: read x@1, write y@0
  d1: read y@1
  message x@1 n0->n1 4 6
)";

class ArrowsInWindowTest : public testing::WindowFixture {
 protected:
  Arrows& arrows() { return window_->explanation_docks().arrows(); }
  QAction* action(const char* name) { return window_->findChild<QAction*>(name); }

  Shapes shapes() {
    Picture picture;
    arrows().decorate(timeline(), picture);
    return picture.shapes;
  }
  /// Whether a colour appears near a point of the canvas.
  bool is_seen_near(const QPoint& where, Rgba colour) {
    const QImage image = view().canvas().image();
    for (int y = where.y() - 4; y <= where.y() + 4; ++y) {
      for (int x = where.x() - 4; x <= where.x() + 4; ++x) {
        if (!image.valid(x, y)) continue;
        const QColor pixel = image.pixelColor(x, y);
        if (rgba(static_cast<std::uint8_t>(pixel.red()), static_cast<std::uint8_t>(pixel.green()),
                 static_cast<std::uint8_t>(pixel.blue())) == colour)
          return true;
      }
    }
    return false;
  }
  QPoint middle_of(const Shapes::Arrow& arrow, double share) {
    const picture::Point at = traces::arrow_point(arrow.curve, share);
    const double ratio = canvas().devicePixelRatioF();
    return QPointF(at.x / ratio, at.y / ratio).toPoint();
  }
};

TEST_F(ArrowsInWindowTest, ClickDrawsArrowsOfTheTaskAndKeyHidesThem) {
  open({write("linked.gus", linked_drawing)});
  EXPECT_TRUE(action("arrows")->isChecked()) << "on unless it is switched off";
  click(point(11'500, {0, 3}));
  ASSERT_EQ(selection().task(), (TaskReference{0, traces::TaskId(3u)}));
  ASSERT_EQ(shapes().arrows.size(), 1U);
  const QPoint middle = middle_of(shapes().arrows[0], 0.5);
  move({2, 2});
  settle();
  EXPECT_TRUE(is_seen_near(middle, picture::arrow_palette_on(traces::Background::white).strong));
  key(Qt::Key_E);
  EXPECT_FALSE(action("arrows")->isChecked());
  EXPECT_FALSE(is_seen_near(middle, picture::arrow_palette_on(traces::Background::white).strong));
  key(Qt::Key_E);
  EXPECT_TRUE(is_seen_near(middle, picture::arrow_palette_on(traces::Background::white).strong));
  key(Qt::Key_Escape);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ArrowsInWindowTest, DetailsAndTooltipShowTheMessage) {
  open({write("linked.gus", linked_drawing)});
  click(point(8'000, {0, 2}));
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("x version 1, 800 B, from n0"));
  ASSERT_EQ(shapes().arrows.size(), 2U);
  move(middle_of(shapes().arrows[1], 0.5));
  view().canvas().draw_now();
  const picture::Point at = traces::arrow_point(shapes().arrows[1].curve, 0.5);
  const auto tooltip = arrows().tooltip_at(timeline(), {at.x, at.y});
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(tooltip->lines[0].text, "a x → b y");
}

TEST_F(ArrowsInWindowTest, LastDependencyIsNotHighlightedWhileAChainIsDrawn) {
  open({write("linked.gus", linked_drawing)});
  click(point(11'500, {0, 3}));
  ASSERT_EQ(shapes().arrows.size(), 1U);
  key(Qt::Key_Y);
  ASSERT_NE(window_->explanations().why(), nullptr);
  EXPECT_EQ(shapes().arrows[0].colour, picture::arrow_palette_on(traces::Background::white).dependency);
  key(Qt::Key_Y);
  EXPECT_EQ(shapes().arrows[0].colour, picture::arrow_palette_on(traces::Background::white).strong);
}

TEST_F(ArrowsInWindowTest, KeyShowsMessagesBetweenNodes) {
  open({write("linked.gus", linked_drawing)});
  EXPECT_TRUE(shapes().empty());
  key(Qt::Key_E, Qt::ShiftModifier);
  EXPECT_TRUE(action("messages")->isChecked());
  ASSERT_EQ(shapes().arrows.size(), 1U);
  EXPECT_TRUE(is_seen_near(middle_of(shapes().arrows[0], 1.0),
                           picture::arrow_palette_on(traces::Background::white).message));
  key(Qt::Key_E, Qt::ShiftModifier);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ArrowsInWindowTest, NoteAboutMessagesNotDrawnOpensTheMatrix) {
  open({write("linked.gus", linked_drawing)});
  key(Qt::Key_E, Qt::ShiftModifier);
  view().filter_rows(std::string("n1"));
  settle();
  const std::vector<Shapes::Tag> tags = shapes().tags;
  const auto note = std::ranges::find_if(tags, [](const Shapes::Tag& tag) {
    return tag.text.find("not drawn: 1 message") != std::string::npos;
  });
  ASSERT_NE(note, tags.end());
  const double ratio = canvas().devicePixelRatioF();
  const QPoint where = QPointF((note->x + 10.0) / ratio, (note->y + 5.0) / ratio).toPoint();
  move(where);
  settle();
  const auto tooltip =
      window_->explanation_docks().arrows().tooltip_at(timeline(), {where.x() * ratio, where.y() * ratio});
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(tooltip->lines[0].text, "Click: show all messages as a matrix");
  click(where);
  auto* dock = window_->findChild<QDockWidget*>("Statistics");
  EXPECT_TRUE(QTest::qWaitFor([&] { return dock->isVisible(); }, testing::patience_ms));
  EXPECT_EQ(window_->findChild<QComboBox*>("statistics by")->currentText(), "messages between nodes");
}

TEST_F(ArrowsInWindowTest, EdgeCountsArrowsOutOfView) {
  open({write("linked.gus", linked_drawing)});
  click(point(8'000, {0, 2}));
  timeline().show({6'500, 10'300});
  settle();
  std::vector<std::string> tags;
  for (const Shapes::Tag& tag : shapes().tags) tags.push_back(tag.text);
  EXPECT_THAT(tags, ::testing::UnorderedElementsAre("1 later", "1 message earlier · 800 B"))
      << "the message came before, and waits in view";
}

}  // namespace
}  // namespace gusset::viewer
