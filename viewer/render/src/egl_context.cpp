#include "gusset/viewer/render/egl_context.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>

#include "gl.hpp"

namespace gusset::viewer {
namespace {

Error no_context(const std::string& found) {
  return {"OpenGL", "a context of version 3.3 without a display (EGL, platform surfaceless)", found};
}

}  // namespace

Result<std::unique_ptr<EglContext>> EglContext::create() {
  // eglGetProcAddress returns functions of all types as one type.
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return no_context("an EGL without eglGetPlatformDisplayEXT");
  const EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY) return no_context("an EGL without that platform");
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return no_context("an EGL that does not start");
  const EGLenum api_before = eglQueryAPI();
  eglBindAPI(EGL_OPENGL_API);
  const std::array<EGLint, 7> wanted{EGL_CONTEXT_MAJOR_VERSION,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION,
                                     3,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_NONE};
  const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted.data());
  eglBindAPI(api_before);
  if (context == EGL_NO_CONTEXT) return no_context("a driver that offers none");
  return std::unique_ptr<EglContext>(new EglContext(display, context));
}

EglContext::~EglContext() {
  release();
  eglDestroyContext(display_, context_);
  // The display belongs to the process; others may use it.
}

bool EglContext::make_current() const {
  eglBindAPI(EGL_OPENGL_API);
  return eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
}

void EglContext::release() const {
  eglBindAPI(EGL_OPENGL_API);
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

std::string EglContext::renderer() const {
  const GLubyte* name = glGetString(GL_RENDERER);
  return name == nullptr ? std::string() : reinterpret_cast<const char*>(name);
}

}  // namespace gusset::viewer
