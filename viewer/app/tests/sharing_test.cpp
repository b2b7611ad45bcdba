// Reports and marks inside traces, by the window's actions.
#include "gusset/viewer/app/window/sharing.hpp"

#include <gmock/gmock.h>

#include <QMessageBox>
#include <QStatusBar>

#include "gusset/base/text_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class SharingTest : public testing::WelcomeFixture {
 protected:
  std::string status() { return window_->statusBar()->currentMessage().toStdString(); }
  void wait_for_exports() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return status().starts_with("Saved "); }, testing::patience_ms));
  }
  // Closes the message and returns its text.
  std::string error_message() {
    QMessageBox* box = nullptr;
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return (box = window_->findChild<QMessageBox*>("message")) != nullptr; },
                        testing::patience_ms));
    if (box == nullptr) return {};
    const std::string text = box->text().toStdString();
    box->close();
    return text;
  }
  void mark(std::int64_t time_ns, const std::string& note) {
    Session& session = window_->session();
    session.edit(with_mark(session.edits(), {time_ns, note}));
    settle();
  }
};

TEST_F(SharingTest, ReportHasTheTracesTheViewAndTheMarks) {
  open({write("one.gus", "aaaa....bbbb"), write("two.gus", "aaaa..bbbb")});
  window_->session().set_appearance(toggled(window_->session().appearance(), "b"));
  settle();
  mark(4'000, "here <b> waits");
  window_->sharing().save_report(folder_ / "r.html");
  wait_for_exports();
  EXPECT_THAT(status(), MatchesRegex("Saved the report .*r\\.html, [0-9.]+ kB"));
  const std::string html = *read_text(folder_ / "r.html");
  EXPECT_THAT(html,
              AllOf(HasSubstr("<h1>one.gus and two.gus</h1>"), HasSubstr("From A, one.gus, to B, two.gus"),
                    HasSubstr("without b"), HasSubstr("here &lt;b&gt; waits")));
}

TEST_F(SharingTest, ReportThatCannotBeWrittenIsAnError) {
  open({write("one.gus", "aaaa")});
  window_->sharing().save_report(folder_ / "none" / "r.html");
  EXPECT_THAT(error_message(), HasSubstr("r.html: expected"));
}

TEST_F(SharingTest, MarksTravelInsideTheTrace) {
  window_->welcome().remember();
  open({write("one.gus", "aaaa....bbbb")});
  wait_for_jobs();
  mark(4'000, "here");
  trigger("save marks");
  wait_for_exports();
  EXPECT_EQ(status(), "Saved 1 mark in one.gus");
  EXPECT_EQ((*traces::read_gus(folder_ / "one.gus"))->marks, (std::vector<Mark>{{4'000, "here"}}));
  window_->session().close();
  std::filesystem::rename(folder_ / "one.gus", folder_ / "moved.gus");
  open({folder_ / "moved.gus"});
  EXPECT_EQ(window_->session().edits().marks, (std::vector<Mark>{{4'000, "here"}})) << "without a view file";
}

TEST_F(SharingTest, SavedViewStaysValidWhenMarksAreSaved) {
  window_->welcome().remember();
  open({write("one.gus", "aaaa....bbbb")});
  wait_for_jobs();
  key(Qt::Key_X);
  mark(4'000, "here");
  trigger("save marks");
  wait_for_exports();
  wait_for_jobs();
  restart();
  window_->welcome().remember();
  open({folder_ / "one.gus"});
  wait_for_jobs();
  settle();
  EXPECT_EQ(timeline().shape(), TaskShape::box);
  EXPECT_THAT(status(), Not(HasSubstr("ignored")));
}

TEST_F(SharingTest, TraceOfAnotherFormatCannotKeepMarks) {
  std::filesystem::path path = folder_ / "t.csv";
  ASSERT_TRUE(write_text(path, "task,type,begin_ns,end_ns\n0,a,0,5\n"));
  open({path});
  window_->sharing().save_marks();
  EXPECT_THAT(error_message(), HasSubstr("t.csv: offset 0: expected the signature of a .gus file"));
}

}  // namespace
}  // namespace gusset::viewer
