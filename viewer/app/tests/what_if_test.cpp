#include "gusset/viewer/app/what_if/what_if_panel.hpp"

#include <gmock/gmock.h>

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTextDocumentFragment>
#include <algorithm>
#include <fstream>

#include "gusset/base/policy_names.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/explain/as_seen.hpp"
#include "gusset/viewer/app/widgets/docks.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;

// Two workers. Task a precedes four b's, which precede d. Twice as many workers speed up the b's.
constexpr const char* fan = R"(
  aa|bbbb|bbbb|dd
  ..|bbbb|bbbb|..
  a1: write x@0
  b1: read x@1, write p@0
  b2: read x@1, write q@0
  b3: read x@1, write r@0
  b4: read x@1, write s@0
  d1: read p@1, read q@1, read r@1, read s@1, write z@0
)";

class WhatIfTest : public testing::WindowFixture {
 protected:
  void SetUp() override {
    if (panel().runner().program().isEmpty()) GTEST_SKIP() << "built without the gusset command";
  }
  WhatIfPanel& panel() { return window_->what_if_docks().what_if(); }
  /// Opens a trace and brings the dock to the front.
  void ask_about(const std::filesystem::path& path) {
    open({path});
    if (!dock()->isVisible()) {
      view().setFocus();
      QTest::keyClick(&view(), Qt::Key_I, Qt::ControlModifier);
    }
    EXPECT_TRUE(dock()->isVisible());
    wait_until_idle();
  }
  QDockWidget* dock() { return window_->findChild<QDockWidget*>("What if"); }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
  template <class Widget>
  Widget* find(const QString& name) {
    auto* widget = window_->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name.toStdString();
    return widget;
  }
  void press(const QString& name) {
    auto* button = find<QPushButton>("what if " + name);
    ASSERT_TRUE(button->isVisible() && button->isEnabled()) << name.toStdString();
    QTest::mouseClick(button, Qt::LeftButton);
    wait_until_idle();
  }
  void type_threads(int threads) {
    auto* box = find<QSpinBox>("what if workers");
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QString::number(threads));
    QTest::keyClick(box, Qt::Key_Return);
    wait_until_idle();
  }
  std::string report() { return find<QLabel>("what if report")->text().toStdString(); }
  /// Saves a picture for a person to look at.
  void picture(const QString& name) {
    const QString folder = qEnvironmentVariable("GUSSET_TEST_PICTURES");
    if (!folder.isEmpty()) {
      EXPECT_TRUE(window_->grab().save(folder + "/" + name));
    }
  }
  std::size_t panels() { return window_->session().document()->traces.size(); }
  const LoadedTrace& shown(std::size_t number) { return window_->session().document()->panel(number); }
};

TEST_F(WhatIfTest, ControlsStayUsableInASmallWindow) {
  window_->resize(1024, 768);
  traces::Trace trace = *traces::testing::trace_from_text(fan, 1000);
  trace.types[0] = "compute_wave_propagation_in_blocks";
  const std::filesystem::path path = folder_ / "small.gus";
  ASSERT_TRUE(traces::write_gus(trace, path));
  ask_about(path);
  window_->run_action("statistics");
  bring_to_front(dock());
  wait_until_idle();
  const auto* parts = find<QScrollArea>("what if parts");
  const auto* form = find<QScrollArea>("what if form");
  EXPECT_GE(form->height(), std::min(form->widget()->height(), 8 * form->fontMetrics().lineSpacing()));
  for (const QScrollArea* area :
       std::initializer_list<const QScrollArea*>{parts, form, find<QScrollArea>("what if figures")})
    EXPECT_EQ(area->horizontalScrollBar()->maximum(), 0) << area->objectName().toStdString();
  EXPECT_TRUE(form->widget()->findChildren<QScrollArea*>().isEmpty()) << "one scroll bar for all kernels";
  // A long name is above its slider, so that both are whole.
  const auto* value = find<QDoubleSpinBox>("what if times of compute_wave_propagation_in_blocks");
  EXPECT_LE(value->mapTo(form->viewport(), QPoint(value->width(), 0)).x(), form->viewport()->width());
  EXPECT_GE(value->width(), value->sizeHint().width());
  EXPECT_GE(find<QSlider>("what if speed of compute_wave_propagation_in_blocks")->width(), 80);
  for (const char* slider : {"what if workers slider", "what if nodes slider", "what if latency slider"}) {
    EXPECT_FALSE(find<QSlider>(slider)->visibleRegion().isEmpty()) << slider;
    EXPECT_GE(find<QSlider>(slider)->width(), 80) << slider;
  }
  // The rest can be reached by scrolling.
  auto* bar = parts->verticalScrollBar();
  bar->setValue(bar->maximum());
  QApplication::processEvents();
  EXPECT_FALSE(find<QScrollArea>("what if figures")->visibleRegion().isEmpty());
}

