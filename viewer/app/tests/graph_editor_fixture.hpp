#pragma once
#include <gtest/gtest.h>

#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <filesystem>
#include <string>

#include "graph_dock_fixture.hpp"
#include "gusset/viewer/app/classroom/graph_editor.hpp"

namespace gusset::viewer::testing {

/// A window in which graphs are built, with real clicks and keys.
class GraphEditorTest : public GraphDockFixture {
 protected:
  void SetUp() override {
    if (window_->what_if_docks().what_if().runner().program().isEmpty())
      GTEST_SKIP() << "built without the gusset command";
  }
  template <class Widget>
  Widget& find(const char* name) {
    auto* widget = window_->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name;
    return *widget;
  }
  const GraphDraft& draft() { return *window_->session().edits().graph; }
  bool is_building() { return window_->session().edits().graph != nullptr; }
  std::string message() { return find<QLabel>("graph message").text().toStdString(); }
  const Document& document() { return *window_->session().document(); }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, patience_ms));
    settle();
  }
  void start_by_click() {
    QTest::mouseClick(&find<QPushButton>("welcome new graph"), Qt::LeftButton);
    wait_until_idle();
    ASSERT_TRUE(is_building());
  }
  QPoint middle(std::size_t task) { return graph().position_of(box(traces::TaskId(task))); }
  void press(Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    // Events of a question that was closed may still have deactivated the window.
    QApplication::setActiveWindow(window_.get());
    graph().setFocus();
    QTest::keyClick(&graph(), key, keys);
    wait_until_idle();
  }
  void draw_dependency(std::size_t from, std::size_t to) {
    const QPoint start = middle(from);
    const QPoint end = middle(to);
    graph_move(start);
    QTest::mousePress(&graph(), Qt::LeftButton, {}, start);
    graph_move((start + end) / 2, Qt::LeftButton);
    graph_move(end, Qt::LeftButton);
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, end);
    wait_until_idle();
  }
  std::string title() { return window_->windowTitle().toStdString(); }
  void trigger(const char* action) {
    window_->run_action(action);
    wait_until_idle();
  }
  /// The open question of that name; null if there is none.
  QMessageBox* question(const char* name) {
    for (auto* box : window_->findChildren<QMessageBox*>(name)) {
      if (box->isVisible()) return box;
    }
    return nullptr;
  }
  void answer(const char* name, QMessageBox::StandardButton button) {
    QMessageBox* const box = question(name);
    ASSERT_NE(box, nullptr) << name;
    QTest::mouseClick(box->button(button), Qt::LeftButton);
    QApplication::setActiveWindow(window_.get());  // a platform without a window manager does not
    wait_until_idle();
  }
  /// Chooses a name and a type in the dialog that saves the graph.
  void save_in_dialog(const std::filesystem::path& path, const QString& type) {
    QFileDialog* dialog = nullptr;
    for (auto* open : window_->findChildren<QFileDialog*>("save graph dialog")) {
      if (open->isVisible()) dialog = open;
    }
    ASSERT_NE(dialog, nullptr);
    dialog->selectNameFilter(type);
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    ASSERT_NE(name, nullptr);
    name->setText(QString::fromStdString(path.string()));  // typing would open a list of completions
    QTest::keyClick(name, Qt::Key_Return);
    QApplication::setActiveWindow(window_.get());
    wait_until_idle();
  }
  std::int64_t makespan_ns() { return document().traces.back()->totals.makespan_ns; }
  static constexpr std::int64_t ms = 1'000'000;
};

}  // namespace gusset::viewer::testing
