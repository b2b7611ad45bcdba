#include "gusset/viewer/render/render_target.hpp"

#include <algorithm>
#include <cassert>

#include "gl.hpp"

namespace gusset::viewer {

RenderTarget::~RenderTarget() {
  if (framebuffer_ == 0) return;
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &renderbuffer_);
}

void RenderTarget::resize(int width, int height) {
  width = std::max(1, width);
  height = std::max(1, height);
  if (width == width_ && height == height_) return;
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenRenderbuffers(1, &renderbuffer_);
  }
  width_ = width;
  height_ = height;
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
}

void RenderTarget::copy_to(unsigned framebuffer, Box part) const {
  const int bottom = height_ - part.bottom();
  const int top = height_ - part.top;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(part.left, bottom, part.right(), top, part.left, bottom, part.right(), top,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void RenderTarget::read(std::span<std::uint32_t> out, std::size_t stride, Box part) const {
  if (part.width <= 0 || part.height <= 0) return;
  assert(part.left >= 0 && part.top >= 0 && part.right() <= width_ && part.bottom() <= height_);
  assert(out.size() >=
         stride * static_cast<std::size_t>(part.bottom() - 1) + static_cast<std::size_t>(part.right()));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<GLint>(stride));
  std::uint32_t* const corner =
      out.data() + static_cast<std::size_t>(part.top) * stride + static_cast<std::size_t>(part.left);
  glReadPixels(part.left, height_ - part.bottom(), part.width, part.height, GL_BGRA,
               GL_UNSIGNED_INT_8_8_8_8_REV, corner);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  // OpenGL's lowest row comes first.
  const auto width = static_cast<std::size_t>(part.width);
  for (std::size_t low = 0, high = static_cast<std::size_t>(part.height) - 1; low < high; ++low, --high) {
    std::swap_ranges(corner + low * stride, corner + low * stride + width, corner + high * stride);
  }
}

}  // namespace gusset::viewer