TEST_F(WhatIfTest, EmptyPanelExplainsItself) {
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_I, Qt::ControlModifier);
  settle();
  EXPECT_THAT(report(), HasSubstr("Open a trace"));
  EXPECT_FALSE(find<QSpinBox>("what if workers")->isEnabled());
}

TEST_F(WhatIfTest, SimulatesTheUnchangedTraceFirst) {
  ask_about(write("fan.gus", fan));
  EXPECT_EQ(panels(), 1U);
  EXPECT_EQ(find<QSpinBox>("what if workers")->value(), 2);
  EXPECT_THAT(report(), HasSubstr("unchanged"));
  EXPECT_THAT(report(), ::testing::Not(HasSubstr("what if")));
  EXPECT_THAT(report(), HasSubstr("The unchanged simulation is off by"));
}

TEST_F(WhatIfTest, SlidersFitAWindowOfDefaultSize) {
  window_->resize(1440, 900);
  ask_about(write("four.gus", "aabb\nccdd"));
  const auto* form = find<QScrollArea>("what if form");
  EXPECT_EQ(form->verticalScrollBar()->maximum(), 0) << form->height();
  const auto* figures = find<QScrollArea>("what if figures");
  EXPECT_GT(figures->height(), 7 * figures->fontMetrics().lineSpacing());
  window_->run_action("projector");
  bring_to_front(dock());
  wait_until_idle();
  for (const char* name : {"what if parts", "what if form", "what if figures"}) {
    const auto* area = find<QScrollArea>(name);
    EXPECT_LE(area->widget()->width(), area->viewport()->width()) << name << " has room for large letters";
  }
}

