#include <gmock/gmock.h>

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QStatusBar>
#include <QTableWidget>
#include <fstream>

#include "gusset/traces/sweep/sweep_file.hpp"
#include "gusset/viewer/app/what_if/sweep_view.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;

sweep::Outcome found(double makespan_s, std::uint64_t payload_bytes) {
  sweep::Measures measures;
  measures.network = "fast";
  measures.grid = "1x1";
  measures.threads = 2;
  measures.makespan_s = makespan_s;
  measures.range = sweep::TimeRange{makespan_s * 0.99, makespan_s * 1.01, 10};
  measures.tasks = 100;
  measures.payload_bytes = payload_bytes;
  measures.balance_of = "work";
  measures.memory_bytes = 1000;
  measures.memory_of = "peak_memory_bytes";
  measures.busy_share = 0.5;
  return {measures, "", 1.0};
}

/// Blocks of 18 and 36 on two grids. The last configuration failed.
sweep::Sweep four(const std::string& program) {
  sweep::SweepDefinition definition;
  definition.program = {program, "echo", "{blocks}"};
  definition.parameters = {{"blocks", {"18", "36"}}};
  definition.grids = {"3x3", "1x9"};
  definition.costs = {"work:30e9", ""};
  sweep::Sweep sweep = sweep::new_sweep(definition);
  sweep.rows[0].screen = found(0.5, 6000);
  sweep.rows[1].screen = found(0.3, 9000);
  sweep.rows[2].screen = found(0.4, 5000);
  sweep.rows[3].screen = sweep::Outcome{{}, "signal 9 (Killed)", 1.0};
  return sweep;
}

class SweepTest : public testing::WindowFixture {
 protected:
  std::filesystem::path write_sweep(const std::string& program = "./no such program") {
    const std::filesystem::path path = folder_ / "S.json";
    std::ofstream(path) << sweep::sweep_text(four(program));
    return path;
  }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
  }
  void open_sweep(const std::filesystem::path& path) {
    window_->session().open({path});
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy() && !sweep().picture().image.isNull(); },
                                testing::patience_ms));
  }
  SweepView& sweep() { return window_->what_if_docks().sweep(); }
  std::string text(const QString& label) { return window_->findChild<QLabel*>(label)->text().toStdString(); }
  void click_on(std::size_t configuration) {
    auto* picture = window_->findChild<QWidget*>("sweep picture");
    for (const picture::SweepSpot& spot : sweep().picture().spots) {
      if (spot.configuration != configuration) continue;
      QTest::mouseClick(picture, Qt::LeftButton, {},
                        QPointF((spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2).toPoint());
      return;
    }
    ADD_FAILURE() << "not drawn: " << configuration;
  }
};

TEST_F(SweepTest, ReplacesTheTimeline) {
  open_sweep(write_sweep());
  EXPECT_TRUE(sweep().isVisible());
  EXPECT_FALSE(view().isVisible());
  EXPECT_THAT(text("sweep verdict"), HasSubstr("1x9 with blocks=18 is fastest: 300 ms"));
  const auto* table = window_->findChild<QTableWidget*>("sweep table");
  ASSERT_EQ(table->rowCount(), 3);
  EXPECT_EQ(sweep().selected(), 1U) << "the best";
  EXPECT_THAT(text("sweep details"), HasSubstr("1x9 with blocks=18"));
  const QString folder = qEnvironmentVariable("GUSSET_TEST_PICTURES");
  if (!folder.isEmpty()) {
    EXPECT_TRUE(window_->grab().save(folder + "/sweep.png"));
  }
}

TEST_F(SweepTest, ClickOnACellShowsItsDetails) {
  open_sweep(write_sweep());
  click_on(2);
  EXPECT_EQ(sweep().selected(), 2U);
  EXPECT_THAT(text("sweep details"), HasSubstr("3x3 with blocks=36"));
  EXPECT_THAT(text("sweep details"), HasSubstr("400 ms"));
  click_on(3);
  EXPECT_THAT(text("sweep details"), HasSubstr("signal 9 (Killed)"));
  EXPECT_FALSE(window_->findChild<QPushButton*>("sweep simulate")->isEnabled());
}

