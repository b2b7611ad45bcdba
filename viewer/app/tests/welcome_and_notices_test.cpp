#include "gusset/viewer/app/window/welcome_and_notices.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <fstream>

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

TEST_F(WelcomeAndNoticesTest, LessonsOpenAsPredictedSchedules) {
  for (const Lesson& lesson : lessons()) {
    trigger("open lesson " + QString::fromStdString(lesson.id));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
          return document().traces.size() == 2 && document().panel(0).name() == lesson.schedules[0].title;
        },
        testing::patience_ms))
        << lesson.id << notice().text().toStdString();
    settle();
    EXPECT_EQ(document().panel(1).trace->workers.size(),
              static_cast<std::size_t>(lesson.schedules[1].workers));
    EXPECT_EQ(document().panel(0).origin_name(), "predicted");
    EXPECT_EQ(notice().text().toStdString(), lesson.look);
    key(Qt::Key_Q);
    EXPECT_EQ(notice().text().toStdString(), lesson.look + "\n\n" + lesson.answer);
    key(Qt::Key_Q);
    EXPECT_EQ(notice().text().toStdString(), lesson.look);
    if (lesson.id != "anomaly") continue;
    window_->session().add({write("what-if.gus", "aab")});
    settle();
    EXPECT_TRUE(notice().isVisible()) << "an added trace leaves the question";
    EXPECT_EQ(document().panel(0).totals.makespan_ns, 12'000'000);
    EXPECT_EQ(document().panel(1).totals.makespan_ns, 15'000'000);
  }
}

TEST_F(WelcomeAndNoticesTest, AnswersBelongToLessons) {
  EXPECT_FALSE(child<QAction>("lesson answer").isEnabled());
  trigger("open lesson stealing");
  ASSERT_TRUE(QTest::qWaitFor([&] { return document().traces.size() == 2; }, testing::patience_ms));
  settle();
  QTest::mouseClick(&child<QPushButton>("notice answer"), Qt::LeftButton);
  EXPECT_THAT(notice().text().toStdString(), ::testing::HasSubstr("It saves 9 ms: 16 instead of 25."));
  EXPECT_TRUE(notice().isVisible());
  QTest::mouseClick(&child<QPushButton>("notice hide answer"), Qt::LeftButton);
  EXPECT_TRUE(notice().isVisible());
  EXPECT_EQ(notice().text().count("It saves 9 ms"), 0);
  open({write("one.gus", "aab")});
  EXPECT_FALSE(child<QAction>("lesson answer").isEnabled());
  key(Qt::Key_Q);
  EXPECT_FALSE(notice().isVisible());
}

TEST_F(WelcomeAndNoticesTest, GraphOfALessonCanBeEdited) {
  const auto shows = [this](const Lesson& lesson) {
    return QTest::qWaitFor([&] { return notice().text().toStdString() == lesson.look; },
                           testing::patience_ms);
  };
  const auto open_lesson = [&](const Lesson& lesson) {
    trigger("open lesson " + QString::fromStdString(lesson.id));
    return shows(lesson);
  };
  const auto& edit = child<QAction>("edit lesson graph");
  EXPECT_FALSE(edit.isEnabled());
  ASSERT_TRUE(open_lesson(lessons()[2]));
  EXPECT_FALSE(edit.isEnabled());
  EXPECT_TRUE(edit.toolTip().contains("found accesses to data")) << "adds to one handle";
  ASSERT_TRUE(open_lesson(lessons()[0]));
  settle();
  EXPECT_TRUE(edit.isEnabled());
  trigger("edit lesson graph");
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window_->session().edits().graph != nullptr && document().traces.size() == 2; },
      testing::patience_ms))
      << notice().text().toStdString();
  settle();
  EXPECT_EQ(window_->session().edits().graph->tasks().size(), 9U);
  EXPECT_EQ(document().panel(1).totals.makespan_ns, 12'000'000) << "on the lesson's three workers";
  EXPECT_FALSE(child<QAction>("lesson answer").isEnabled());
  trigger("previous lesson");
  ASSERT_TRUE(shows(lessons()[0])) << "back to the lesson";
  settle();
  trigger("edit lesson graph");
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return window_->session().edits().graph != nullptr; }, testing::patience_ms));
  settle();
  trigger("next lesson");
  EXPECT_TRUE(shows(lessons()[1])) << notice().text().toStdString();
}

