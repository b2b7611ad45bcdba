#include "gusset/viewer/app/explain/verdict_panel.hpp"

#include <gmock/gmock.h>

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QTabBar>

#include "gusset/viewer/app/widgets/theme.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class VerdictPanelTest : public testing::WindowFixture {
 protected:
  VerdictPanel& panel() { return window_->explanation_docks().verdict(); }
  QTextBrowser& verdict() { return panel().findings(); }
  template <class Widget>
  Widget& child(const char* name) {
    return *panel().findChild<Widget*>(name);
  }

  /// Clicks a link where it is shown.
  void click_link(const QString& link) {
    QWidget& view = *verdict().viewport();
    for (int y = 0; y < view.height(); y += 2) {
      for (int x = 0; x < view.width(); x += 2) {
        if (verdict().anchorAt({x, y}) != link) continue;
        QTest::mouseClick(&view, Qt::LeftButton, {}, {x, y});
        settle();
        return;
      }
    }
    FAIL() << "no link " << link.toStdString() << " in " << verdict().toHtml().toStdString();
  }
};

// One worker is idle most of the time, and the trace does not say why.
constexpr const char* lonely = R"(
  aaaaaaaabbbbbbbb
  cc..............
)";

TEST_F(VerdictPanelTest, ShowsTheSentencesOfGussetReport) {
  const auto path = write("lonely.gus", lonely);
  open({path});
  const auto report =
      traces::verdict(*window_->session().document()->panel(0).trace, {path.string(), nullptr, ""});
  const std::string text = verdict().toPlainText().toStdString();
  EXPECT_THAT(text, ::testing::HasSubstr("with only 3 tasks for 2 workers"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("gusset stats"))) << "commands are behind ⋯";
  for (const traces::Finding& finding : report.findings)
    EXPECT_THAT(text, ::testing::HasSubstr(finding.sentence.substr(finding.sentence.rfind('`') + 1)));
  auto* dock = window_->findChild<QDockWidget*>("Verdict");
  ASSERT_NE(dock, nullptr);
  EXPECT_TRUE(dock->isVisible());
  EXPECT_LT(dock->mapTo(window_.get(), QPoint()).y(), view().mapTo(window_.get(), QPoint()).y()) << "on top";
}

TEST_F(VerdictPanelTest, NotesFollowTheSentences) {
  traces::Trace trace = *traces::testing::trace_from_text(lonely);
  trace.metadata.notes = {"times are ticks <of a clock>"};
  ASSERT_TRUE(traces::write_gus(trace, folder_ / "ticks.gus"));
  open({folder_ / "ticks.gus"});
  EXPECT_TRUE(verdict().toPlainText().trimmed().endsWith("Note: times are ticks <of a clock>"))
      << verdict().toPlainText().toStdString();
}

TEST_F(VerdictPanelTest, HeightStaysTheSameForAnyText) {
  const auto top = [this] { return view().mapTo(window_.get(), QPoint()).y(); };
  window_->session().open({write("lonely.gus", lonely)});
  ASSERT_TRUE(QTest::qWaitFor([this] { return panel().isVisible(); }, testing::patience_ms));
  QApplication::processEvents();
  const int height = panel().height();
  settle();
  EXPECT_EQ(panel().height(), height);
  const int before = top();
  open({write("one.gus", "aab")});
  EXPECT_EQ(top(), before);
  open({write("two.gus", "..."), folder_ / "lonely.gus"});
  EXPECT_EQ(top(), before);
}

