#pragma once
#include <gtest/gtest.h>

#include <QApplication>
#include <QTest>
#include <QWheelEvent>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "text_trace.hpp"

namespace gusset::viewer::testing {

#ifdef __SANITIZE_ADDRESS__
inline constexpr int patience_ms = 60000;
#else
inline constexpr int patience_ms = 20000;
#endif

/// A window like the program's, driven by real events.
class WindowFixture : public ::testing::Test {
 protected:
  explicit WindowFixture(Host host = Host::read_back)
      : folder_(std::filesystem::path(::testing::TempDir()) / "window") {
    std::filesystem::create_directories(folder_);
    auto canvas = make_canvas(host, nullptr);
    EXPECT_TRUE(canvas) << canvas.error().message();
    window_ = std::make_unique<MainWindow>(std::move(canvas).value(), 2);
    window_->resize(1200, 800);
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    QApplication::setActiveWindow(window_.get());
  }
  ~WindowFixture() override {
    window_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::filesystem::path write(const std::string& name, std::string_view drawing,
                              std::int64_t ns_per_character = 1000,
                              traces::Origin origin = traces::Origin::measured) {
    traces::Trace trace = *traces::testing::trace_from_text(drawing, ns_per_character);
    trace.metadata.origin = origin;
    const std::filesystem::path path = folder_ / name;
    const auto written = traces::write_gus(trace, path);
    EXPECT_TRUE(written);
    return path;
  }

  void open(std::vector<std::filesystem::path> paths) {
    window_->session().open(std::move(paths));
    settle();
  }

  /// Waits for jobs, handles events and draws a frame.
  void settle() {
    // Repeats, because the first frame of a trace starts further jobs, and arriving text changes the sizes of
    // docks and so of the view.
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->session().busy(); }, patience_ms));
      QApplication::processEvents();
      view().canvas().draw_now();
    }
  }

  TimelineView& view() { return window_->view(); }
  Timeline& timeline() { return view().timeline(); }
  QWidget& canvas() { return view().canvas().widget(); }
  const SelectionState& selection() { return window_->session().selection().state(); }
  QString details() { return window_->details().toPlainText(); }

  /// The middle of a row at a time, in the canvas's coordinates.
  QPoint point(double time_ns, RowReference row = {0, 0}) {
    const Stretch where = timeline().layout().row(row, timeline().scrolls()[row.panel]);
    const double ratio = canvas().devicePixelRatioF();
    return QPointF(timeline().x_from_time(time_ns) / ratio, (where.top + where.height / 2.0) / ratio)
        .toPoint();
  }
  double time_at(QPoint where) { return timeline().time_from_x(where.x() * canvas().devicePixelRatioF()); }

  /// Sends a move event directly: moving the X server's pointer sends none if it is already there.
  void move(QPoint where, Qt::MouseButtons buttons = {}, Qt::KeyboardModifiers keys = {}) {
    QMouseEvent event(QEvent::MouseMove, where, canvas().mapToGlobal(where), Qt::NoButton, buttons, keys);
    QApplication::sendEvent(&canvas(), &event);
  }
  void click(QPoint where) {
    move(where);
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, where);
    settle();
  }
  void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
            Qt::KeyboardModifiers keys = {}) {
    move(from);
    QTest::mousePress(&canvas(), button, keys, from);
    move((from + to) / 2, button, keys);
    move(to, button, keys);
    QTest::mouseRelease(&canvas(), button, keys, to);
    settle();
  }
  void wheel(QPoint where, int steps, Qt::KeyboardModifiers keys = {}) {
    QWheelEvent event(where, canvas().mapToGlobal(where), {}, {0, 120 * steps}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas(), &event);
    settle();
  }
  void key(Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    view().setFocus();
    QTest::keyClick(&view(), key, keys);
    settle();
  }

  std::filesystem::path folder_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace gusset::viewer::testing
