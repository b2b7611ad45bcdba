// The window survives random input, loss of the OpenGL context, floating and docking panels, and very small
// sizes.
#include <QAbstractButton>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QTimer>
#include <cstdlib>
#include <iostream>
#include <random>

#include "random_trace.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

// GUSSET_RANDOM_EVENTS sets the number of events, for example 10000 for a long run.
int event_count() {
  const char* const asked = std::getenv("GUSSET_RANDOM_EVENTS");
  return asked == nullptr ? 60 : std::atoi(asked);
}

class RobustnessTest : public testing::WelcomeFixture {
 protected:
  RobustnessTest() {
    qputenv("VISUAL", "true");
    qputenv("EDITOR", "true");
    // Closes all popups and dialogs, so that the events continue.
    QObject::connect(&closer_, &QTimer::timeout, [] {
      if (QWidget* const popup = QApplication::activePopupWidget()) popup->close();
      if (auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
    });
    closer_.start(10);
  }
  ~RobustnessTest() override {
    qunsetenv("VISUAL");
    qunsetenv("EDITOR");
  }

  std::filesystem::path write_random(std::uint64_t seed, std::size_t tasks, std::size_t nodes) {
    auto trace = *traces::testing::random_trace(
        {.seed = seed, .tasks = tasks, .handles = 20, .nodes = nodes, .workers_per_node = 1 + seed % 4});
    const std::filesystem::path path = folder_ / ("random" + std::to_string(seed) + ".gus");
    EXPECT_TRUE(traces::write_gus(trace, path));
    return path;
  }
  QImage shown() {
    settle();
    return view().canvas().image().copy();
  }

  QTimer closer_;
};

// Sends one event after another to random places in the window.
class Monkey {
 public:
  Monkey(MainWindow& window, std::uint64_t seed) : window_(window), random_(seed) {}

  void act() {
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        return wheel();
      case 3:
      case 4:
      case 5:
        return press();
      case 6:
        return shape();
      case 7:
        return run_action();
      default:
        return key();
    }
  }

 private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

  // Returns a visible widget and a point in it. Half of the time it is the timeline.
  std::pair<QWidget*, QPoint> somewhere() {
    QWidget* widget = &window_.view().canvas().widget();
    if (below(2) == 0) {
      std::vector<QWidget*> visible;
      for (QWidget* const child : window_.findChildren<QWidget*>())
        if (child->isVisible() && !child->isWindow()) visible.push_back(child);
      if (!visible.empty())
        widget = visible[static_cast<std::size_t>(below(static_cast<int>(visible.size())))];
    }
    return {widget, {below(std::max(1, widget->width())), below(std::max(1, widget->height()))}};
  }
  Qt::KeyboardModifiers modifiers() {
    constexpr std::array<Qt::KeyboardModifier, 6> choices = {Qt::NoModifier,      Qt::NoModifier,
                                                             Qt::NoModifier,      Qt::ShiftModifier,
                                                             Qt::ControlModifier, Qt::AltModifier};
    return choices[static_cast<std::size_t>(below(6))];
  }
  void wheel() {
    const auto [widget, at] = somewhere();
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {120 * (below(3) - 1), 120 * (below(9) - 4)},
                      Qt::NoButton, modifiers(), Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
  }
  void press() {
    const auto [widget, from] = somewhere();
    const QPointer<QWidget> alive(widget);
    const Qt::MouseButton button =
        below(4) == 0 ? (below(2) == 0 ? Qt::RightButton : Qt::MiddleButton) : Qt::LeftButton;
    const Qt::KeyboardModifiers keys = modifiers();
    if (below(8) == 0) return QTest::mouseDClick(widget, button, keys, from);
    QTest::mousePress(widget, button, keys, from);
    QPoint to = from;
    for (int i = below(4); i > 0 && alive; --i) {
      to = {below(widget->width() + 80) - 40, below(widget->height() + 80) - 40};  // outside the widget, too
      QMouseEvent event(QEvent::MouseMove, to, widget->mapToGlobal(to), Qt::NoButton, button, keys);
      QApplication::sendEvent(widget, &event);
    }
    if (alive) QTest::mouseRelease(widget, button, keys, to);
  }
  void key() {
    constexpr std::array<int, 12> special = {Qt::Key_Escape, Qt::Key_Return, Qt::Key_Tab,      Qt::Key_Left,
                                             Qt::Key_Right,  Qt::Key_Up,     Qt::Key_Down,     Qt::Key_Home,
                                             Qt::Key_End,    Qt::Key_Delete, Qt::Key_PageDown, Qt::Key_F5};
    const int key = below(3) == 0 ? special[static_cast<std::size_t>(below(12))] : 0x20 + below(0x40);
    QWidget* target = QApplication::focusWidget();
    if (target == nullptr || below(2) == 0) target = &window_.view();
    const Qt::KeyboardModifiers keys = modifiers();
    if (key == Qt::Key_Q && keys == Qt::ControlModifier) return;  // the shortcut that quits
    QTest::keyClick(target, static_cast<Qt::Key>(key), keys);
  }
  void run_action() {
    const QList<QAction*> actions = window_.findChildren<QAction*>();
    QAction* const action = actions[below(static_cast<int>(actions.size()))];
    if (action->isEnabled() && action->objectName() != "quit" && !action->objectName().isEmpty())
      action->trigger();
  }
  // Floats, moves, closes and shows docks, and resizes the window.
  void shape() {
    if (below(3) == 0) return window_.resize(below(1600), below(1000));
    const QList<QDockWidget*> docks = window_.findChildren<QDockWidget*>();
    QDockWidget* const dock = docks[below(static_cast<int>(docks.size()))];
    constexpr std::array<Qt::DockWidgetArea, 4> areas = {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea,
                                                         Qt::TopDockWidgetArea, Qt::BottomDockWidgetArea};
    switch (below(3)) {
      case 0:
        return dock->setFloating(!dock->isFloating());
      case 1:
        return dock->setVisible(!dock->isVisible());
      default:
        return window_.addDockWidget(areas[static_cast<std::size_t>(below(4))], dock);
    }
  }

