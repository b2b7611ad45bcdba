#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/render/columns.hpp"
#include "gusset/viewer/render/render_target.hpp"

namespace gusset::viewer {

/// Draws strips of columns. The shader needs a texture row (colours and heights) for each strip and each of
/// its layers, one quad per strip, and one texel fetch per pixel and layer; the processor can draw opaque
/// strips instead. The cost does not depend on the number of tasks. Every call needs a current OpenGL
/// context, including the destructor.
class StripPainter {
 public:
  StripPainter() = default;
  ~StripPainter();
  StripPainter(const StripPainter&) = delete;
  StripPainter& operator=(const StripPainter&) = delete;

  Result<Done> initialise();
  /// Draws the picture's strips into a target of the picture's size, whose framebuffer must be bound.
  void draw(const Picture& picture, const RenderTarget& target, Columns columns);

 private:
  /// A shader program: for opaque strips, for strips over earlier drawing, or for strips drawn from the top.
  struct ShaderProgram {
    unsigned id = 0;
    int size_location = -1;
    int track_location = -1;
  };

  void write(const StripGroup& group, const Picture& picture, const RenderTarget& target);
  void upload(const Picture& picture);
  void fill_buffer(const Picture& picture);
  static void use(const ShaderProgram& program, const Picture& picture);

  std::array<ShaderProgram, 3> programs_;
  unsigned texture_ = 0;
  unsigned vertex_array_ = 0;
  unsigned vertex_buffer_ = 0;
  int texture_width_ = 0;
  int texture_height_ = 0;
  std::vector<std::uint32_t> pixels_;  // of one group of strips
};

}  // namespace gusset::viewer
