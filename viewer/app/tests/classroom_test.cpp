#include "gusset/viewer/app/classroom/classroom.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QFontInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSlider>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "gusset/viewer/app/window/csv_exports.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Task a (0), then b (1) and c (2) in parallel, then d (3). One letter is 1000 ns.
constexpr const char* classroom_trace = R"(
  aabbb.dd
  ..cc....
  a1: write x@0
  b1: read x@1, write p@0
  c1: read x@1, write q@0
  d1: read p@1, read q@1
)";

class ClassroomTest : public testing::WindowFixture {
 protected:
  Classroom& classroom() { return window_->classroom(); }
  template <class Widget>
  Widget& child(const QString& name) {
    auto* widget = window_->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name.toStdString();
    return *widget;
  }
  std::string text_of(const QString& label) { return child<QLabel>(label).text().toStdString(); }
  std::string cell(const QString& table, int row, int column) {
    const QAbstractItemModel& model = *child<QTableView>(table).model();
    return model.data(model.index(row, column)).toString().toStdString();
  }
  std::int64_t now() { return classroom().player().time_ns(); }
  void open_one() { open({write("class.gus", classroom_trace)}); }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
  QDockWidget& dock() { return child<QDockWidget>("Player"); }
};

TEST_F(ClassroomTest, NAndBStepThroughEvents) {
  open_one();
  EXPECT_FALSE(dock().isVisible());
  key(Qt::Key_N);
  EXPECT_TRUE(dock().isVisible());
  EXPECT_EQ(now(), 2000);
  key(Qt::Key_N);
  EXPECT_EQ(now(), 4000);
  key(Qt::Key_B);
  EXPECT_EQ(now(), 2000);
  key(Qt::Key_B, Qt::ShiftModifier);
  EXPECT_EQ(now(), 0);
}

TEST_F(ClassroomTest, AddedTracesKeepTheMoment) {
  open_one();
  key(Qt::Key_N);
  key(Qt::Key_N);
  window_->session().add({write("other.gus", "aaabbb")});
  settle();
  EXPECT_EQ(now(), 4000);
  open({write("other.gus", "aaabbb")});
  EXPECT_EQ(now(), 0) << "of another program";
}

TEST_F(ClassroomTest, PendingStepsRunOnceEventsAreKnown) {
  open_one();
  view().setFocus();
  for (int i = 0; i < 3; ++i) QTest::keyClick(&view(), Qt::Key_N);
  settle();
  EXPECT_EQ(now(), 5000);
}

TEST_F(ClassroomTest, PlaysUntilPaused) {
  open_one();
  key(Qt::Key_P);
  ASSERT_TRUE(classroom().player().is_playing());
  EXPECT_TRUE(QTest::qWaitFor([this] { return now() > 100; }, testing::patience_ms));
  key(Qt::Key_Space);
  EXPECT_FALSE(classroom().player().is_playing());
  const std::int64_t paused_ns = now();
  QTest::qWait(80);
  EXPECT_EQ(now(), paused_ns);
}

TEST_F(ClassroomTest, PlaybackStopsAtTheEnd) {
  open_one();
  for (int i = 0; i < Player::max_doublings; ++i) key(Qt::Key_L);
  EXPECT_THAT(text_of("player speed"), HasSubstr("64×"));
  key(Qt::Key_P);
  EXPECT_TRUE(QTest::qWaitFor([this] { return !classroom().player().is_playing(); }, testing::patience_ms));
  EXPECT_EQ(now(), 8000);
  key(Qt::Key_J);
  EXPECT_EQ(classroom().player().doublings(), Player::max_doublings - 1);
}

TEST_F(ClassroomTest, TablesShowQueuesAndVersionsAtTheMoment) {
  open_one();
  key(Qt::Key_N);
  EXPECT_EQ(cell("player workers", 0, 1), "b p: read x, write p");
  EXPECT_EQ(cell("player workers", 1, 1), "c q: read x, write q");
  EXPECT_EQ(cell("player workers", 0, 2), "none");
  EXPECT_EQ(cell("player data", 0, 0), "x");
  EXPECT_EQ(cell("player data", 0, 1), "1 of 3");
  EXPECT_EQ(cell("player data", 0, 2), "1 time, by a x");
  EXPECT_EQ(cell("player data", 0, 3), "read by b p, read by c q");
  EXPECT_EQ(text_of("player counts"), "1 done · 2 running · 0 ready · 1 waiting");
  key(Qt::Key_N);
  key(Qt::Key_N);  // both are done, and d has not begun
  EXPECT_EQ(cell("player workers", 0, 2), "1: d #3");
  EXPECT_EQ(text_of("player counts"), "3 done · 0 running · 1 ready · 0 waiting");
}