  MainWindow& window_;
  std::mt19937_64 random_;
};

class RandomInput : public RobustnessTest, public ::testing::WithParamInterface<std::uint64_t> {};

TEST_P(RandomInput, LeavesTheWindowUsable) {
  const std::uint64_t seed = GetParam();
  std::vector<std::filesystem::path> paths = {write_random(seed, 30 * (1 + 7 * seed), 1 + seed % 3)};
  if (seed % 2 == 0) paths.push_back(write_random(seed + 100, 200, 2));
  open(paths);
  Monkey monkey(*window_, seed);
  for (int i = event_count(); i > 0; --i) {
    monkey.act();
    QApplication::processEvents(QEventLoop::AllEvents, 5);
  }
  // The window still works.
  window_->showNormal();
  window_->resize(1200, 800);
  const std::filesystem::path after = write("after.gus", "aaaa.bb\nbb.aaaa");
  // Something that was started before, for example a lesson, may open meanwhile.
  const bool opened = QTest::qWaitFor(
      [&] {
        open({after});
        return !document().empty() && document().panel(0).path == after;
      },
      testing::patience_ms);
  EXPECT_TRUE(opened);
  EXPECT_EQ(view().canvas().image().size(), canvas().size());
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomInput, ::testing::Range<std::uint64_t>(1, 6));

TEST_F(RobustnessTest, RecreatedContextShowsTheSamePicture) {
  open({write_random(3, 300, 2)});
  const QImage before = shown();
  view().canvas().renew();
  EXPECT_EQ(shown(), before);
  wheel(point(static_cast<double>(document().panel(0).totals.makespan_ns) / 2.0), 2);
  EXPECT_NE(shown(), before);
}

TEST_F(RobustnessTest, PanelsKeepTheirContentWhenFloated) {
  open({write_random(4, 200, 1)});
  for (QDockWidget* const dock : window_->findChildren<QDockWidget*>()) {
    dock->show();
    settle();
    const QWidget* const shows = dock->widget();
    dock->setFloating(true);
    settle();
    EXPECT_TRUE(dock->isVisible()) << dock->objectName().toStdString();
    dock->setFloating(false);
    settle();
    EXPECT_TRUE(dock->isVisible()) << dock->objectName().toStdString();
    EXPECT_EQ(dock->widget(), shows);
    dock->hide();
  }
}

TEST_F(RobustnessTest, SurvivesTinySizes) {
  open({write_random(5, 200, 3)});
  const QSize size = window_->size();
  for (const QSize little : {QSize(1, 1), QSize(200, 1), QSize(1, 200), QSize(0, 0)}) {
    window_->setMinimumSize(0, 0);
    window_->resize(little);
    canvas().resize(little);
    settle();
    canvas().resize(1, 1);
    view().canvas().draw_now();
  }
  window_->resize(size);
  settle();
  click(point(0));
  EXPECT_EQ(canvas().size(), view().canvas().image().size());
}

}  // namespace
}  // namespace gusset::viewer