TEST_F(WhatIfTest, MoreThreadsAddAPanelAndShowTheGain) {
  ask_about(write("fan.gus", fan));
  type_threads(4);
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(shown(0).origin_name(), "measured");
  EXPECT_EQ(shown(1).origin_name(), "predicted");
  EXPECT_EQ(shown(1).program(), "what if: 4 workers");
  EXPECT_EQ(shown(1).trace->workers.size(), 4U);
  EXPECT_EQ(find<QAction>("open recent 0")->text(), "fan.gus") << "the prediction is deleted with the window";
  EXPECT_EQ(window_->findChild<QAction*>("open recent 1"), nullptr);
  // 12 letters of 1 µs become 8. The simulator adds its own deviation of 0.1 %.
  EXPECT_NEAR(static_cast<double>(shown(1).totals.makespan_ns), 8'000.0, 100.0);
  EXPECT_THAT(report(), HasSubstr("1.50 times as fast"));
  picture("what-if.png");
  type_threads(1);
  ASSERT_EQ(panels(), 2U) << "the next change replaces the panel";
  EXPECT_EQ(shown(1).program(), "what if: 1 worker");
  EXPECT_THAT(report(), HasSubstr("1.67 times as long"));
}

TEST_F(WhatIfTest, DraggingASliderUpdatesThePrediction) {
  ask_about(write("fan.gus", fan));
  auto* slider = find<ValueSlider>("what if speed of b");
  ASSERT_TRUE(slider->isVisible());
  const QPoint middle = slider->rect().center();
  QTest::mousePress(slider, Qt::LeftButton, {}, middle);
  const auto drag_to = [&](QPoint where) {
    QMouseEvent event(QEvent::MouseMove, where, slider->mapToGlobal(where), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(slider, &event);
  };
  for (int x = middle.x(); x < slider->width(); x += 5) drag_to({x, middle.y()});
  wait_until_idle();
  ASSERT_TRUE(slider->isSliderDown());
  ASSERT_EQ(panels(), 2U);
  EXPECT_GT(panel().wanted().speed_of("b"), 2.0);
  EXPECT_LT(shown(1).totals.makespan_ns, 10'000);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, {slider->width() - 3, middle.y()});
  wait_until_idle();
  EXPECT_EQ(panels(), 2U);
}

TEST_F(WhatIfTest, TheLastOfManyChangesWins) {
  ask_about(write("fan.gus", fan));
  auto* slider = find<ValueSlider>("what if workers slider");
  for (int threads = 3; threads <= 12; ++threads) {
    slider->setValue(threads);
    QTest::qWait(7);
  }
  wait_until_idle();
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(shown(1).trace->workers.size(), 12U);
  EXPECT_EQ(find<QSpinBox>("what if workers")->value(), 12);
}

TEST_F(WhatIfTest, DoubleClickResetsASliderAndRemovesThePanel) {
  ask_about(write("fan.gus", fan));
  auto* slider = find<ValueSlider>("what if speed of b");
  slider->setValue(slider->maximum());
  wait_until_idle();
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(find<QDoubleSpinBox>("what if times of b")->value(), 10.0);
  QTest::mouseDClick(slider, Qt::LeftButton, {}, slider->rect().center());
  wait_until_idle();
  EXPECT_EQ(panel().wanted().speed_of("b"), 1.0);
  EXPECT_EQ(panels(), 1U);
}

TEST_F(WhatIfTest, LettersInANumberFieldAreTheWindowsKeys) {
  ask_about(write("a.gus", fan));
  auto* workers = find<QSpinBox>("what if workers");
  workers->setFocus();
  const int before = workers->value();
  const auto actions = window_->findChildren<QAction*>();
  const auto critical_path = std::ranges::find_if(
      actions, [](const QAction* each) { return each->shortcuts().contains(QKeySequence("C")); });
  ASSERT_NE(critical_path, actions.end());
  int times = 0;
  QObject::connect(*critical_path, &QAction::triggered, window_.get(), [&times] { ++times; });
  QTest::keyClick(workers->findChild<QLineEdit*>(), Qt::Key_C);
  EXPECT_EQ(times, 1);
  EXPECT_EQ(workers->value(), before);
}

TEST_F(WhatIfTest, KeepPreservesThePanel) {
  ask_about(write("fan.gus", fan));
  type_threads(4);
  press("keep");
  EXPECT_FALSE(find<QPushButton>("what if keep")->isEnabled());
  type_threads(3);
  ASSERT_EQ(panels(), 3U);
  EXPECT_EQ(shown(1).program(), "what if: 4 workers");
  EXPECT_EQ(shown(2).program(), "what if: 3 workers");
  key(Qt::Key_F5);
  wait_until_idle();
  EXPECT_EQ(shown(1).program(), "what if: 4 workers") << "titles survive a reload";
  press("remove kept");
  for (std::size_t i = 0; i < panels(); ++i) EXPECT_NE(shown(i).program(), "what if: 4 workers");
}

TEST_F(WhatIfTest, ResetRemovesThePanel) {
  ask_about(write("fan.gus", fan));
  type_threads(4);
  ASSERT_EQ(panels(), 2U);
  window_->session().selection().select_task({1, traces::TaskId(0)}, {}, SelectionOrigin::command);
  press("reset");
  EXPECT_EQ(panels(), 1U);
  EXPECT_FALSE(selection().task()) << "what was selected is gone";
}

TEST_F(WhatIfTest, CopiesTheCommand) {
  const std::filesystem::path path = write("fan.gus", fan);
  ask_about(path);
  type_threads(4);
  press("copy command");
  EXPECT_EQ(
      QApplication::clipboard()->text().toStdString(),
      shell_text(panel().runner().program().toStdString(), {"replay", path.string(), "-o", "what-if.gus",
                                                            "--stats", "what-if.json", "--threads", "4"}));
}

TEST_F(WhatIfTest, NetworkSlidersNeedSeveralNodes) {
  ask_about(write("fan.gus", fan));
  EXPECT_FALSE(find<ValueSlider>("what if latency slider")->isEnabled());
  auto* nodes = find<QSpinBox>("what if nodes");
  nodes->setFocus();
  nodes->selectAll();
  QTest::keyClicks(nodes, "2");
  QTest::keyClick(nodes, Qt::Key_Return);
  wait_until_idle();
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(shown(1).trace->nodes.size(), 2U);
  EXPECT_THAT(report(), HasSubstr("crossbar of 2 µs and 10 GB/s"));
  auto* latency = find<ValueSlider>("what if latency slider");
  ASSERT_TRUE(latency->isEnabled());
  const std::int64_t before_ns = shown(1).totals.makespan_ns;
  latency->setValue(latency->maximum());
  wait_until_idle();
  EXPECT_GT(shown(1).totals.makespan_ns, before_ns + 9'000'000) << "a message takes 10 ms";
}

TEST_F(WhatIfTest, FailedSimulationGivesOneLine) {
  ask_about(write("lonely.gus", "aabb"));  // no dependencies, so there is nothing to simulate
  EXPECT_THAT(report(), HasSubstr("lonely.gus: expected"));
  EXPECT_EQ(panels(), 1U);
}

TEST_F(WhatIfTest, ReportsAMissingProgram) {
  panel().runner().set_program({});
  ask_about(write("fan.gus", fan));
  EXPECT_THAT(report(), HasSubstr("gusset: expected the program beside gusset-viewer or in PATH"));
  panel().runner().set_program("/no such program");
  type_threads(3);
  EXPECT_THAT(report(), ::testing::AnyOf(HasSubstr("No such file"), HasSubstr("failed to start")));
}

TEST_F(WhatIfTest, NextChangeStopsAHangingProgram) {
  const std::filesystem::path path = write("fan.gus", fan);
  ask_about(path);
  const QString gusset = panel().runner().program();
  const std::filesystem::path script = folder_ / "hang";
  std::ofstream(script) << "#!/bin/sh\nexec sleep 1000\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  panel().runner().set_program(QString::fromStdString(script.string()));
  find<ValueSlider>("what if workers slider")->setValue(3);
  ASSERT_TRUE(QTest::qWaitFor([this] { return panel().runner().busy(); }, testing::patience_ms));
  panel().runner().set_program(gusset);
  find<ValueSlider>("what if workers slider")->setValue(4);
  wait_until_idle();
  ASSERT_EQ(panels(), 2U);
  EXPECT_EQ(shown(1).trace->workers.size(), 4U);
}

TEST_F(WhatIfTest, RemovesItsFiles) {
  ask_about(write("fan.gus", fan));
  type_threads(4);
  const std::filesystem::path file = shown(1).path;
  EXPECT_TRUE(std::filesystem::exists(file));
  type_threads(3);
  EXPECT_FALSE(std::filesystem::exists(file)) << "a panel that is replaced needs none";
  const std::filesystem::path next = shown(1).path;
  window_.reset();
  EXPECT_FALSE(std::filesystem::exists(next.parent_path()));
}

TEST_F(WhatIfTest, OpeningAnotherTraceResetsThePanel) {
  ask_about(write("fan.gus", fan));
  type_threads(4);
  ask_about(write("other.gus", "aa|bb\na1: write x@0\nb1: read x@1, write y@0"));
  EXPECT_EQ(panels(), 1U);
  EXPECT_EQ(find<QSpinBox>("what if workers")->value(), 1);
  EXPECT_THAT(report(), HasSubstr("unchanged"));
}

// Tasks in `width` chains. Each task modifies its predecessor's result.
traces::Trace chains(std::uint32_t width, std::uint32_t steps) {
  std::string text;
  for (std::uint32_t row = 0; row < width; ++row) {
    for (std::uint32_t step = 0; step < steps; ++step) text += "aa|";
    text += "\n";
  }
  traces::Trace trace = *traces::testing::trace_from_text(text, 5000);
  trace.recorded.accesses = true;
  trace.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
  for (std::uint32_t row = 0; row < width; ++row) {
    trace.handles.name.push_back("x" + std::to_string(row));
    trace.handles.size_bytes.push_back(0);
    trace.handles.owner.push_back(traces::NodeId(0));
  }
  trace.accesses.first = {0};
  // Tasks are numbered by start, then by row.
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t row = 0; row < width; ++row) {
      traces::Access write;
      write.handle = traces::HandleId(row);
      write.mode = traces::AccessModeId(1);
      write.version = step;
      trace.accesses.items.push_back(write);
      trace.accesses.first.push_back(trace.accesses.items.size());
    }
  }
  return trace;
}

TEST_F(WhatIfTest, FollowsTheSliderWithTenThousandTasks) {
  const std::filesystem::path path = folder_ / "large.gus";
  const traces::Trace trace = chains(10, 990);
  ASSERT_EQ(trace.tasks.size(), 9'900U);
  ASSERT_TRUE(traces::write_gus(trace, path));
  ask_about(path);
  auto* slider = find<ValueSlider>("what if workers slider");
  std::vector<qint64> times_ms;
  for (int threads = 2; threads <= 9; ++threads) {
    QElapsedTimer clock;
    clock.start();
    slider->setValue(threads);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return panels() == 2 && shown(1).trace->workers.size() == static_cast<std::size_t>(threads); },
        testing::patience_ms));
    view().canvas().draw_now();
    times_ms.push_back(clock.elapsed());
  }
  std::sort(times_ms.begin(), times_ms.end());
  std::printf("slider to picture, 9900 tasks: median %lld ms, most %lld ms\n",
              static_cast<long long>(times_ms[times_ms.size() / 2]), static_cast<long long>(times_ms.back()));
  EXPECT_LT(times_ms[times_ms.size() / 2], 2'000) << "far above what it takes on an idle machine";
}

