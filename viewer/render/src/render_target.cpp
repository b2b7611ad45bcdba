#include "gusset/viewer/render/render_target.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "gl.hpp"

namespace gusset::viewer {
namespace {

// From the extension GL_MESA_pack_invert: glReadPixels returns the top row first.
constexpr GLenum pack_invert = 0x8758;

bool has_extension(const char* name) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* each = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (each != nullptr && std::strcmp(each, name) == 0) return true;
  }
  return false;
}

}  // namespace

RenderTarget::~RenderTarget() {
  if (framebuffer_ == 0) return;
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &texture_);
}

void RenderTarget::resize(int width, int height) {
  width = std::max(1, width);
  height = std::max(1, height);
  if (width == width_ && height == height_) return;
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenTextures(1, &texture_);
    can_invert_ = has_extension("GL_MESA_pack_invert");
  }
  width_ = width;
  height_ = height;
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  // Drivers store the texture in the format given here. It is the format that read() returns, so reading is a
  // plain copy.
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
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

void RenderTarget::write(std::span<const std::uint32_t> pixels, Box part) const {
  if (part.width <= 0 || part.height <= 0) return;
  assert(part.left >= 0 && part.top >= 0 && part.right() <= width_ && part.bottom() <= height_);
  assert(pixels.size() == static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height));
  glBindTexture(GL_TEXTURE_2D, texture_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexSubImage2D(GL_TEXTURE_2D, 0, part.left, height_ - part.bottom(), part.width, part.height, GL_BGRA,
                  GL_UNSIGNED_INT_8_8_8_8_REV, pixels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
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
  if (can_invert_) glPixelStorei(pack_invert, GL_TRUE);
  glReadPixels(part.left, height_ - part.bottom(), part.width, part.height, GL_BGRA,
               GL_UNSIGNED_INT_8_8_8_8_REV, corner);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  if (can_invert_) {
    glPixelStorei(pack_invert, GL_FALSE);
    return;
  }
  // OpenGL returns the lowest row first.
  const auto width = static_cast<std::size_t>(part.width);
  for (std::size_t low = 0, high = static_cast<std::size_t>(part.height) - 1; low < high; ++low, --high) {
    std::swap_ranges(corner + low * stride, corner + low * stride + width, corner + high * stride);
  }
}

}  // namespace gusset::viewer
