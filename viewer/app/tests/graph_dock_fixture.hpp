#pragma once
#include <QComboBox>
#include <QHelpEvent>
#include <QToolTip>

#include "random_trace.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer::testing {

/// A window with a task graph, driven by real events.
class GraphDockFixture : public WindowFixture {
 protected:
  void open_graph(const std::filesystem::path& path) {
    open({path});
    key(Qt::Key_G);
    ASSERT_TRUE(window_->graph().isVisible());
    settle();
    QApplication::processEvents();
    settle();
  }
  std::filesystem::path write_random(std::size_t tasks) {
    auto trace = *traces::testing::random_trace({.seed = 5, .tasks = tasks, .handles = 60});
    trace.types = {"init", "step", "sum"};
    for (std::size_t i = 0; i < tasks; ++i) trace.tasks.type[i] = traces::TypeId(i % 3);
    const std::filesystem::path path = folder_ / "random.gus";
    EXPECT_TRUE(traces::write_gus(trace, path));
    return path;
  }
  GraphView& graph() { return window_->graph().view(); }
  const traces::GraphScene& scene() { return *window_->graph().graph().drawing()->scene; }
  std::uint32_t box(traces::TaskId task) { return scene().box_of_node[task.value()]; }
  void graph_move(QPoint where, Qt::MouseButtons buttons = {}) {
    QMouseEvent event(QEvent::MouseMove, where, graph().mapToGlobal(where), Qt::NoButton, buttons, {});
    QApplication::sendEvent(&graph(), &event);
  }
  void graph_click(QPoint where) {
    graph_move(where);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, where);
    settle();
  }
  void graph_key(Qt::Key key) {
    graph().setFocus();
    QTest::keyClick(&graph(), key);
    settle();
  }
  void graph_wheel(QPoint where, int steps) {
    QWheelEvent event(where, graph().mapToGlobal(where), {}, {0, 120 * steps}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&graph(), &event);
  }
  QString graph_tip(QPoint where) {
    QHelpEvent event(QEvent::ToolTip, where, graph().mapToGlobal(where));
    QApplication::sendEvent(&graph(), &event);
    return QToolTip::text();
  }
  QImage picture() { return graph().grab().toImage(); }
  template <class Widget>
  Widget& child(const char* name) {
    return *window_->graph().findChild<Widget*>(name);
  }
  void choose(const char* name, const QString& text) {
    auto& chooser = child<QComboBox>(name);
    chooser.setFocus();
    const int index = chooser.findText(text);
    ASSERT_GE(index, 0) << text.toStdString();
    while (chooser.currentIndex() != index)
      QTest::keyClick(&chooser, chooser.currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    settle();
    ASSERT_EQ(chooser.currentText(), text);
  }
};

}  // namespace gusset::viewer::testing
