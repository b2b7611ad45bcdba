#pragma once
#include <memory>
#include <string>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// An OpenGL 3.3 core context that needs no display and no window (EGL surfaceless; Khronos
/// EGL_MESA_platform_surfaceless). Belongs to one thread at a time.
class EglContext {
 public:
  static Result<std::unique_ptr<EglContext>> create();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  /// The thread must have no current context of another kind (GLX). False where the context is lost.
  bool make_current() const;
  void release() const;
  /// GL_RENDERER. The context must be current.
  std::string renderer() const;

 private:
  EglContext(void* display, void* context) : display_(display), context_(context) {}
  void* display_;
  void* context_;
};

}  // namespace gusset::viewer