TEST_F(VerdictPanelTest, LinkSelectsWhatTheSentenceMentions) {
  open({write("lonely.gus", lonely)});
  const auto* report = window_->explanations().verdict().get(0);
  ASSERT_NE(report, nullptr);
  ASSERT_EQ(report->findings.at(0).targets.at(0).text, "the longest");
  timeline().show({12'000, 14'000});
  click_link("show:0:0:0");
  EXPECT_EQ(selection().task(), (TaskReference{0, traces::TaskId(0)}));
  EXPECT_LE(timeline().axis().begin_ns(), 1'000.0) << "scrolled into view";
}

TEST_F(VerdictPanelTest, LinkToATypeSelectsAndOutlinesItsTasks) {
  open({write("many.gus", "aaabaaabaaabaaab\naaabaaabaaabaaab")});
  const QImage before = view().canvas().image().copy();
  const auto* report = window_->explanations().verdict().get(0);
  std::size_t number = 0;
  while (number < report->findings.size() &&
         report->findings.at(number).kind != traces::Finding::Kind::heaviest_type)
    ++number;
  ASSERT_LT(number, report->findings.size());
  click_link(QString("show:0:%1:0").arg(number));
  ASSERT_NE(selection().set, nullptr);
  EXPECT_EQ(selection().set->tasks.size(), 8U);
  ASSERT_NE(window_->explanations().marked_set(), nullptr);
  EXPECT_NE(view().canvas().image(), before);
  key(Qt::Key_Escape);
  EXPECT_EQ(selection().set, nullptr);
  EXPECT_EQ(window_->explanations().marked_set(), nullptr);
}

TEST_F(VerdictPanelTest, OffersTheNextCommandBehindTheDots) {
  open({write("lonely.gus", lonely)});
  click_link("more:0:0");
  const std::string command = window_->explanations().verdict().get(0)->findings.at(0).next;
  auto* menu = panel().findChild<QMenu*>("next command");
  ASSERT_NE(menu, nullptr);
  ASSERT_TRUE(menu->isVisible());
  auto* copy = menu->findChild<QAction*>("copy next command");
  EXPECT_EQ(menu->actions().back(), copy);
  EXPECT_EQ(copy->text().toStdString(), "&Copy the command: " + command);
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(copy).center());
  EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), command);
}

TEST_F(VerdictPanelTest, DotsOpenThePanelOfTheCommand) {
  open({write("lonely.gus", lonely)});
  const auto* report = window_->explanations().verdict().get(0);
  std::size_t opened = 0;
  for (std::size_t number = 0; number < report->findings.size(); ++number) {
    const std::optional<NextPanel> next = next_panel(report->findings[number].next);
    if (!next) continue;
    click_link(QString("more:0:%1").arg(number));
    QMenu* menu = nullptr;
    for (auto* one : panel().findChildren<QMenu*>("next command")) {
      if (one->isVisible()) menu = one;
    }
    ASSERT_NE(menu, nullptr);
    QAction* const first = menu->actions().front();
    EXPECT_EQ(first->text().toStdString(), menu_text(*next));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(first).center());
    settle();
    const char* const dock = next->kind == NextPanel::Kind::idle            ? "Idle time"
                             : next->kind == NextPanel::Kind::critical_path ? "Critical path"
                                                                            : "Statistics";
    EXPECT_FALSE(window_->findChild<QDockWidget*>(dock)->visibleRegion().isEmpty()) << dock;
    ++opened;
  }
  EXPECT_GT(opened, 0U);
}

TEST_F(VerdictPanelTest, PanelsShowWhatTheCommandPrints) {
  open({write("lonely.gus", lonely)});
  panel().panel_requested(0, {NextPanel::Kind::statistics, "worker", {}});
  EXPECT_EQ(window_->explanation_docks().statistics().title(), "statistics by worker");
  panel().panel_requested(0, {NextPanel::Kind::why, {}, traces::TaskId(1U)});
  EXPECT_EQ(window_->explanations().why_task(), (TaskReference{0, traces::TaskId(1U)}));
  panel().panel_requested(0, {NextPanel::Kind::why, {}, traces::TaskId(1U)});
  EXPECT_EQ(window_->explanations().why_task(), (TaskReference{0, traces::TaskId(1U)}));
  panel().panel_requested(0, {NextPanel::Kind::idle, {}, {}});
  EXPECT_TRUE(window_->explanations().shows_idle());
  panel().panel_requested(0, {NextPanel::Kind::idle, {}, {}});
  EXPECT_TRUE(window_->explanations().shows_idle()) << "it is not switched off again";
  for (const char* dock : {"Speedup", "Compare", "Schedule"}) {
    const NextPanel::Kind kind = dock == std::string("Speedup")   ? NextPanel::Kind::speedup
                                 : dock == std::string("Compare") ? NextPanel::Kind::compare
                                                                  : NextPanel::Kind::schedule;
    panel().panel_requested(0, {kind, {}, {}});
    EXPECT_FALSE(window_->findChild<QDockWidget*>(dock)->isHidden()) << dock;
  }
}

