#include "gusset/viewer/app/window/welcome_and_notices.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QToolBar>

#include "gusset/viewer/app/widgets/link_row.hpp"
#include "gusset/viewer/app/widgets/notice_bar.hpp"
#include "gusset/viewer/app/window/tour_card.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "gusset/viewer/model/state/lessons.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

class WelcomeAndNoticesTest : public testing::WelcomeFixture {
 protected:
  NoticeBar& notice() { return child<NoticeBar>("notice"); }
  TourCard& tour() { return child<TourCard>("tour"); }
};

TEST_F(WelcomeAndNoticesTest, ShowsTheWelcomePageWhileNothingIsOpen) {
  auto& page = child<WelcomePage>("welcome");
  EXPECT_TRUE(page.isVisible());
  EXPECT_FALSE(view().isVisible());
  for (const int width : {1200, 1024}) {
    window_->resize(width, 768);
    settle();
    for (const Lesson& lesson : lessons()) {
      const auto& row = child<LinkRow>(("lesson " + lesson.id).c_str());
      const QString about = row.accessibleDescription();
      EXPECT_TRUE(about.startsWith(QString("%1 min · ").arg(lesson.minutes))) << about.toStdString();
      const QRect needed =
          row.fontMetrics().boundingRect(QRect(0, 0, row.width() - 16, 1000), Qt::TextWordWrap, about);
      EXPECT_GE(row.height(), row.fontMetrics().lineSpacing() + needed.height()) << about.toStdString();
    }
  }
  open({write("one.gus", "aab")});
  EXPECT_FALSE(page.isVisible());
  EXPECT_TRUE(view().isVisible());
  EXPECT_TRUE(view().hasFocus());
  key(Qt::Key_W, Qt::ControlModifier);
  EXPECT_TRUE(page.isVisible());
  EXPECT_FALSE(view().isVisible());
}

TEST_F(WelcomeAndNoticesTest, ClosedTracesLeaveMemory) {
  open({write("one.gus", "aab")});
  const std::weak_ptr<const traces::Trace> trace = document().panel(0).trace;
  key(Qt::Key_W, Qt::ControlModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return trace.expired(); }, 5'000));
}

TEST_F(WelcomeAndNoticesTest, ClickOpensASample) {
  QTest::mouseClick(&child<LinkRow>("sample cholesky.gus"), Qt::LeftButton);
  settle();
  ASSERT_EQ(document().traces.size(), 1U);
  EXPECT_EQ(document().panel(0).origin_name(), "measured");
  trigger("open shallow_water.gus");
  settle();
  EXPECT_EQ(document().panel(0).origin_name(), "predicted");
}

TEST_F(WelcomeAndNoticesTest, PageOffersNeitherTourNorLessonsThatAreNotInstalled) {
  child<WelcomePage>("welcome").show_availability("no samples", "no lessons");
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // the earlier rows
  EXPECT_FALSE(child<QPushButton>("welcome tour").isEnabled());
  EXPECT_EQ(child<QPushButton>("welcome tour").toolTip(), "no samples");
  EXPECT_FALSE(child<LinkRow>("lesson anomaly").isEnabled());
}

TEST_F(WelcomeAndNoticesTest, KeysStepThroughTheTour) {
  open({write("one.gus", "aabcc")});
  trigger("tour");
  settle();
  ASSERT_TRUE(tour().isVisible());
  EXPECT_EQ(tour().step(), 0U);
  const double span = timeline().axis().span_ns();
  key(Qt::Key_W);
  EXPECT_LT(timeline().axis().span_ns(), span) << "other keys do what they always do";
  key(Qt::Key_Return);
  key(Qt::Key_Return);
  EXPECT_EQ(tour().step(), 2U);
  key(Qt::Key_Backspace);
  EXPECT_EQ(tour().step(), 1U);
  for (std::size_t step = 1; step + 1 < tour_steps().size(); ++step) key(Qt::Key_Return);
  EXPECT_TRUE(tour().isVisible());
  EXPECT_TRUE(selection().task()) << "a step selects the first task";
  key(Qt::Key_Return);
  EXPECT_FALSE(tour().isVisible());
}

TEST_F(WelcomeAndNoticesTest, TourExplainsATaskThatWaited) {
  open({write("one.gus", "aaaa....\n....bbbb\nb1: after a1")});
  trigger("tour");
  settle();
  const auto in_window = [this](const QWidget& part) {
    return QRect(part.mapTo(window_.get(), QPoint()), part.size());
  };
  const auto& frame = child<QWidget>("tour frame");
  EXPECT_TRUE(in_window(view()).adjusted(-2, -2, 2, 2).contains(frame.geometry()));
  window_->resize(1100, 760);
  settle();
  EXPECT_TRUE(in_window(view()).adjusted(-2, -2, 2, 2).contains(frame.geometry()));
  while (tour_steps()[tour().step()].title != "Why not earlier?") key(Qt::Key_Return);
  EXPECT_EQ(selection().task(), (TaskReference{0, traces::TaskId(1u)}));
  EXPECT_TRUE(frame.geometry().contains(in_window(child<QWidget>("why button"))));
}

