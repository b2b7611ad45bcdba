#include "gusset/viewer/app/explain/details_panel.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>
#include <fstream>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DetailsPanelTest : public testing::WindowFixture {
 protected:
  void click_detail(const QString& link) {
    QTextBrowser& browser = window_->details();
    for (int y = 0; y < browser.viewport()->height(); y += 2) {
      for (int x = 0; x < browser.viewport()->width(); x += 2) {
        if (browser.anchorAt({x, y}) != link) continue;
        QTest::mouseClick(browser.viewport(), Qt::LeftButton, {}, {x, y});
        settle();
        return;
      }
    }
    FAIL() << "no link " << link.toStdString() << " in " << details().toStdString();
  }
};

constexpr const char* details_drawing = R"(
  aaaa..bb.bbb
  cc..........
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: write x@1, read y@1 [submit 0] [ready 4]
  b2: read x@2 [submit 0] [ready 8]
)";
constexpr TaskReference first_b{0, traces::TaskId(2u)};
constexpr TaskReference details_second_b{0, traces::TaskId(3u)};

// The thread had no processor in the second half of the first task.
TEST_F(DetailsPanelTest, TimeWithoutAProcessorIsInTheDetailsAndHatched) {
  traces::Trace trace = *traces::testing::trace_from_text("aaaabbbb", 100'000);
  ASSERT_TRUE(traces::write_gus(trace, folder_ / "plain.gus"));
  open({folder_ / "plain.gus"});
  // Near the top of the row, where the triangle is pale.
  const auto darkest = [this](double from_ns, double to_ns) {
    const Stretch row = timeline().layout().row({0, 0}, 0);
    const int y = row.top + row.height / 10;
    const QImage image = view().canvas().image();
    int least = 255;
    for (int x = point(from_ns).x(); x < point(to_ns).x(); ++x)
      least = std::min(least, image.pixelColor(x, y).lightness());
    return least;
  };
  const int plain = darkest(220'000, 380'000);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{traces::WorkerId(0u), 0, 400'000, 200'000, 0, 1, 200'000}};
  ASSERT_TRUE(traces::write_gus(trace, folder_ / "preempted.gus"));
  open({folder_ / "preempted.gus"});
  EXPECT_LT(darkest(220'000, 380'000), plain - 50);
  EXPECT_EQ(darkest(120'000, 180'000), plain);
  click(point(100'000));
  EXPECT_THAT(details().toStdString(), HasSubstr("no processor"));
  EXPECT_THAT(details().toStdString(), HasSubstr("200 µs, 50.0 % of the duration"));
  click(point(600'000));
  EXPECT_THAT(details().toStdString(), Not(HasSubstr("no processor")));
}

TEST_F(DetailsPanelTest, AClickBringsDetailsToTheFrontUnlessTheyAreClosed) {
  open({write("why.gus", details_drawing)});
  window_->findChild<QAction*>("what if")->trigger();
  settle();
  auto* dock = window_->findChild<QDockWidget*>("Details");
  ASSERT_TRUE(dock->visibleRegion().isEmpty());
  click(point(10'000));
  EXPECT_FALSE(dock->visibleRegion().isEmpty());
  dock->close();
  click(point(500));
  EXPECT_TRUE(dock->isHidden());
}

TEST_F(DetailsPanelTest, WhyButtonExplainsTheStartAndDrawsTheChain) {
  open({write("why.gus", details_drawing)});
  click(point(10'000));
  ASSERT_EQ(selection().task(), details_second_b);
  const QImage before = view().canvas().image().copy();
  auto* button = window_->findChild<QToolButton*>("why button");
  ASSERT_NE(button, nullptr);
  EXPECT_EQ(button->text(), "Why not earlier?");
  QTest::mouseClick(button, Qt::LeftButton);
  settle();
  EXPECT_THAT(details().toStdString(),
              HasSubstr("b #3 began only at 9.00 µs, at the end of a chain of 2 tasks"));
  EXPECT_NE(view().canvas().image(), before);
  click_detail("task:0:2");
  EXPECT_EQ(selection().task(), first_b) << "a step names its cause as a link";
  EXPECT_THAT(details().toStdString(), HasSubstr("b #3 began only at")) << "and the chain stays";
  QScrollBar& bar = *window_->details().verticalScrollBar();
  bar.setValue(bar.maximum());
  click(point(500));
  EXPECT_EQ(bar.value(), 0);
  EXPECT_TRUE(details().startsWith("■ a x"))
      << "a clicked task is above the chain: " << details().toStdString();
  click(point(10'000));
  EXPECT_TRUE(details().trimmed().startsWith("Why not earlier? b #3"));
}

TEST_F(DetailsPanelTest, LinksFindTasksWithTheSameProperty) {
  open({write("why.gus", details_drawing)});
  click(point(10'000));
  const auto find = [this] { return window_->findChild<QLineEdit*>("find")->text().toStdString(); };
  click_detail("find:type%3D%22b%22");
  settle();
  EXPECT_EQ(find(), "type=\"b\"");
  EXPECT_EQ(window_->findChild<QLabel*>("found")->text(), "2 of 2") << "the selected task is one";
  EXPECT_EQ(selection().task(), details_second_b) << "it stays";
  const QString html = window_->details().toHtml();
  for (const char* link : {"find:worker%3D", "find:node%3D", "find:handle%3D%22x%22"})
    EXPECT_TRUE(html.contains(link)) << link;
}

TEST_F(DetailsPanelTest, KeyShowsAndHidesTheExplanation) {
  open({write("why.gus", details_drawing)});
  click(point(10'000));
  key(Qt::Key_Y);
  EXPECT_THAT(details().toStdString(), HasSubstr("Why not earlier? b #3"));
  key(Qt::Key_Y);
  EXPECT_THAT(details().toStdString(), Not(HasSubstr("Why not earlier?")));
}

TEST_F(DetailsPanelTest, WhyNeedsATaskAndRaisesTheDetails) {
  open({write("why.gus", details_drawing)});
  auto* button = window_->findChild<QToolButton*>("why button");
  EXPECT_FALSE(button->isEnabled());
  key(Qt::Key_C);  // the critical path's panel shares the details' place
  EXPECT_TRUE(window_->details().visibleRegion().isEmpty());
  click(point(10'000));
  EXPECT_TRUE(button->isEnabled());
  key(Qt::Key_Y);
  EXPECT_FALSE(window_->details().visibleRegion().isEmpty());
  EXPECT_THAT(details().toStdString(), HasSubstr("Why not earlier? b #3"));
  key(Qt::Key_Escape);
  EXPECT_FALSE(button->isEnabled());
}

TEST_F(DetailsPanelTest, ShowsLastPredecessorAndVersions) {
  open({write("why.gus", details_drawing)});
  click(point(7'000));
  EXPECT_THAT(details().toStdString(), HasSubstr("a x (ended last), c y"));
  EXPECT_THAT(details().toStdString(), HasSubstr("x version 1"));
  EXPECT_THAT(details().toStdString(), HasSubstr("stolen from"));
}

TEST_F(DetailsPanelTest, DotAndCommaStepThroughTasksOfOneType) {
  open({write("why.gus", details_drawing)});
  click(point(7'000));
  key(Qt::Key_Period);
  EXPECT_EQ(selection().task(), details_second_b);
  key(Qt::Key_Period);
  EXPECT_EQ(selection().task(), details_second_b) << "the last one";
  key(Qt::Key_Comma);
  EXPECT_EQ(selection().task(), first_b);
}

TEST_F(DetailsPanelTest, CountsSelectedTasks) {
  open({write("why.gus", details_drawing)});
  auto set = std::make_shared<TaskSet>();
  set->name = "b";
  set->tasks = {first_b, details_second_b};
  window_->session().selection().select_tasks(set, SelectionOrigin::command);
  settle();
  EXPECT_THAT(details().toStdString(), HasSubstr("2 tasks selected"));
  EXPECT_THAT(details().toStdString(), HasSubstr("5.00 µs"));
}

}  // namespace
}  // namespace gusset::viewer