TEST_F(VerdictPanelTest, HeadlineShowsTheRatingAndOneFigureWithItsCause) {
  open({write("full.gus", "aabb\nccdd")});
  ASSERT_TRUE(child<QWidget>("headline").isVisible());
  EXPECT_EQ(child<QLabel>("verdict badge").text(), "well scheduled");
  EXPECT_EQ(child<QLabel>("verdict badge").toolTip(),
            "No schedule of these tasks on these workers is faster.");
  EXPECT_EQ(child<QLabel>("verdict figure").text(), "100.0 %");
  EXPECT_EQ(child<QLabel>("verdict cause").text(), "busy");
  EXPECT_GT(child<QLabel>("verdict figure").font().pointSizeF(),
            1.8 * child<QLabel>("verdict cause").font().pointSizeF());
  open({write("lonely.gus", lonely)});
  EXPECT_EQ(child<QLabel>("verdict badge").text(), "optimum unknown") << "no dependencies were recorded";
  open({write("empty.gus", "...")});
  EXPECT_FALSE(child<QWidget>("headline").isVisible());
}

TEST_F(VerdictPanelTest, BadgesAreReadable) {
  open({write("full.gus", "aabb\nccdd")});
  const QImage badge = child<QLabel>("verdict badge").grab().toImage();
  const QColor background = badge.pixelColor(badge.width() / 2, 1);
  EXPECT_GE(contrast(background, Qt::white), 4.5) << background.name().toStdString();
}

TEST_F(VerdictPanelTest, SeveralTracesHaveATabEach) {
  open({write("one.gus", lonely)});
  auto& tabs = child<QTabBar>("verdict tabs");
  EXPECT_FALSE(tabs.isVisible());
  open({folder_ / "one.gus", write("two.gus", "aabb\nccdd")});
  ASSERT_TRUE(tabs.isVisible());
  EXPECT_EQ(tabs.tabText(1), "measured · two.gus");
  EXPECT_EQ(child<QLabel>("verdict figure").text(), "43.8 %");
  QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(1).center());
  settle();
  EXPECT_EQ(child<QLabel>("verdict figure").text(), "100.0 %");
  EXPECT_THAT(verdict().toPlainText().toStdString(), ::testing::HasSubstr("idle time is left"));
  const TaskReference above{0, traces::TaskId(0)};
  window_->session().selection().select_task(above, window_->session().document()->row_of(above),
                                             SelectionOrigin::timeline);
  settle();
  EXPECT_EQ(tabs.currentIndex(), 0) << "the selected task's trace comes to the front";
  open({folder_ / "one.gus"});
  EXPECT_FALSE(tabs.isVisible());
  EXPECT_EQ(child<QLabel>("verdict figure").text(), "43.8 %");
}

TEST_F(VerdictPanelTest, RecolouringKeepsTheVerdictAndAnotherTraceReplacesIt) {
  open({write("one.gus", lonely)});
  const QString before = verdict().toPlainText();
  const auto* verdict_before = window_->explanations().verdict().get(0);
  window_->findChild<QAction*>("colour by duration")->trigger();
  settle();
  EXPECT_EQ(window_->explanations().verdict().get(0), verdict_before);
  open({write("two.gus", "...")});
  EXPECT_THAT(verdict().toPlainText().toStdString(), ::testing::HasSubstr("No task ran"));
  EXPECT_NE(verdict().toPlainText(), before);
}

}  // namespace
}  // namespace gusset::viewer
