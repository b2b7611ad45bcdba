#pragma once
#include <memory>
#include <string>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// An OpenGL 3.3 core context that needs neither a display nor a window (EGL surfaceless; Khronos
/// EGL_MESA_platform_surfaceless). Belongs to one thread at a time.
class EglContext {
 public:
  static Result<std::unique_ptr<EglContext>> create();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  /// Makes the context current. The thread must not have a current context of another kind (GLX). Returns
  /// false if the context is lost.
  bool make_current() const;
  void release() const;
  /// Returns GL_RENDERER. The context must be current.
  std::string renderer() const;

 private:
  EglContext(void* display, void* context) : display_(display), context_(context) {}
  void* display_;
  void* context_;
};

}  // namespace gusset::viewer
