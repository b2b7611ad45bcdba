#pragma once
#include <string_view>

namespace gusset::viewer {

/// What shows the view. `opengl_widget`: Qt's own, for real graphics processors. `read_back`: a plain widget
/// that paints what a context without a window drew; the faster one where OpenGL is software, and the only
/// one that works without a display.
enum class Host { opengl_widget, read_back };

/// Chooses by the platform's name (QGuiApplication::platformName) and GL_RENDERER, which is empty where no
/// context could be made. To be asked before any widget is made: Qt's own fails hard on platforms without
/// OpenGL.
Host choose_host(std::string_view platform, std::string_view renderer);

/// Asks the running application's platform for its renderer and chooses. Needs a QGuiApplication.
Host choose_host();

}  // namespace gusset::viewer
