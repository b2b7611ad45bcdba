#pragma once
#include <string_view>

namespace gusset::viewer {

/// How the view is shown. `opengl_widget` is Qt's OpenGL widget, for real graphics processors. `read_back` is
/// a plain widget that paints what a windowless context drew. It is faster with software OpenGL, and the only
/// choice that works without a display.
enum class Host { opengl_widget, read_back };

/// Chooses by the platform's name (QGuiApplication::platformName) and GL_RENDERER, which is empty if no
/// context could be created. Call it before making any widget: Qt's OpenGL widget aborts on platforms without
/// OpenGL.
Host choose_host(std::string_view platform, std::string_view renderer);

/// Queries the running application's platform and renderer, and chooses. Needs a QGuiApplication.
Host choose_host();

}  // namespace gusset::viewer