TEST_F(ClassroomTest, QueuesHaveAllTheRoomIfNoDataAreNamed) {
  const auto share = [this] {
    dock().show();
    wait_until_idle();
    const auto& table = child<QTableView>("player workers");
    return static_cast<double>(table.width()) / table.parentWidget()->width();
  };
  open_one();
  EXPECT_LT(share(), 0.8) << "beside the table of data";
  traces::Trace trace = *traces::testing::trace_from_text(classroom_trace, 1000);
  trace.metadata.origin = traces::Origin::predicted;  // its data stand for dependencies
  trace.handles.name = {"", "", ""};
  const std::filesystem::path path = folder_ / "order.gus";
  ASSERT_TRUE(traces::write_gus(trace, path));
  open({path});
  EXPECT_DOUBLE_EQ(share(), 1.0);
}

TEST_F(ClassroomTest, OpenPanelShowsTheStartOfTheNextTrace) {
  dock().show();
  open_one();
  wait_until_idle();
  EXPECT_EQ(text_of("player counts"), "0 done · 1 running · 0 ready · 3 waiting");
}

TEST_F(ClassroomTest, DataWithoutNamesHaveNumbers) {
  traces::Trace trace = *traces::testing::trace_from_text(classroom_trace, 1000);
  trace.handles.name = {"", "", ""};
  const std::filesystem::path path = folder_ / "unnamed.gus";
  ASSERT_TRUE(traces::write_gus(trace, path));
  open({path});
  key(Qt::Key_N);
  EXPECT_EQ(cell("player data", 1, 0), "data 1");
  EXPECT_EQ(cell("player workers", 0, 1), "b #1: read data 0, write data 1");
  click(point(3'000));
  EXPECT_TRUE(details().contains("data 1")) << details().toStdString();
}

TEST_F(ClassroomTest, FutureIsDimmedUnlessSwitchedOff) {
  open_one();
  key(Qt::Key_N);
  const auto colour_at = [this](double time_ns) {
    move({5, 5});
    view().canvas().draw_now();
    return view().canvas().image().pixelColor(point(time_ns, {0, 0}) * canvas().devicePixelRatioF());
  };
  key(Qt::Key_X);  // draws boxes, which are filled with one colour
  const QColor past = colour_at(1000);
  const QColor pale = colour_at(7000);
  EXPECT_GT(pale.lightness(), past.lightness() + 40);
  key(Qt::Key_F, Qt::ShiftModifier);
  EXPECT_NE(colour_at(7000), pale);
  EXPECT_FALSE(child<QCheckBox>("player dim future").isChecked());
}

TEST_F(ClassroomTest, SliderSetsTheTime) {
  open_one();
  key(Qt::Key_P, Qt::ShiftModifier);
  ASSERT_TRUE(dock().isVisible());
  auto& slider = child<QSlider>("player slider");
  slider.setFocus();
  QTest::keyClick(&slider, Qt::Key_End);
  EXPECT_EQ(now(), 8000);
  QTest::keyClick(&slider, Qt::Key_PageDown);
  EXPECT_EQ(now(), 7600);
}

TEST_F(ClassroomTest, ButtonsStepThroughEvents) {
  open_one();
  key(Qt::Key_P, Qt::ShiftModifier);
  QTest::mouseClick(&child<QToolButton>("player next event"), Qt::LeftButton);
  EXPECT_EQ(now(), 2000);
  QTest::mouseClick(&child<QToolButton>("player previous event"), Qt::LeftButton);
  EXPECT_EQ(now(), 0);
}

TEST_F(ClassroomTest, GraphFollowsThePlayer) {
  open_one();
  key(Qt::Key_G);
  key(Qt::Key_N);
  EXPECT_EQ(window_->graph().view().time_ns(), 2000);
  key(Qt::Key_P, Qt::ShiftModifier);  // hides the player
  EXPECT_EQ(window_->graph().view().time_ns(), std::nullopt);
}

TEST_F(ClassroomTest, StepsStopAtEventsOfBothTraces) {
  open({write("a.gus", "aabb"), write("b.gus", "aaab")});
  std::vector<std::int64_t> events;
  for (int i = 0; i < 4; ++i) {
    key(Qt::Key_N);
    events.push_back(now());
  }
  EXPECT_THAT(events, ElementsAre(2000, 3000, 4000, 4000));
}

TEST_F(ClassroomTest, OpeningAnotherTraceResetsThePlayer) {
  open_one();
  key(Qt::Key_N);
  open({write("other.gus", "aaaabbbb")});
  EXPECT_EQ(now(), 0);
  EXPECT_EQ(cell("player workers", 0, 1), "a #0");
  EXPECT_TRUE(child<QTableView>("player data").isHidden()) << "which data are accessed was not recorded";
  EXPECT_EQ(cell("player workers", 0, 2), "not recorded");
}

TEST_F(ClassroomTest, ProjectorShowsOnlyTheViewInLargeLetters) {
  open_one();
  const double letters = view().canvas().renderer().text_size().height;
  const QFont font = QApplication::font();
  key(Qt::Key_F11);
  ASSERT_TRUE(classroom().projector().is_on());
  for (const auto* one : window_->findChildren<QDockWidget*>()) EXPECT_FALSE(one->isVisible());
  EXPECT_EQ(window_->menuBar()->height(), 0);
  EXPECT_FALSE(window_->statusBar()->isVisible());
  EXPECT_TRUE(child<QLabel>("projector keys").isVisible());
  EXPECT_GT(view().canvas().renderer().text_size().height, letters * 1.5);
  EXPECT_GE(view().canvas().renderer().text_size().height, 24.0) << "names in tasks, too";
  EXPECT_TRUE(window_->session().document()->appearance.is_projected);
  key(Qt::Key_N);
  EXPECT_EQ(now(), 2000) << "keys still work";
  EXPECT_FALSE(dock().isVisible());
  EXPECT_THAT(text_of("projector text"), HasSubstr("1 done · 2 running · 0 ready · 1 waiting · speed 1×: "));
  key(Qt::Key_L);
  EXPECT_THAT(text_of("projector text"), HasSubstr(" · speed 2×: 800 ns a second"));
  key(Qt::Key_Escape);
  EXPECT_FALSE(classroom().projector().is_on());
  EXPECT_TRUE(child<QDockWidget>("Legend").isVisible());
  EXPECT_GT(window_->menuBar()->height(), 0);
  EXPECT_EQ(view().canvas().renderer().text_size().height, letters);
  EXPECT_EQ(QApplication::font(), font);
  EXPECT_FALSE(window_->session().document()->appearance.is_projected);
}

TEST_F(ClassroomTest, PlayerThatOpensWhileTheProjectorPlaysShowsTheMoment) {
  open_one();
  key(Qt::Key_F11);
  key(Qt::Key_N);
  wait_until_idle();
  ASSERT_TRUE(dock().isHidden());
  key(Qt::Key_P, Qt::ShiftModifier);
  wait_until_idle();
  ASSERT_FALSE(dock().isHidden());
  EXPECT_THAT(text_of("player time"), HasSubstr("2"));
  EXPECT_GT(child<QSlider>("player slider").value(), 0);
  EXPECT_EQ(text_of("player counts"), "1 done · 2 running · 0 ready · 1 waiting");
}

TEST_F(ClassroomTest, EscapeClosesAnOpenListBeforeTheProjector) {
  open({write("one.gus", classroom_trace), write("two.gus", classroom_trace)});
  key(Qt::Key_F11);
  key(Qt::Key_G);
  wait_until_idle();
  auto& traces = child<QComboBox>("graph trace");
  traces.showPopup();
  ASSERT_TRUE(
      QTest::qWaitFor([] { return QApplication::activePopupWidget() != nullptr; }, testing::patience_ms));
  // The list closes, and no action of the window may use the same press of the key.
  QKeyEvent escape(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
  escape.setTimestamp(1000);
  escape.ignore();
  QApplication::sendEvent(traces.view(), &escape);
  EXPECT_TRUE(escape.isAccepted());
  EXPECT_EQ(QApplication::activePopupWidget(), nullptr);
  EXPECT_TRUE(classroom().projector().is_on());
  child<QAction>("clear").trigger();
  EXPECT_FALSE(classroom().projector().is_on());
}

TEST_F(ClassroomTest, ProjectorNamesTheTraceThatItCounts) {
  open({write("one.gus", classroom_trace), write("two.gus", classroom_trace)});
  key(Qt::Key_F11);
  key(Qt::Key_N);
  wait_until_idle();
  EXPECT_THAT(text_of("projector text"), HasSubstr(" · one.gus · 1 done"));
}

TEST_F(ClassroomTest, CountsAndGraphAreOfOneTrace) {
  open({write("one.gus", classroom_trace), write("two.gus", classroom_trace)});
  key(Qt::Key_F11);
  key(Qt::Key_N);
  key(Qt::Key_G);
  wait_until_idle();
  const auto shows = [this](std::size_t panel, const char* name) {
    settle();
    return window_->graph().graph().panel() == panel &&
           text_of("projector text").find(" · " + std::string(name) + " · 1 done") != std::string::npos;
  };
  EXPECT_TRUE(shows(0, "one.gus")) << text_of("projector text");
  click(point(1'000, {1, 0}));
  EXPECT_TRUE(shows(1, "two.gus")) << "a task below is selected: " << text_of("projector text");
  key(Qt::Key_P, Qt::ShiftModifier);
  wait_until_idle();
  auto& trace = child<QComboBox>("player trace");
  EXPECT_EQ(trace.currentText(), "two.gus");
  trace.setFocus();
  QTest::keyClick(&trace, Qt::Key_Up);
  EXPECT_TRUE(shows(0, "one.gus")) << "chosen in the player: " << text_of("projector text");
  auto& of_graph = child<QComboBox>("graph trace");
  of_graph.setFocus();
  QTest::keyClick(&of_graph, Qt::Key_Down);
  EXPECT_TRUE(shows(1, "two.gus")) << "chosen above the graph: " << text_of("projector text");
  EXPECT_EQ(trace.currentText(), "two.gus");
}

TEST_F(ClassroomTest, ProjectorListsOnlyKeysThatWork) {
  open_one();
  key(Qt::Key_F11);
  EXPECT_EQ(text_of("projector keys"),
            "P play · N next · B back · J L speed · G graph · Shift+P queues · Y why · "
            "C critical path · Ctrl+I what if · Esc leave")
      << "no lesson is open, and nothing is dimmed";
  key(Qt::Key_N);
  EXPECT_THAT(text_of("projector keys"), HasSubstr(" · Shift+F dimming · "));
}

TEST_F(ClassroomTest, ProjectorClosesTheDetailsWithTheAnswerThatOpenedThem) {
  window_->resize(1920, 1080);
  open_one();
  auto& details = child<QDockWidget>("Details");
  ASSERT_TRUE(details.isVisible());
  click(point(7'000));
  key(Qt::Key_Y);
  key(Qt::Key_Y);
  EXPECT_TRUE(details.isVisible()) << "the projector is off";
  key(Qt::Key_F11);
  key(Qt::Key_Y);
  wait_until_idle();
  EXPECT_TRUE(details.isVisible());
  EXPECT_NEAR(details.width(), window_->width() / 2, 8) << "wide enough for large letters";
  key(Qt::Key_G);
  wait_until_idle();
  EXPECT_NEAR(details.width(), view().width(), 16) << "the graph has what its controls need, or as much";
  key(Qt::Key_G);
  key(Qt::Key_Y);
  EXPECT_FALSE(details.isVisible());
  key(Qt::Key_Y);
  ASSERT_TRUE(details.isVisible());
  open({write("other.gus", "aaaabbbb")});
  EXPECT_FALSE(details.isVisible()) << "the answer was about another trace";
  key(Qt::Key_Escape);
  EXPECT_TRUE(details.isVisible()) << "as before";
}

TEST_F(ClassroomTest, LeavingTheProjectorRestoresTheWindow) {
  open_one();
  for (const char* action : {"what if", "player", "show marks", "show task graph"})
    child<QAction>(action).trigger();
  wait_until_idle();
  const auto places = [this] {
    std::map<std::string, QRect> found{{"window", QRect(QPoint(), window_->size())}};
    for (const auto* dock : window_->findChildren<QDockWidget*>()) {
      if (!dock->visibleRegion().isEmpty()) found[dock->objectName().toStdString()] = dock->geometry();
    }
    return found;
  };
  const std::map<std::string, QRect> before = places();
  key(Qt::Key_F11);
  ASSERT_TRUE(classroom().projector().is_on());
  settle();
  key(Qt::Key_Escape);
  const auto is_restored = [&] {
    const std::map<std::string, QRect> now = places();
    return std::equal(now.begin(), now.end(), before.begin(), before.end(), [](const auto& a, const auto& b) {
      const QSize difference = a.second.size() - b.second.size();
      // A row's height or so: docks that share a column may divide it a little differently.
      constexpr int most_px = 16;
      return a.first == b.first && (a.second.topLeft() - b.second.topLeft()).manhattanLength() < most_px &&
             std::abs(difference.width()) + std::abs(difference.height()) < most_px;
    });
  };
  if (QTest::qWaitFor(is_restored, testing::patience_ms)) return;
  const auto text = [](const std::map<std::string, QRect>& found) {
    std::string lines;
    for (const auto& [name, place] : found) {
      lines += name + ":";
      for (const int number : {place.x(), place.y(), place.width(), place.height()})
        lines += " " + std::to_string(number);
      lines += "\n";
    }
    return lines;
  };
  FAIL() << "before:\n" << text(before) << "after:\n" << text(places());
}

TEST_F(ClassroomTest, ProjectorIsReadableFromTheLastRow) {
  window_->resize(1920, 1080);
  open_one();
  key(Qt::Key_F11);
  key(Qt::Key_N);
  key(Qt::Key_G);
  wait_until_idle();
  for (const char* label : {"projector legend", "projector text", "projector keys", "notice text"})
    EXPECT_GE(QFontInfo(child<QLabel>(label).font()).pixelSize(), 24) << label;
  EXPECT_GE(QFontInfo(window_->graph().view().font()).pixelSize(), 24) << "the counts below the graph";
  EXPECT_GE(view().canvas().renderer().text_size().height, 24.0);
  const double scale = window_->graph().view().camera().scale();
  EXPECT_GE(scale * traces::GraphScene::font_size, 24.0) << "names in a graph of four tasks";
}

TEST_F(ClassroomTest, ProjectedGraphIsWhereItsNamesAreLargest) {
  window_->resize(1920, 1080);
  const std::string wide =
      "abcdefm\nghijkl.\nm1: after a1, b1, c1, d1, e1, f1, g1, h1, "
      "i1, j1, k1, l1\n";
  open({write("above.gus", wide), write("below.gus", wide)});
  key(Qt::Key_F11);
  key(Qt::Key_G);
  wait_until_idle();
  GraphDock& graph = window_->graph();
  EXPECT_EQ(window_->dockWidgetArea(&graph), Qt::BottomDockWidgetArea);
  EXPECT_GE(graph.view().camera().scale() * traces::GraphScene::font_size, 24.0);
  EXPECT_TRUE(graph.view().camera().shows_everything());
  EXPECT_LT(graph.height(), window_->height() / 2) << "no higher than it needs";
  open_one();
  wait_until_idle();
  EXPECT_EQ(window_->dockWidgetArea(&graph), Qt::RightDockWidgetArea) << "a high graph";
  key(Qt::Key_Escape);
  EXPECT_EQ(window_->dockWidgetArea(&graph), Qt::RightDockWidgetArea) << "as before";
}

TEST_F(ClassroomTest, ProjectorLeavesRowsRoomForNamesOfTasks) {
  window_->resize(1920, 1080);
  const std::string wide = "abcdefm\nghijkl.\nm1: after a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1\n";
  open({write("above.gus", wide), write("below.gus", wide)});
  const int least = view().minimumHeight();
  key(Qt::Key_F11);
  window_->failed("A question of several lines\n\nfrom which\na class\nlearns.");  // in the bar above
  key(Qt::Key_N);
  key(Qt::Key_P, Qt::ShiftModifier);
  key(Qt::Key_G);
  key(Qt::Key_C);
  wait_until_idle();
  ASSERT_EQ(window_->dockWidgetArea(&window_->graph()), Qt::BottomDockWidgetArea);
  ASSERT_TRUE(child<QDockWidget>("Critical path").isVisible());
  const auto& notice = child<QLabel>("notice text");
  EXPECT_GE(notice.height(), notice.heightForWidth(notice.width()));
  EXPECT_GE(view().height(), view().least_height());
  EXPECT_EQ(timeline().layout().max_scroll(0) + timeline().layout().max_scroll(1), 0);
  EXPECT_GE(timeline().layout().row_height(1) * 0.9, view().canvas().renderer().text_size().height);
  if (!dock().visibleRegion().isEmpty()) {
    EXPECT_FALSE(child<QLabel>("projector text").isVisible()) << "the player shows the moment";
  }
  key(Qt::Key_Escape);
  wait_until_idle();
  EXPECT_EQ(view().minimumHeight(), least);
  EXPECT_EQ(window_->centralWidget()->minimumHeight(), 0);
}

TEST_F(ClassroomTest, ProjectedGraphHasHalfOfTheWindow) {
  window_->resize(1920, 1080);
  open_one();
  key(Qt::Key_G);
  wait_until_idle();
  const int usual = window_->graph().width();
  key(Qt::Key_F11);
  key(Qt::Key_G);
  wait_until_idle();
  EXPECT_NEAR(window_->graph().width(), window_->width() / 2, 40);
  key(Qt::Key_Escape);
  wait_until_idle();
  EXPECT_NEAR(window_->graph().width(), usual, 16) << "as before";
}

TEST_F(ClassroomTest, ProjectedPanelsShareOneColumn) {
  window_->resize(1920, 1080);
  open_one();
  key(Qt::Key_F11);
  key(Qt::Key_C);
  key(Qt::Key_I, Qt::ControlModifier);
  key(Qt::Key_G);
  wait_until_idle();
  const GraphDock& graph = window_->graph();
  ASSERT_EQ(window_->dockWidgetArea(&window_->graph()), Qt::RightDockWidgetArea);
  EXPECT_GE(view().width(), window_->width() * 9 / 20) << "the traces keep half of the window";
  EXPECT_FALSE(graph.visibleRegion().isEmpty());
  EXPECT_NEAR(graph.width(), window_->width() / 2, 40);
}

TEST_F(ClassroomTest, ProjectorLegendListsShownTypes) {
  open_one();
  key(Qt::Key_F11);
  ASSERT_TRUE(child<QLabel>("projector legend").isVisible());
  for (const char* type : {">■</span>&nbsp;a", ">■</span>&nbsp;b", ">■</span>&nbsp;c", ">■</span>&nbsp;d"})
    EXPECT_THAT(text_of("projector legend"), HasSubstr(type));
  EXPECT_FALSE(child<QLabel>("projector text").isVisible()) << "nothing is played";
  EXPECT_EQ(child<QLabel>("projector keys").font().pointSizeF(), QApplication::font().pointSizeF());
  Appearance appearance = window_->session().appearance();
  appearance.hidden.insert("b");
  window_->session().set_appearance(appearance);
  wait_until_idle();
  EXPECT_THAT(text_of("projector legend"), ::testing::Not(HasSubstr("&nbsp;b")));
  EXPECT_THAT(text_of("projector legend"), HasSubstr("&nbsp;d"));
  key(Qt::Key_N);
  EXPECT_TRUE(child<QLabel>("projector text").isVisible());
}

TEST_F(ClassroomTest, ClosingAProjectingWindowRestoresTheFont) {
  const QFont font = QApplication::font();
  open_one();
  key(Qt::Key_F11);
  key(Qt::Key_G);
  wait_until_idle();
  EXPECT_NE(QApplication::font(), font);
  window_.reset();  // the graph computes its colours again while the window closes
  EXPECT_EQ(QApplication::font(), font);
  auto canvas = make_canvas(Host::read_back, nullptr);
  window_ = std::make_unique<MainWindow>(std::move(canvas).value(), 2);
}

TEST_F(ClassroomTest, WritesAndCountsFrames) {
  open_one();
  key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  auto& folder = child<QLineEdit>("frames folder");
  folder.setText(QString::fromStdString((folder_ / "film").string()));
  QTest::mouseClick(&child<QPushButton>("frames start"), Qt::LeftButton);
  wait_until_idle();
  EXPECT_THAT(text_of("frames message"), HasSubstr("Saved 6 frames in "));
  EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(), HasSubstr("Saved 6 frames in "));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "film/frame-0006.png"));
  // Saves pictures for a person to look at.
  if (const QString pictures = qEnvironmentVariable("GUSSET_TEST_PICTURES"); !pictures.isEmpty()) {
    EXPECT_TRUE(child<QDialog>("frames dialog").grab().save(pictures + "/frames-dialog.png"));
    std::filesystem::copy_file(folder_ / "film/frame-0003.png",
                               std::filesystem::path(pictures.toStdString()) / "frame.png",
                               std::filesystem::copy_options::overwrite_existing);
  }
  child<QLineEdit>("frames every").setText("soon");
  folder.setText(QString::fromStdString((folder_ / "other").string()));
  child<QRadioButton>("frames evenly").click();
  QTest::mouseClick(&child<QPushButton>("frames start"), Qt::LeftButton);
  EXPECT_THAT(text_of("frames message"),
              HasSubstr("expected a time above 0 with its unit, such as 10us, found \"soon\""));
}

TEST_F(ClassroomTest, FramesOfAnEarlierExportAreReplacedOrKept) {
  open_one();
  key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  auto& folder = child<QLineEdit>("frames folder");
  folder.setText(QString::fromStdString((folder_ / "film").string()));
  EXPECT_EQ(text_of("frames names"), "frame-0001.png, frame-0002.png, …");
  const auto click = [&](const char* button) {
    QTest::mouseClick(&child<QPushButton>(button), Qt::LeftButton);
    wait_until_idle();
  };
  const auto exists = [this](const char* file) { return std::filesystem::exists(folder_ / file); };
  auto& question = child<QWidget>("frames question");
  click("frames start");
  EXPECT_FALSE(question.isVisible());
  std::ofstream(folder_ / "film/frame-0099.png") << "of a longer schedule";
  std::ofstream(folder_ / "film/frame-own.png") << "a file with another name";
  click("frames start");
  ASSERT_TRUE(question.isVisible());
  EXPECT_EQ(text_of("frames message"), "film has 7 files of an earlier export.");
  EXPECT_EQ(child<QPushButton>("frames other folder").text(), "Draw to film-2");
  click("frames other folder");
  EXPECT_THAT(text_of("frames message"), HasSubstr("Saved 6 frames in "));
  EXPECT_TRUE(exists("film-2/frame-0006.png"));
  EXPECT_TRUE(folder.text().endsWith("film-2"));
  EXPECT_TRUE(exists("film/frame-0099.png"));
  EXPECT_FALSE(question.isVisible());
  folder.setText(QString::fromStdString((folder_ / "film/").string()));
  click("frames start");
  EXPECT_EQ(child<QPushButton>("frames other folder").text(), "Draw to film-3");
  click("frames replace");
  EXPECT_THAT(text_of("frames message"), HasSubstr("Saved 6 frames in "));
  EXPECT_TRUE(exists("film/frame-0006.png"));
  EXPECT_FALSE(exists("film/frame-0099.png"));
  EXPECT_TRUE(exists("film/frame-own.png"));
  child<QComboBox>("frames files").setCurrentIndex(1);
  EXPECT_EQ(text_of("frames names"), "frames.pdf");
}

TEST_F(ClassroomTest, FramesDialogStartsWithTheLastChoices) {
  open_one();
  window_->run_action("export frames");
  settle();
  const QString folder = QString::fromStdString((folder_ / "film").string());
  child<QLineEdit>("frames folder").setText(folder);
  child<QRadioButton>("frames evenly").click();
  child<QLineEdit>("frames every").setText("3 us");
  child<QCheckBox>("frames slide").setChecked(false);
  child<QComboBox>("frames files").setCurrentIndex(1);
  QTest::mouseClick(&child<QPushButton>("frames start"), Qt::LeftButton);
  wait_until_idle();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "film/frames.pdf"));
  delete window_->findChild<QDialog*>("frames dialog");
  window_->run_action("export frames");
  settle();
  EXPECT_EQ(child<QLineEdit>("frames folder").text(), folder);
  EXPECT_TRUE(child<QRadioButton>("frames evenly").isChecked());
  EXPECT_EQ(child<QLineEdit>("frames every").text(), "3 us");
  EXPECT_FALSE(child<QCheckBox>("frames slide").isChecked());
  EXPECT_EQ(child<QComboBox>("frames files").currentIndex(), 1);
}

TEST_F(ClassroomTest, FramesArePagesOfOnePdfWithTheGraph) {
  open_one();
  key(Qt::Key_G);
  wait_until_idle();
  key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(child<QCheckBox>("frames graph").isChecked()) << "the graph is shown";
  EXPECT_TRUE(child<QCheckBox>("frames slide").isChecked());
  const auto bytes_drawn_to = [&](const char* name) {
    child<QLineEdit>("frames folder").setText(QString::fromStdString((folder_ / name).string()));
    QTest::mouseClick(&child<QPushButton>("frames start"), Qt::LeftButton);
    wait_until_idle();
    EXPECT_THAT(text_of("frames message"), HasSubstr("6 frames in "));
    std::ifstream file(folder_ / name / "frames.pdf", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  auto& files = child<QComboBox>("frames files");
  // On a busy machine, the dialog may become active only later, and the window behind it gets the first key.
  const auto chooses_pdf = [&] {
    files.setFocus();
    QTest::keyClick(&files, Qt::Key_Down);
    return files.currentIndex() == 1;
  };
  ASSERT_TRUE(QTest::qWaitFor(chooses_pdf, testing::patience_ms));
  const std::string with = bytes_drawn_to("with");
  EXPECT_TRUE(with.starts_with("%PDF"));
  EXPECT_THAT(with, HasSubstr("/Count 6"));
  EXPECT_THAT(with, HasSubstr("0 0 960 540")) << "points of a slide";
  auto& graph = child<QCheckBox>("frames graph");
  QTest::mouseClick(&graph, Qt::LeftButton, {}, {8, graph.height() / 2});
  const std::string without = bytes_drawn_to("without");
  EXPECT_GT(with.size(), without.size() + 100);
}

TEST_F(ClassroomTest, FramesShowQueuesWhileThePlayerIsShown) {
  open_one();
  key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(child<QCheckBox>("frames queues").isChecked()) << "no player";
  delete window_->findChild<QDialog*>("frames dialog");
  window_->run_action("next event");
  settle();
  window_->run_action("export frames");
  settle();
  auto& queues = child<QCheckBox>("frames queues");
  EXPECT_TRUE(queues.isChecked());
  const auto drawn_to = [&](const char* name) {
    child<QLineEdit>("frames folder").setText(QString::fromStdString((folder_ / name).string()));
    QTest::mouseClick(&child<QPushButton>("frames start"), Qt::LeftButton);
    wait_until_idle();
    std::ifstream file(folder_ / name / "frame-0003.png", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string with = drawn_to("with");
  QTest::mouseClick(&queues, Qt::LeftButton, {}, {8, queues.height() / 2});
  const std::string without = drawn_to("without");
  EXPECT_FALSE(with.empty());
  EXPECT_NE(with, without);
}

TEST_F(ClassroomTest, FramesFollowTheAlignment) {
  open({write("class.gus", classroom_trace), write("short.gus", "aa")});
  const auto drawn_to = [&](const char* name) {
    window_->run_action("export frames");
    settle();
    child<QLineEdit>("frames folder").setText(QString::fromStdString((folder_ / name).string()));
    QTest::mouseClick(&child<QPushButton>("frames start"), Qt::LeftButton);
    wait_until_idle();
    delete window_->findChild<QDialog*>("frames dialog");
    std::ifstream file(folder_ / name / "frame-0001.png", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string recorded = drawn_to("recorded");
  window_->run_action("align ends");
  settle();
  const std::string at_ends = drawn_to("at-ends");
  EXPECT_FALSE(at_ends.empty());
  EXPECT_NE(recorded, at_ends);
}

class SpeedupTest : public ClassroomTest {
 protected:
  void SetUp() override {
    if (panel().runner().program().isEmpty()) GTEST_SKIP() << "built without the gusset command";
  }
  SpeedupPanel& panel() { return classroom().speedup(); }
  QPushButton& button() { return child<QPushButton>("speedup button"); }
};

TEST_F(SpeedupTest, SimulatesTheGraphOnIncreasingThreadCounts) {
  open_one();
  key(Qt::Key_U);
  wait_until_idle();
  ASSERT_EQ(panel().curve().points.size(), 5U);
  EXPECT_EQ(panel().curve().points.back().threads, 16U);
  EXPECT_EQ(panel().curve().excludes, false);
  const traces::SpeedupCurve::Point& two = panel().curve().points[1];
  EXPECT_NEAR(panel().curve().speedup(two), 9.0 / 7.0, 0.05) << "9 of work, 7 along the longest path";
  EXPECT_LE(panel().curve().speedup(two), *panel().curve().max_speedup(2) * 1.02);
  EXPECT_GE(panel().curve().speedup(two), *panel().curve().brent_speedup(2) * 0.98);
  EXPECT_THAT(text_of("speedup report"), HasSubstr("the critical path limits it to"));
  EXPECT_EQ(button().text(), "Compute again");
  window_->pictures().export_speedup(folder_ / "speedup.svg");
  wait_until_idle();
  EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(),
              ::testing::MatchesRegex("Saved .*speedup.svg \\(800 × [0-9]+, SVG\\)"));
  window_->tables().export_to("speedup", folder_ / "speedup.csv");
  wait_until_idle();
  std::ifstream csv(folder_ / "speedup.csv");
  std::string heading;
  std::getline(csv, heading);
  EXPECT_EQ(heading, "threads,makespan_ns,speedup,brent_speedup,most_speedup");
  window_->resize(1920, 1080);
  key(Qt::Key_F11);
  key(Qt::Key_U);
  wait_until_idle();
  const auto& area = child<QScrollArea>("speedup area");
  EXPECT_LE(area.widget()->width(), area.viewport()->width()) << "large letters get more width";
}

TEST_F(SpeedupTest, ClickCancels) {
  open_one();
  const std::filesystem::path script = folder_ / "hang";
  std::ofstream(script) << "#!/bin/sh\nexec sleep 1000\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  panel().runner().set_program(QString::fromStdString(script.string()));
  key(Qt::Key_U);
  ASSERT_TRUE(panel().busy());
  EXPECT_EQ(button().text(), "Cancel");
  QTest::mouseClick(&button(), Qt::LeftButton);
  wait_until_idle();
  EXPECT_EQ(button().text(), "Compute");
  EXPECT_TRUE(panel().curve().points.empty());
  window_->run_action("export speedup");
  EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(), HasSubstr("No speedup to export yet"));
}

TEST_F(SpeedupTest, TraceWithoutDependenciesGivesOneLineError) {
  open({write("lonely.gus", "aabb")});
  key(Qt::Key_U);
  wait_until_idle();
  EXPECT_THAT(text_of("speedup report"), HasSubstr("lonely.gus: expected"));
}

}  // namespace
}  // namespace gusset::viewer
