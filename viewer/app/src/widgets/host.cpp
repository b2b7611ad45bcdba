#include "gusset/viewer/app/widgets/host.hpp"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <algorithm>
#include <array>
#include <string>

#include "gusset/viewer/render/columns.hpp"

namespace gusset::viewer {
namespace {

// Platforms on which Qt's OpenGL widget is known to work.
constexpr std::array<std::string_view, 3> platforms_with_opengl{"xcb", "wayland", "wayland-egl"};

}  // namespace

Host choose_host(std::string_view platform, std::string_view renderer) {
  if (std::find(platforms_with_opengl.begin(), platforms_with_opengl.end(), platform) ==
      platforms_with_opengl.end()) {
    return Host::read_back;
  }
  return renderer.empty() || draws_in_software(renderer) ? Host::read_back : Host::opengl_widget;
}

Host choose_host() {
  const std::string platform = QGuiApplication::platformName().toStdString();
  std::string renderer;
  if (choose_host(platform, "unknown") == Host::opengl_widget) {
    QOpenGLContext context;
    QOffscreenSurface surface;
    surface.create();
    if (context.create() && surface.isValid() && context.makeCurrent(&surface)) {
      if (const GLubyte* name = context.functions()->glGetString(GL_RENDERER)) {
        renderer = reinterpret_cast<const char*>(name);
      }
      context.doneCurrent();
    }
  }
  return choose_host(platform, renderer);
}

}  // namespace gusset::viewer