TEST_F(WelcomeAndNoticesTest, TourShowsVerdictWhatIfAndExport) {
  open({write("one.gus", "aabcc")});
  auto* const what_if = window_->findChild<QDockWidget*>("What if");
  trigger("tour");
  settle();
  const auto go_to = [this](const std::string& title) {
    while (tour_steps()[tour().step()].title != title) key(Qt::Key_Return);
    const auto& frame = child<QWidget>("tour frame");
    return frame.geometry().adjusted(-1, -1, 1, 1);
  };
  const auto in_window = [this](const QWidget& part) {
    return QRect(part.mapTo(window_.get(), QPoint()), part.size());
  };
  EXPECT_TRUE(go_to("The verdict").contains(in_window(child<QWidget>("headline"))));
  EXPECT_TRUE(what_if->isHidden());
  EXPECT_TRUE(go_to("Play").contains(in_window(child<QWidget>("button play"))));
  EXPECT_TRUE(go_to("What if?").contains(in_window(*what_if)));
  EXPECT_FALSE(what_if->isHidden());
  EXPECT_TRUE(go_to("Build a graph").contains(in_window(*window_->menuBar())));
  EXPECT_TRUE(go_to("Lessons").contains(in_window(*window_->menuBar())));
  EXPECT_TRUE(go_to("Export and everything else").contains(in_window(*window_->menuBar())));
  EXPECT_TRUE(what_if->isHidden()) << "as before the tour";
}

TEST_F(WelcomeAndNoticesTest, EscapeLeavesTheTourAndKeepsTheSelection) {
  open({write("one.gus", "aab")});
  click(point(500));
  trigger("tour");
  settle();
  key(Qt::Key_Escape);
  EXPECT_FALSE(tour().isVisible());
  EXPECT_TRUE(selection().task());
}

TEST_F(WelcomeAndNoticesTest, TourOpensASampleInAnEmptyWindow) {
  QTest::mouseClick(&child<QPushButton>("welcome tour"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return tour().isVisible(); }, testing::patience_ms));
  EXPECT_EQ(document().traces.size(), 1U);
}

TEST_F(WelcomeAndNoticesTest, TourCardsStayInsideTheWindow) {
  open({write("one.gus", "aab")});
  for (const TourStep& step : tour_steps())
    EXPECT_TRUE(step.action.empty() || has_action(step.action)) << step.title;
  trigger("tour");
  do {
    EXPECT_TRUE(window_->rect().contains(tour().geometry())) << tour().step();
    key(Qt::Key_Return);
  } while (tour().isVisible());
}

TEST_F(WelcomeAndNoticesTest, RemembersRecentTraces) {
  window_->welcome().remember();
  open({write("one.gus", "aab")});
  open({write("two.gus", "ab"), folder_ / "one.gus"});
  restart();
  window_->welcome().remember();
  EXPECT_EQ(child<LinkRow>("recent 0").text(), "two.gus, one.gus");
  EXPECT_EQ(child<LinkRow>("recent 1").text(), "one.gus");
  EXPECT_THAT(child<LinkRow>("recent 1").accessibleDescription().toStdString(),
              ::testing::HasSubstr("% busy · 2 tasks · 1 worker"));
  const QImage miniature = child<LinkRow>("recent 1").miniature();
  ASSERT_FALSE(miniature.isNull()) << "a small picture of the schedule";
  EXPECT_NE(miniature.pixel(10, miniature.height() / 2),
            miniature.pixel(miniature.width() - 10, miniature.height() / 2))
      << "a, then b";
  QTest::keyClick(&child<LinkRow>("recent 0"), Qt::Key_Return);
  settle();
  EXPECT_EQ(document().traces.size(), 2U);
  trigger("open recent 1");
  settle();
  EXPECT_EQ(document().panel(0).name(), "one.gus");
}

TEST_F(WelcomeAndNoticesTest, RemembersTracesGivenByARelativePath) {
  window_->welcome().remember();
  const std::filesystem::path before = std::filesystem::current_path();
  write("one.gus", "aab");
  std::filesystem::current_path(folder_);
  open({"one.gus"});  // a relative path, as from a terminal
  wait_for_jobs();
  std::filesystem::current_path(before);
  restart();
  window_->welcome().remember();
  EXPECT_EQ(child<LinkRow>("recent 0").text(), "one.gus");
  trigger("open recent 0");
  settle();
  EXPECT_EQ(document().panel(0).name(), "one.gus");
}

TEST_F(WelcomeAndNoticesTest, MissingRecentTraceIsGreyOnceAndThenRemoved) {
  window_->welcome().remember();
  open({write("gone.gus", "aab")});
  open({write("here.gus", "aab")});
  std::filesystem::remove(folder_ / "gone.gus");
  restart();
  window_->welcome().remember();
  const auto is_grey = [&] { return !child<LinkRow>("recent 1").isEnabled(); };
  EXPECT_TRUE(QTest::qWaitFor(is_grey, testing::patience_ms));
  EXPECT_TRUE(child<LinkRow>("recent 0").isEnabled());
  EXPECT_FALSE(child<QAction>("open recent 1").isEnabled());
  restart();
  window_->welcome().remember();
  EXPECT_EQ(window_->findChild<LinkRow*>("recent 1"), nullptr);
}

