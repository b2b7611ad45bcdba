#include "gusset/viewer/app/widgets/host.hpp"

#include <QGuiApplication>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

TEST(Host, GraphicsProcessorsUseQtsWidget) {
  EXPECT_EQ(choose_host("xcb", "NVIDIA H200/PCIe/SSE2"), Host::opengl_widget);
  EXPECT_EQ(choose_host("wayland", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)"), Host::opengl_widget);
  EXPECT_EQ(choose_host("wayland-egl", "AMD Radeon RX 6600 (radeonsi)"), Host::opengl_widget);
}

TEST(Host, SoftwareOpenGlIsReadBack) {
  for (const char* renderer :
       {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "Google SwiftShader"}) {
    EXPECT_EQ(choose_host("xcb", renderer), Host::read_back) << renderer;
  }
}

TEST(Host, PlatformsWithoutOpenGlAreReadBack) {
  for (const char* platform : {"offscreen", "minimal", "vnc", "linuxfb", ""}) {
    EXPECT_EQ(choose_host(platform, "NVIDIA H200/PCIe/SSE2"), Host::read_back) << platform;
  }
}

TEST(Host, MissingContextIsReadBack) {
  EXPECT_EQ(choose_host("xcb", ""), Host::read_back);
}

TEST(Host, QueriesTheRunningApplication) {
  // Under X the result depends on the machine's graphics. Without a display only one result is possible.
  if (QGuiApplication::platformName() != "offscreen") GTEST_SKIP() << "needs the platform without a display";
  EXPECT_EQ(choose_host(), Host::read_back);
}

// Qt's OpenGL widget aborts on platforms without OpenGL, so these tests need a display.
class OpenGlWidget : public testing::WindowFixture {
 protected:
  OpenGlWidget()
      : WindowFixture(QGuiApplication::platformName() == "xcb" ? Host::opengl_widget : Host::read_back) {}
};

TEST_F(OpenGlWidget, MatchesReadBackPicture) {
  if (QGuiApplication::platformName() != "xcb") GTEST_SKIP() << "needs an X display";
  const std::filesystem::path path = write("one.gus", "aaa.bb.c\nbbb.aaaa");
  open({path});
  move(point(1'500));
  settle();
  const QImage shown = view().canvas().image().convertToFormat(QImage::Format_RGB32);
  const QPoint pointer = point(1'500);
  const QSize size = this->canvas().size();
  window_.reset();  // a thread has one current context, from GLX or EGL

  auto canvas = make_canvas(Host::read_back, nullptr);
  ASSERT_TRUE(canvas) << canvas.error().message();
  window_ = std::make_unique<MainWindow>(std::move(canvas).value(), 1);
  window_->resize(1200, 800);
  window_->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
  open({path});
  ASSERT_EQ(this->canvas().size(), size);
  move(pointer);
  settle();
  const QImage expected = view().canvas().image();
  ASSERT_EQ(shown.size(), expected.size());
  int differing = 0;
  for (int y = 0; y < shown.height(); ++y) {
    for (int x = 0; x < shown.width(); ++x) differing += shown.pixel(x, y) != expected.pixel(x, y) ? 1 : 0;
  }
  EXPECT_LE(differing, shown.width() * shown.height() / 1000);
}

}  // namespace
}  // namespace gusset::viewer
