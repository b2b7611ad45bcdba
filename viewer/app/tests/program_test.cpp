// The program as a user starts it: exit status and output.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QImage>
#include <QProcess>
#include <filesystem>
#include <fstream>

#include "gusset/traces/gus/gus.hpp"
#include "text_trace.hpp"

namespace gusset::viewer {
namespace {

struct Outcome {
  int status = -1;
  QString error;
};

class Program : public ::testing::Test {
 protected:
  Program() : folder_(std::filesystem::path(::testing::TempDir()) / "program") {
    std::filesystem::create_directories(folder_);
    environment_ = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment_.remove(name);
  }
  ~Program() override { std::filesystem::remove_all(folder_); }

  QString path(const char* name) const { return QString::fromStdString((folder_ / name).string()); }
  QString trace(const char* name, std::string_view drawing) const {
    EXPECT_TRUE(traces::write_gus(*traces::testing::trace_from_text(drawing), folder_ / name));
    return path(name);
  }
  Outcome run(const QStringList& arguments) const {
    QProcess process;
    process.setProcessEnvironment(environment_);
    process.start(GUSSET_VIEWER_PROGRAM, arguments);
    EXPECT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardError())};
  }

  std::filesystem::path folder_;
  QProcessEnvironment environment_;
};

TEST_F(Program, ScreenshotWorksWithoutADisplay) {
  const Outcome outcome = run({trace("one.gus", "aab"), trace("two.gus", "ab"), "--screenshot",
                               path("window.png"), "--size", "900x600", "--select", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.error.toStdString();
  EXPECT_EQ(outcome.error, "");
  const QImage image(path("window.png"));
  EXPECT_EQ(image.size(), QSize(900, 600));
}

TEST_F(Program, RejectsASizeTooSmallForThePanels) {
  const Outcome outcome =
      run({trace("one.gus", "aab"), "--screenshot", path("window.png"), "--size", "200x200"});
  EXPECT_NE(outcome.status, 0);
  EXPECT_TRUE(outcome.error.startsWith("gusset-viewer: --size: expected at least "))
      << outcome.error.toStdString();
  EXPECT_TRUE(outcome.error.endsWith(", which the panels need, found 200x200\n"))
      << outcome.error.toStdString();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "window.png"));
}

TEST_F(Program, DrawsAnEmptyWindow) {
  EXPECT_EQ(run({"--screenshot", path("window.png")}).status, 0);
  EXPECT_FALSE(QImage(path("window.png")).isNull());
}

TEST_F(Program, ProjectorWorksWithoutADisplay) {
  const Outcome outcome = run({trace("one.gus", "aabb"), "--screenshot", path("window.png"), "--size",
                               "900x600", "--do", "projector", "--do", "next event", "--do", "player"});
  EXPECT_EQ(outcome.status, 0) << outcome.error.toStdString();
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(QImage(path("window.png")).size(), QSize(900, 600));
}

TEST_F(Program, QuitsAfterTheFirstPicture) {
  environment_.insert("QT_QPA_PLATFORM", "offscreen");
  EXPECT_EQ(run({trace("one.gus", "aab"), "--quit-after-first-picture"}).status, 0);
}

TEST_F(Program, MissingFileGivesOneLine) {
  const Outcome outcome = run({path("missing.gus"), "--screenshot", path("window.png")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.error.startsWith("gusset-viewer: "));
  EXPECT_TRUE(outcome.error.contains("missing.gus"));
  EXPECT_EQ(outcome.error.count('\n'), 1) << outcome.error.toStdString();
}

TEST_F(Program, InvalidFileGivesOneLine) {
  std::ofstream(folder_ / "broken.gus") << "no trace at all";
  const Outcome outcome = run({path("broken.gus"), "--screenshot", path("window.png")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error.count('\n'), 1) << outcome.error.toStdString();
}

TEST_F(Program, MissingDisplayGivesOneLine) {
  const Outcome outcome = run({trace("one.gus", "aab")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error,
            "gusset-viewer: display: expected DISPLAY or WAYLAND_DISPLAY to be set (or --screenshot FILE), "
            "found neither\n");
}

TEST_F(Program, UnreachableDisplayGivesOneLine) {
  environment_.insert("DISPLAY", ":7777");
  const Outcome outcome = run({trace("one.gus", "aab")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error,
            "gusset-viewer: display: expected a reachable display (or --screenshot FILE), found :7777\n");
}

TEST_F(Program, MissingOpenGlGivesOneLine) {
  environment_.insert("__EGL_VENDOR_LIBRARY_FILENAMES", path("no such vendor.json"));
  const Outcome outcome = run({trace("one.gus", "aab"), "--screenshot", path("window.png")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(
      outcome.error.startsWith("gusset-viewer: OpenGL: expected a context of version 3.3 without a display"))
      << outcome.error.toStdString();
  EXPECT_EQ(outcome.error.count('\n'), 1);
}

TEST_F(Program, MissingTaskGivesOneLine) {
  const Outcome outcome = run({trace("one.gus", "aab"), "--select", "2", "--screenshot", path("window.png")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "gusset-viewer: --select: expected a task below 2, found 2\n");
}

TEST_F(Program, UnwritableScreenshotGivesOneLine) {
  const Outcome outcome = run({trace("one.gus", "aab"), "--screenshot", path("no such folder/window.png")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "gusset-viewer: " + path("no such folder/window.png") +
                               ": expected a file that can be written, found: No such file or directory\n");
}

TEST_F(Program, DoRunsAnActionByName) {
  const QStringList common{trace("one.gus", "aab\na1: write x@0"), "--screenshot", path("window.png"),
                           "--do"};
  EXPECT_EQ(run(common + QStringList{"critical path"}).status, 0);
}

TEST_F(Program, ActionThatNeedsAUserGivesOneLine) {
  for (const QString action :
       {"open", "add", "export", "export graph", "save report", "source folder", "quit"}) {
    const Outcome outcome =
        run({trace("one.gus", "aab"), "--screenshot", path("window.png"), "--do", action});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(
        outcome.error,
        "gusset-viewer: --do with --screenshot: expected an action that neither opens a dialog nor quits, "
        "found " +
            action + "\n");
  }
}

TEST_F(Program, InvalidOptionGivesOneLine) {
  const Outcome outcome = run({"--colour", "red"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error.count('\n'), 1) << outcome.error.toStdString();
}

}  // namespace
}  // namespace gusset::viewer
