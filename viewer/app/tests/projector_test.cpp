// The window is as before once the projector is off.
#include <QStatusBar>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ProjectorTest = testing::WindowFixture;

TEST_F(ProjectorTest, StatusBarHasItsHeightAgain) {
  open({write("one.gus", "aab")});
  const int height = window_->statusBar()->height();
  key(Qt::Key_F11);
  settle();
  ASSERT_FALSE(window_->statusBar()->isVisible());
  key(Qt::Key_Escape);
  settle();
  QApplication::processEvents();
  EXPECT_EQ(window_->statusBar()->height(), height);
}

}  // namespace
}  // namespace gusset::viewer