TEST_F(WhatIfTest, OffersTheCommandsPolicies) {
  QProcess child;
  child.start(panel().runner().program(), {"replay", "none.gus", "--policy", "no such policy"});
  ASSERT_TRUE(child.waitForFinished(testing::patience_ms));
  std::string all;
  for (const std::string_view name : built_in_policy_names)
    all += (all.empty() ? "one of " : ", ") + std::string(name);
  EXPECT_THAT(child.readAllStandardError().toStdString(), HasSubstr(all));
}

TEST_F(WhatIfTest, EachPolicyIsExplainedInTheWordsOfTheDocumentation) {
  const std::string page = read_text(std::filesystem::path(GUSSET_COMMANDS_PAGE)).value();
  for (const char* name : {"what if policy", "graph policy", "graph card policy"}) {
    auto* box = find<QComboBox>(name);
    ASSERT_EQ(box->count(), static_cast<int>(built_in_policy_names.size()));
    for (int i = 0; i < box->count(); ++i) {
      const QString tip =
          QTextDocumentFragment::fromHtml(box->itemData(i, Qt::ToolTipRole).toString()).toPlainText();
      EXPECT_TRUE(tip.endsWith('.'));
      EXPECT_THAT(page, HasSubstr("| `" + box->itemText(i).toStdString() + "`"));
      EXPECT_THAT(page, HasSubstr("| " + tip.toStdString() + " |\n"));
      box->setCurrentIndex(i);
      EXPECT_EQ(box->toolTip(), box->itemData(i, Qt::ToolTipRole).toString());
    }
  }
}