TEST_F(WelcomeAndNoticesTest, KeysGoToTheNextAndThePreviousLesson) {
  const auto press = [this](Qt::Key key) { QTest::keyClick(window_.get(), key, Qt::ControlModifier); };
  const auto shows = [this](std::size_t lesson) {
    const bool is_shown = QTest::qWaitFor(
        [&] {
          return document().traces.size() == 2 &&
                 document().panel(0).name() == lessons()[lesson].schedules[0].title;
        },
        testing::patience_ms);
    settle();
    return is_shown && notice().text().toStdString() == lessons()[lesson].look;
  };
  EXPECT_FALSE(child<QAction>("previous lesson").isEnabled());
  press(Qt::Key_PageDown);
  EXPECT_TRUE(shows(0)) << "without a lesson, the first one opens";
  EXPECT_FALSE(child<QAction>("previous lesson").isEnabled());
  press(Qt::Key_PageDown);
  EXPECT_TRUE(shows(1));
  key(Qt::Key_Q);
  EXPECT_EQ(child<QPushButton>("notice next lesson").text(), "Next lesson (Ctrl+PgDown)");
  QTest::mouseClick(&child<QPushButton>("notice next lesson"), Qt::LeftButton);
  EXPECT_TRUE(shows(2));
  press(Qt::Key_PageUp);
  EXPECT_TRUE(shows(1));
  press(Qt::Key_PageDown);
  press(Qt::Key_PageDown);
  EXPECT_TRUE(shows(3)) << "also before the lesson in between has opened";
  trigger("open lesson " + QString::fromStdString(lessons().back().id));
  EXPECT_TRUE(shows(lessons().size() - 1));
  EXPECT_FALSE(child<QAction>("next lesson").isEnabled());
  EXPECT_EQ(window_->findChild<QPushButton*>("notice next lesson"), nullptr);
}

TEST_F(WelcomeAndNoticesTest, NextLessonOpensLikeTheFirstOne) {
  const auto press = [this](Qt::Key key) { QTest::keyClick(window_.get(), key, Qt::ControlModifier); };
  const auto waits_for = [this](const Lesson& lesson) {
    const bool is_shown = QTest::qWaitFor(
        [&] {
          return document().traces.size() == 2 && document().panel(0).name() == lesson.schedules[0].title;
        },
        testing::patience_ms);
    settle();
    return is_shown;
  };
  press(Qt::Key_PageDown);
  ASSERT_TRUE(waits_for(lessons()[0]));
  key(Qt::Key_F11);
  key(Qt::Key_G);
  EXPECT_FALSE(child<QLabel>("projector text").isVisible()) << "nothing is played, so nothing is dimmed";
  key(Qt::Key_N);
  click(point(1e6, {1, 0}));
  key(Qt::Key_Y);
  ASSERT_TRUE(child<QDockWidget>("Details").isVisible());
  ASSERT_TRUE(child<QLabel>("projector text").isVisible());
  ASSERT_EQ(window_->graph().graph().panel(), 1U);
  key(Qt::Key_C);
  ASSERT_TRUE(child<QDockWidget>("Critical path").isVisible());
  press(Qt::Key_PageDown);
  ASSERT_TRUE(waits_for(lessons()[1]));
  EXPECT_FALSE(child<QAction>("critical path").isChecked());
  EXPECT_FALSE(child<QDockWidget>("Critical path").isVisible());
  EXPECT_FALSE(window_->classroom().is_shown());
  EXPECT_FALSE(child<QLabel>("projector text").isVisible());
  EXPECT_EQ(window_->graph().view().time_ns(), std::nullopt);
  EXPECT_FALSE(child<QDockWidget>("Details").isVisible());
  EXPECT_TRUE(window_->graph().isVisible());
  EXPECT_EQ(window_->graph().graph().panel(), 0U);
  key(Qt::Key_N);
  EXPECT_TRUE(child<QLabel>("projector text").isVisible());
}

TEST_F(WelcomeAndNoticesTest, ProjectorListsTheKeysOfLessonsWhereTheyWork) {
  using ::testing::HasSubstr;
  using ::testing::Not;
  const auto keys = [this] { return child<QLabel>("projector keys").text().toStdString(); };
  const auto open_lesson = [this](const Lesson& lesson) {
    trigger("open lesson " + QString::fromStdString(lesson.id));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return notice().text().toStdString() == lesson.look; }, testing::patience_ms));
    settle();
  };
  open_lesson(lessons().front());
  key(Qt::Key_F11);
  EXPECT_THAT(keys(), HasSubstr("Q answer · Ctrl+PgDown next lesson · Esc leave"));
  open_lesson(lessons().back());
  EXPECT_THAT(keys(), HasSubstr("Q answer · Esc leave"));
  open({write("one.gus", "aab")});
  EXPECT_THAT(keys(), Not(HasSubstr("answer")));
  EXPECT_THAT(keys(), Not(HasSubstr("lesson")));
}

