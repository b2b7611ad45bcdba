#include "gusset/viewer/app/timeline/canvas.hpp"

#include "opengl_canvas.hpp"
#include "read_back_canvas.hpp"

namespace gusset::viewer {

Result<std::unique_ptr<Canvas>> make_canvas(Host host, QWidget* parent) {
  if (host == Host::opengl_widget) return std::unique_ptr<Canvas>(std::make_unique<OpenGlCanvas>(parent));
  return ReadBackCanvas::create(parent);
}

}  // namespace gusset::viewer
