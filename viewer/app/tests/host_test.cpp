#include "gusset/viewer/app/host.hpp"

#include <QGuiApplication>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

TEST(Host, RealGraphicsProcessorsGetQtsWidget) {
  EXPECT_EQ(choose_host("xcb", "NVIDIA H200/PCIe/SSE2"), Host::opengl_widget);
  EXPECT_EQ(choose_host("wayland", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)"), Host::opengl_widget);
  EXPECT_EQ(choose_host("wayland-egl", "AMD Radeon RX 6600 (radeonsi)"), Host::opengl_widget);
}

TEST(Host, SoftwareOpenGlIsReadBack) {
  for (const char* renderer : {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "Google SwiftShader"}) {
    EXPECT_EQ(choose_host("xcb", renderer), Host::read_back) << renderer;
  }
}

TEST(Host, PlatformsWithoutOpenGlAreReadBackWhateverTheyClaim) {
  for (const char* platform : {"offscreen", "minimal", "vnc", "linuxfb", ""}) {
    EXPECT_EQ(choose_host(platform, "NVIDIA H200/PCIe/SSE2"), Host::read_back) << platform;
  }
}

TEST(Host, WithoutAContextItIsReadBack) { EXPECT_EQ(choose_host("xcb", ""), Host::read_back); }

TEST(Host, TheRunningApplicationIsAskedForItsPlatform) {
  // Under X the answer depends on the machine's graphics; without a display there is but one.
  if (QGuiApplication::platformName() != "offscreen") GTEST_SKIP() << "needs the platform without a display";
  EXPECT_EQ(choose_host(), Host::read_back);
}

// Qt's widget fails hard where the platform has no OpenGL: only a display shows it.
class OpenGlWidget : public testing::WindowFixture {
 protected:
  OpenGlWidget()
      : WindowFixture(QGuiApplication::platformName() == "xcb" ? Host::opengl_widget : Host::read_back) {}
};

TEST_F(OpenGlWidget, ShowsTheSamePictureAsReadingBack) {
  if (QGuiApplication::platformName() != "xcb") GTEST_SKIP() << "needs an X display";
  const std::filesystem::path path = write("one.gus", "aaa.bb.c\nbbb.aaaa");
  open({path});
  QTest::mouseMove(&canvas(), point(1'500));
  settle();
  const QImage shown = view().canvas().image().convertToFormat(QImage::Format_RGB32);

  auto canvas = make_canvas(Host::read_back, nullptr);
  ASSERT_TRUE(canvas);
  MainWindow other(std::move(canvas).value(), 1);
  other.resize(window_->size());
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
  other.session().open({path});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !other.session().busy(); }, testing::patience_ms));
  other.view().canvas().widget().resize(this->canvas().size());
  QTest::mouseMove(&other.view().canvas().widget(), point(1'500));
  QApplication::processEvents();
  other.view().canvas().draw_now();
  const QImage expected = other.view().canvas().image();
  ASSERT_EQ(shown.size(), expected.size());
  int differing = 0;
  for (int y = 0; y < shown.height(); ++y) {
    for (int x = 0; x < shown.width(); ++x) differing += shown.pixel(x, y) != expected.pixel(x, y) ? 1 : 0;
  }
  EXPECT_LE(differing, shown.width() * shown.height() / 1000);
}

}  // namespace
}  // namespace gusset::viewer