// The lecturer's notes contain the answers.
TEST_F(WelcomeAndNoticesTest, ProjectorHidesTheLecturersNotes) {
  open({write("one.gus", "aab")});
  trigger("lecturer notes");
  auto& notes = child<QDialog>("lecturer notes dialog");
  ASSERT_TRUE(notes.isVisible());
  key(Qt::Key_F11);
  EXPECT_FALSE(notes.isVisible());
  QApplication::setActiveWindow(window_.get());
  key(Qt::Key_Escape);
  EXPECT_TRUE(notes.isVisible());
  QApplication::setActiveWindow(window_.get());
  key(Qt::Key_F11);
  trigger("lecturer notes");
  EXPECT_TRUE(notes.isVisible()) << "the lecturer asked for them";
  EXPECT_EQ(window_->findChildren<QDialog*>("lecturer notes dialog").size(), 1);
  notes.close();
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  key(Qt::Key_Escape);
  EXPECT_EQ(window_->findChild<QDialog*>("lecturer notes dialog"), nullptr) << "they were closed";
}

TEST_F(WelcomeAndNoticesTest, LecturerNotesOpenFromTheLessonsMenu) {
  trigger("lecturer notes");
  auto& page = child<QTextBrowser>("lecturer notes page");
  const QString notes = page.toPlainText();
  int minute = 4;  // after the introduction
  for (const Lesson& lesson : lessons()) {
    const QString times = QString("\n%1–%2\n").arg(minute).arg(minute + lesson.minutes);
    EXPECT_TRUE(notes.contains(times + QString::fromStdString(lesson.title) + "\n")) << lesson.title;
    minute += lesson.minutes;
  }
  EXPECT_TRUE(notes.contains("60 minutes"));
  const auto follow = [&page](const char* link, const char* title) {
    QTextCursor end = page.document()->find(link);
    page.setTextCursor(end);
    QTest::mouseClick(page.viewport(), Qt::LeftButton, {}, page.cursorRect(end).center() - QPoint(8, 0));
    EXPECT_TRUE(page.toPlainText().startsWith(title)) << page.toPlainText().left(60).toStdString();
    EXPECT_TRUE(page.document()->find("](").isNull()) << "links are shown as links or as text";
  };
  follow("In the classroom", "In the classroom");
  follow("lessons", "Lessons on scheduling");
  follow("Notes for the lecturer", "Notes for the lecturer");
}

TEST_F(WelcomeAndNoticesTest, LecturerNotesAreSavedAsPdf) {
  trigger("lecturer notes");
  const auto save_as = [this](const std::filesystem::path& path) {
    QTest::mouseClick(&child<QPushButton>("save notes"), Qt::LeftButton);
    auto& dialog = child<QFileDialog>("save notes dialog");
    auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
    name->setText(QString::fromStdString(path.string()));
    QTest::keyClick(name, Qt::Key_Return);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  save_as(folder_ / "notes.pdf");
  QFile pdf(QString::fromStdString((folder_ / "notes.pdf").string()));
  ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
  const QByteArray content = pdf.readAll();
  EXPECT_TRUE(content.startsWith("%PDF-"));
  EXPECT_TRUE(content.trimmed().endsWith("%%EOF"));
  EXPECT_GE(content.count("/Type /Page\n"), 2) << "an hour fills more than one page";
  std::string error;
  const Connection connection = window_->failed.connect([&](const std::string& text) { error = text; });
  std::filesystem::create_symlink("/dev/full", folder_ / "full.pdf");
  QTimer::singleShot(300, window_.get(), [] {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      auto* box = qobject_cast<QMessageBox*>(widget);
      if (box != nullptr && box->isVisible())
        QTest::mouseClick(box->button(QMessageBox::Yes), Qt::LeftButton);
    }
  });
  save_as(folder_ / "full.pdf");  // asks whether to replace it
  EXPECT_THAT(error, ::testing::HasSubstr("full.pdf: expected a file that can be written, found"));
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
  EXPECT_TRUE(go_to("What if?").contains(in_window(*what_if)));
  EXPECT_FALSE(what_if->isHidden());
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