TEST_F(WelcomeAndNoticesTest, SavesNothingBeforeRemember) {
  open({write("one.gus", "aab")});
  key(Qt::Key_W);
  restart();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "one.gus.view.json"));
  window_->welcome().remember();
  EXPECT_EQ(window_->findChild<LinkRow*>("recent 0"), nullptr);
}

TEST_F(WelcomeAndNoticesTest, RestoresTheToolbar) {
  window_->welcome().remember();
  EXPECT_TRUE(child<QToolBar>("toolbar").isVisible());
  trigger("show toolbar");
  EXPECT_FALSE(child<QToolBar>("toolbar").isVisible());
  restart();
  EXPECT_TRUE(child<QToolBar>("toolbar").isVisible());
  window_->welcome().remember();
  EXPECT_FALSE(child<QToolBar>("toolbar").isVisible());
}

TEST_F(WelcomeAndNoticesTest, HidesPanelsWhileNothingIsOpen) {
  window_->welcome().remember();
  const auto is_shown = [this](const char* name) { return child<QDockWidget>(name).isVisible(); };
  EXPECT_FALSE(is_shown("Legend"));
  open({write("one.gus", "aab")});
  EXPECT_TRUE(is_shown("Legend"));
  EXPECT_TRUE(is_shown("Details"));
  EXPECT_FALSE(is_shown("Marks"));
  child<QDockWidget>("Details").toggleViewAction()->trigger();
  trigger("close");
  EXPECT_FALSE(is_shown("Legend"));
  restart();  // saves the docks as they were beside a trace
  window_->welcome().remember();
  EXPECT_FALSE(is_shown("Legend"));
  open({write("one.gus", "aab")});
  EXPECT_TRUE(is_shown("Legend"));
  EXPECT_FALSE(is_shown("Details"));
}

TEST_F(WelcomeAndNoticesTest, RestoresTheTheme) {
  window_->welcome().remember();
  trigger("dark theme");
  const QColor dark = QApplication::palette().color(QPalette::Window);
  restart();
  trigger("system theme");
  EXPECT_NE(QApplication::palette().color(QPalette::Window), dark);
  window_->welcome().remember();
  EXPECT_EQ(QApplication::palette().color(QPalette::Window), dark);
  trigger("system theme");
}

TEST_F(WelcomeAndNoticesTest, OffersToReloadAChangedFile) {
  window_->welcome().remember();
  open({write("one.gus", "aa")});
  wait_for_jobs();
  write("one.gus", "aabbbb");
  ASSERT_TRUE(QTest::qWaitFor([&] { return notice().isVisible(); }, testing::patience_ms));
  EXPECT_EQ(notice().text(), "one.gus has changed on disk.");
  EXPECT_EQ(document().extent_ns, 2'000) << "not before it is asked for";
  QTest::mouseClick(&child<QPushButton>("notice reload"), Qt::LeftButton);
  settle();
  EXPECT_EQ(document().extent_ns, 6'000);
  EXPECT_FALSE(notice().isVisible());
}

TEST_F(WelcomeAndNoticesTest, ReloadsAChangedFileAutomaticallyIfSet) {
  window_->welcome().remember();
  trigger("auto reload");
  open({write("one.gus", "aa")});
  wait_for_jobs();
  write("one.gus", "aabbbb");
  EXPECT_TRUE(QTest::qWaitFor([&] { return document().extent_ns == 6'000; }, testing::patience_ms));
  restart();
  window_->welcome().remember();
  EXPECT_TRUE(child<QAction>("auto reload").isChecked());
}

TEST_F(WelcomeAndNoticesTest, ErrorsAppearInTheBarAndCanBeDismissed) {
  open({write("one.gus", "aa")});
  open({folder_ / "missing.gus"});
  EXPECT_TRUE(notice().isVisible());
  EXPECT_EQ(notice().kind(), NoticeBar::Kind::error);
  EXPECT_TRUE(notice().text().contains("missing.gus")) << notice().text().toStdString();
  child<QWidget>("notice dismiss").setFocus();
  QTest::keyClick(&child<QWidget>("notice dismiss"), Qt::Key_Space);
  EXPECT_FALSE(notice().isVisible());
}

TEST_F(WelcomeAndNoticesTest, DraggingFilesShowsAHint) {
  auto& hint = child<QWidget>("drop hint");
  EXPECT_FALSE(hint.isVisible());
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile("/some/file.gus")});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  EXPECT_TRUE(hint.isVisible());
  QDragLeaveEvent leave;
  QApplication::sendEvent(window_.get(), &leave);
  EXPECT_FALSE(hint.isVisible());
  QMimeData no_file;
  no_file.setText("no file");
  QDragEnterEvent other(QPoint(100, 100), Qt::CopyAction, &no_file, Qt::LeftButton, {});
  other.ignore();
  QApplication::sendEvent(window_.get(), &other);
  EXPECT_FALSE(hint.isVisible());
}

}  // namespace
}  // namespace gusset::viewer