TEST_F(SweepTest, TableRowSelectsAConfiguration) {
  open_sweep(write_sweep());
  auto* table = window_->findChild<QTableWidget*>("sweep table");
  const QRect where = table->visualItemRect(table->item(2, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, where.center());
  EXPECT_EQ(sweep().selected(), 0U);
}

TEST_F(SweepTest, ReloadKeepsTheSelection) {
  const std::filesystem::path path = write_sweep();
  open_sweep(path);
  click_on(2);
  sweep::Sweep changed = four("./no such program");
  changed.rows[2].screen = found(0.1, 5000);
  std::ofstream(path) << sweep::sweep_text(changed);
  QTest::keyClick(window_.get(), Qt::Key_F5);
  wait_until_idle();
  EXPECT_THAT(text("sweep verdict"), HasSubstr("3x3 with blocks=36 is fastest: 100 ms"));
  EXPECT_EQ(sweep().selected(), 2U);
  EXPECT_THAT(text("sweep details"), HasSubstr("100 ms"));
}

TEST_F(SweepTest, PictureFollowsTheTheme) {
  open_sweep(write_sweep());
  const auto corner = [&] { return sweep().picture().image.pixel(0, 0) & 0xFFFFFFU; };
  EXPECT_EQ(corner(), 0xFFFFFFU);
  window_->run_action("dark theme");
  wait_until_idle();
  EXPECT_EQ(corner(), 0x1C2129U);
  const QString folder = qEnvironmentVariable("GUSSET_TEST_PICTURES");
  if (!folder.isEmpty()) {
    EXPECT_TRUE(window_->grab().save(folder + "/sweep-dark.png"));
  }
  window_->run_action("light theme");
  wait_until_idle();
  EXPECT_EQ(corner(), 0xFFFFFFU);
  apply_theme(Theme::system);
}

TEST_F(SweepTest, ExportsThePicture) {
  EXPECT_FALSE(window_->findChild<QAction*>("export")->isEnabled()) << "nothing is open";
  open_sweep(write_sweep());
  EXPECT_TRUE(window_->findChild<QAction*>("export")->isEnabled());
  window_->pictures().export_picture(folder_ / "sweep.svg");
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->statusBar()->currentMessage().startsWith("Saved "); },
                              testing::patience_ms));
  std::ifstream file(folder_ / "sweep.svg");
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(svg, HasSubstr("blocks"));
  EXPECT_TRUE(window_->session().document()->empty());
}

TEST_F(SweepTest, MissingProgramGivesOneLine) {
  open_sweep(write_sweep());
  QTest::mouseClick(window_->findChild<QPushButton*>("sweep simulate"), Qt::LeftButton);
  EXPECT_EQ(text("sweep state"),
            "./no such program: expected the sweep's program where the sweep was made, found none");
  EXPECT_FALSE(window_->busy());
}

TEST_F(SweepTest, FailingProgramShowsItsError) {
  const std::filesystem::path script = folder_ / "script";
  std::ofstream(script) << "#!/bin/sh\nexit 3\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  open_sweep(write_sweep("./script"));
  QTest::mouseClick(window_->findChild<QPushButton*>("sweep simulate"), Qt::LeftButton);
  EXPECT_THAT(text("sweep state"), HasSubstr("Simulating 1x9 with blocks=18"));
  wait_until_idle();
  EXPECT_THAT(text("sweep state"), HasSubstr("script"));
  EXPECT_TRUE(sweep().isVisible());
}

TEST_F(SweepTest, SimulationCanBeCancelled) {
  const std::filesystem::path script = folder_ / "script";
  std::ofstream(script) << "#!/bin/sh\nexec sleep 1000\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  open_sweep(write_sweep("./script"));
  QTest::mouseClick(window_->findChild<QPushButton*>("sweep simulate"), Qt::LeftButton);
  EXPECT_TRUE(window_->busy());
  QTest::mouseClick(window_->findChild<QPushButton*>("sweep cancel"), Qt::LeftButton);
  wait_until_idle();
  EXPECT_EQ(text("sweep state"), "Cancelled");
}

#ifdef GUSSET_SWEEP_PROGRAM
TEST_F(SweepTest, OpensThePredictedTrace) {
  open_sweep(write_sweep(GUSSET_SWEEP_PROGRAM));
  QTest::mouseClick(window_->findChild<QPushButton*>("sweep simulate"), Qt::LeftButton);
  wait_until_idle();
  ASSERT_EQ(window_->session().document()->traces.size(), 1U) << text("sweep state");
  EXPECT_EQ(window_->session().document()->panel(0).origin_name(), "predicted");
  EXPECT_EQ(window_->session().document()->panel(0).trace->nodes.size(), 9U);
  EXPECT_TRUE(view().isVisible());
  window_->findChild<QAction*>("last sweep")->trigger();
  EXPECT_TRUE(sweep().isVisible());
  QTest::mouseClick(window_->findChild<QPushButton*>("sweep leave"), Qt::LeftButton);
  EXPECT_TRUE(view().isVisible());
}
#endif

TEST_F(SweepTest, BrokenSweepShowsAnErrorAndChangesNothing) {
  const std::filesystem::path path = folder_ / "S.json";
  std::ofstream(path) << R"({"format": "gusset sweep", "version": 1})";
  std::string message;
  const Connection failed = window_->failed.connect([&message](const std::string& text) { message = text; });
  window_->session().open({path});
  wait_until_idle();
  EXPECT_THAT(message, HasSubstr("S.json: sweep: expected an object, found nothing"));
  EXPECT_FALSE(sweep().isVisible());
}

}  // namespace
}  // namespace gusset::viewer
