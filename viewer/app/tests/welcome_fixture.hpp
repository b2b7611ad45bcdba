#pragma once
#include <QSettings>

#include "gusset/viewer/app/window/welcome_and_notices.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer::testing {

/// A window whose settings and state are in the test's folder.
class WelcomeFixture : public WindowFixture {
 protected:
  WelcomeFixture() {
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                       QString::fromStdString((folder_ / "settings").string()));
    QSettings(QSettings::IniFormat, QSettings::UserScope, "gusset", "gusset-viewer").clear();
    qputenv("XDG_STATE_HOME", QByteArray::fromStdString((folder_ / "state").string()));
  }
  ~WelcomeFixture() override { qunsetenv("XDG_STATE_HOME"); }

  /// Closes the window and opens a new one.
  void restart() {
    window_->close();
    window_.reset();
    auto canvas = make_canvas(Host::read_back, nullptr);
    ASSERT_TRUE(canvas) << canvas.error().message();
    window_ = std::make_unique<MainWindow>(std::move(canvas).value(), 2);
    window_->resize(1200, 800);
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    QApplication::setActiveWindow(window_.get());
  }

  /// Waits for the jobs that check saved state and watched files.
  void wait_for_jobs() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->welcome().busy(); }, patience_ms));
  }

  template <class Object>
  Object& child(const char* name) {
    auto* const found = window_->findChild<Object*>(name);
    if (found == nullptr) throw std::runtime_error(std::string("no ") + name);
    return *found;
  }
  bool has_action(const std::string& id) {
    return window_->findChild<QAction*>(QString::fromStdString(id)) != nullptr;
  }
  void trigger(const QString& id) {
    ASSERT_TRUE(has_action(id.toStdString())) << id.toStdString();
    window_->run_action(id);
  }
  const Document& document() { return *window_->session().document(); }
};

}  // namespace gusset::viewer::testing