TEST_F(WhatIfTest, ListOfPoliciesSaysWhatEachDoes) {
  auto* box = find<QComboBox>("what if policy");
  box->resize(60, box->height());
  box->showPopup();
  const int frames = 2 * box->view()->frameWidth();
  for (std::size_t i = 0; i < built_in_policy_names.size(); ++i) {
    const std::string text =
        std::string(built_in_policy_names[i]) + ": " + std::string(built_in_policy_hints[i]);
    EXPECT_GE(box->view()->width() - frames, box->fontMetrics().horizontalAdvance(text.c_str())) << text;
    EXPECT_EQ(box->itemText(static_cast<int>(i)).toStdString(), built_in_policy_names[i])
        << "the box itself is short";
  }
  box->hidePopup();
}

TEST_F(WhatIfTest, GraphsWithoutTimesPlayAtOnce) {
  const std::filesystem::path path = folder_ / "graph.dot";
  std::ofstream(path) << "digraph { a -> b; a -> c; b -> d; c -> d }\n";
  open({path});
  EXPECT_TRUE(find<QWidget>("graph card")->isVisible());
  find<QSpinBox>("graph card workers")->setValue(1);
  QTest::mouseClick(find<QPushButton>("graph card play"), Qt::LeftButton);
  wait_until_idle();
  const auto schedule = [this] { return window_->session().document()->traces.back(); };
  ASSERT_EQ(window_->session().document()->traces.size(), 2U);
  EXPECT_EQ(schedule()->trace->workers.size(), 1U) << "the machine of the comparison is shown too";
  EXPECT_FALSE(find<QWidget>("graph card")->isVisible());
  EXPECT_TRUE(dock()->isVisible());
  type_threads(2);
  ASSERT_EQ(window_->session().document()->traces.size(), 2U);
  EXPECT_EQ(schedule()->trace->workers.size(), 2U);
  EXPECT_THAT(report(), HasSubstr("times as fast"));
  EXPECT_THAT(report(), HasSubstr("on 1 worker"));
  EXPECT_EQ(window_->graph().graph().panel(), 1U) << "the graph follows the schedule";
  const auto exported = panels_as_seen(*window_->session().document(), timeline(), nullptr, nullptr);
  ASSERT_EQ(exported.size(), 1U) << "figures leave the graph without workers out";
  EXPECT_THAT(exported[0].subtitle, HasSubstr("what if: 2 workers"));
  key(Qt::Key_N);
  wait_until_idle();
  EXPECT_GT(window_->classroom().player().time_ns(), 0);
  EXPECT_THAT(find<QLabel>("player counts")->text().toStdString(), HasSubstr("1 done"));
}

}  // namespace
}  // namespace gusset::viewer
