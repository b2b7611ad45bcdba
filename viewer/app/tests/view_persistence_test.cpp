#include "gusset/viewer/app/window/view_persistence.hpp"

#include <gmock/gmock.h>

#include <QStatusBar>
#include <fstream>

#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* nodes = R"(
  n0/w0: aaaa....bbbb
  n0/w1: bb..........
  n1/w0: ..aa........
  n1/w1: ......aa....
)";

class ViewPersistenceTest : public testing::WelcomeFixture {
 protected:
  void open_and_restore(const std::filesystem::path& path) {
    window_->welcome().remember();
    open({path});
    wait_for_jobs();
    settle();
  }
  std::filesystem::path view_file() const { return folder_ / "one.gus.view.json"; }
  void change_the_view() {
    key(Qt::Key_W);
    key(Qt::Key_T, Qt::ControlModifier);
    key(Qt::Key_X);
    window_->session().set_appearance(toggled(window_->session().appearance(), "b"));
    window_->session().edit(with_mark(window_->session().edits(), {5'000, "here"}));
    settle();
  }
};

TEST_F(ViewPersistenceTest, RestoresASavedView) {
  open_and_restore(write("one.gus", nodes));
  change_the_view();
  const TimeAxis axis = timeline().axis();
  restart();
  ASSERT_TRUE(std::filesystem::exists(view_file()));
  open_and_restore(folder_ / "one.gus");
  EXPECT_NEAR(timeline().axis().begin_ns(), axis.begin_ns(), 1.0);
  EXPECT_NEAR(timeline().axis().end_ns(), axis.end_ns(), 1.0);
  EXPECT_TRUE(timeline().all_folded());
  EXPECT_TRUE(child<QAction>("fold all").isChecked());
  EXPECT_EQ(timeline().shape(), TaskShape::box);
  EXPECT_TRUE(child<QAction>("boxes").isChecked());
  EXPECT_TRUE(window_->session().appearance().hidden.contains("b"));
  EXPECT_EQ(document().panel(0).shown_tasks, 3U);
  EXPECT_EQ(window_->session().edits().marks, (std::vector<Mark>{{5'000, "here"}}));
}

TEST_F(ViewPersistenceTest, RestoresShownArrows) {
  open_and_restore(write("one.gus", nodes));
  key(Qt::Key_E);
  key(Qt::Key_E, Qt::ShiftModifier);
  restart();
  ASSERT_TRUE(std::filesystem::exists(view_file())) << "a change by itself";
  EXPECT_TRUE(child<QAction>("arrows").isChecked());
  open_and_restore(folder_ / "one.gus");
  EXPECT_EQ(window_->explanation_docks().arrows().shown(), (ArrowsShown{false, true}));
  EXPECT_FALSE(child<QAction>("arrows").isChecked());
  EXPECT_TRUE(child<QAction>("messages").isChecked());
}

TEST_F(ViewPersistenceTest, WritesNothingWithoutAChange) {
  open_and_restore(write("one.gus", nodes));
  restart();
  EXPECT_FALSE(std::filesystem::exists(view_file()));
}

TEST_F(ViewPersistenceTest, WritesAChangeWithoutClosing) {
  open_and_restore(write("one.gus", nodes));
  key(Qt::Key_W);
  EXPECT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(view_file()); }, testing::patience_ms));
}

TEST_F(ViewPersistenceTest, IgnoresAndReportsAViewOfAnotherVersion) {
  open_and_restore(write("one.gus", nodes));
  change_the_view();
  restart();
  write("one.gus", "aaaa....bbbb");
  open_and_restore(folder_ / "one.gus");
  EXPECT_TRUE(timeline().axis().shows_everything());
  EXPECT_EQ(timeline().shape(), TaskShape::triangle);
  EXPECT_EQ(window_->statusBar()->currentMessage(),
            "one.gus.view.json belongs to another version of the trace: ignored");
}

TEST_F(ViewPersistenceTest, IgnoresAndReportsABrokenView) {
  write("one.gus", nodes);
  std::ofstream(view_file()) << "{\"format\": \"gusset view\", \"version\": 1";
  open_and_restore(folder_ / "one.gus");
  EXPECT_TRUE(timeline().axis().shows_everything());
  EXPECT_EQ(window_->statusBar()->currentMessage(),
            "one.gus.view.json: line 1, column 39: expected JSON, found the end of the file: ignored");
}

TEST_F(ViewPersistenceTest, UsesTheStateFolderIfTheTracesFolderIsNotWritable) {
  std::filesystem::create_directories(view_file() / "in the way");
  open_and_restore(write("one.gus", nodes));
  key(Qt::Key_W);
  const TimeAxis axis = timeline().axis();
  restart();
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ / "state" / "gusset" / "views"), {}),
            1);
  open_and_restore(folder_ / "one.gus");
  EXPECT_NEAR(timeline().axis().span_ns(), axis.span_ns(), 1.0);
}

TEST_F(ViewPersistenceTest, KeepsOneViewPerTrace) {
  write("two.gus", "cc.ccccccc");
  open_and_restore(write("one.gus", nodes));
  key(Qt::Key_W);
  window_->session().edit(with_mark(window_->session().edits(), {5'000, "here"}));
  const TimeAxis axis = timeline().axis();
  open({folder_ / "two.gus"});
  wait_for_jobs();
  settle();
  EXPECT_TRUE(timeline().axis().shows_everything());
  EXPECT_TRUE(window_->session().edits().marks.empty());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "two.gus.view.json"));
  open({folder_ / "one.gus"});
  wait_for_jobs();
  settle();
  EXPECT_NEAR(timeline().axis().span_ns(), axis.span_ns(), 1.0);
  EXPECT_EQ(window_->session().edits().marks.size(), 1U);
}

}  // namespace
}  // namespace gusset::viewer
