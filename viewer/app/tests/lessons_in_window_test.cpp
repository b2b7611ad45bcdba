// Lessons, their answers, and the notes for lecturers.
#include <gmock/gmock.h>

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTextBrowser>
#include <QTimer>

#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/widgets/notice_bar.hpp"
#include "gusset/viewer/model/state/lessons.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

class LessonsInWindowTest : public testing::WelcomeFixture {
 protected:
  NoticeBar& notice() { return child<NoticeBar>("notice"); }
};

TEST_F(LessonsInWindowTest, LessonsOpenAsPredictedSchedules) {
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

TEST_F(LessonsInWindowTest, AnswersBelongToLessons) {
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

TEST_F(LessonsInWindowTest, GraphOfALessonCanBeEdited) {
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

TEST_F(LessonsInWindowTest, KeysGoToTheNextAndThePreviousLesson) {
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

TEST_F(LessonsInWindowTest, NextLessonOpensLikeTheFirstOne) {
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

TEST_F(LessonsInWindowTest, ProjectorListsTheKeysOfLessonsWhereTheyWork) {
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
  EXPECT_THAT(keys(), HasSubstr("Shift+F8 edit the graph · Q answer · Ctrl+PgDown next lesson · Esc leave"));
  open_lesson(lessons().back());
  EXPECT_THAT(keys(), HasSubstr("Q answer · Esc leave"));
  open({write("one.gus", "aab")});
  EXPECT_THAT(keys(), Not(HasSubstr("answer")));
  EXPECT_THAT(keys(), Not(HasSubstr("lesson")));
  EXPECT_THAT(keys(), Not(HasSubstr("edit")));
}

TEST_F(LessonsInWindowTest, KeyEditsTheLessonsGraphInTheProjector) {
  trigger("open lesson " + QString::fromStdString(lessons().front().id));
  EXPECT_TRUE(QTest::qWaitFor([&] { return notice().text().toStdString() == lessons().front().look; },
                              testing::patience_ms));
  settle();
  key(Qt::Key_F11);
  key(Qt::Key_F8, Qt::ShiftModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return window_->session().edits().graph != nullptr && !window_->busy(); },
                              testing::patience_ms));
  settle();
  EXPECT_TRUE(window_->classroom().projector().is_on());
  EXPECT_TRUE(child<QWidget>("graph task name").isVisible());
  EXPECT_EQ(child<QLabel>("projector keys").text().indexOf("edit"), -1) << "it is being edited";
}

// The lecturer's notes contain the answers.
TEST_F(LessonsInWindowTest, ProjectorHidesTheLecturersNotes) {
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

TEST_F(LessonsInWindowTest, LecturerNotesOpenFromTheLessonsMenu) {
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

TEST_F(LessonsInWindowTest, KeysOfTheWindowWorkInTheNotes) {
  trigger("lecturer notes");
  auto& notes = child<QDialog>("lecturer notes dialog");
  auto& page = child<QTextBrowser>("lecturer notes page");
  notes.activateWindow();
  page.setFocus();
  const QWidget& graph = window_->graph();
  const bool was_hidden = graph.isHidden();
  QTest::keyClick(&page, Qt::Key_G);
  EXPECT_NE(graph.isHidden(), was_hidden);
  QTest::keyClick(&page, Qt::Key_Escape);
  EXPECT_FALSE(notes.isVisible()) << "Esc closes the notes";
}

TEST_F(LessonsInWindowTest, LecturerNotesAreSavedAsPdf) {
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

}  // namespace
}  // namespace gusset::viewer
