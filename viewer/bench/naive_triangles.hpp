#pragma once
#include <cstddef>

#include "gusset/traces/model/trace.hpp"

namespace gusset::bench {

/// The obvious way to draw a trace, as a baseline: one instanced triangle per task, all tasks in every frame.
/// Needs a current OpenGL 3.3 context. Throws std::runtime_error if its shaders do not link.
class NaiveTriangles {
 public:
  explicit NaiveTriangles(const traces::Trace& trace);
  ~NaiveTriangles();
  NaiveTriangles(const NaiveTriangles&) = delete;
  NaiveTriangles& operator=(const NaiveTriangles&) = delete;

  void draw(unsigned framebuffer, int width, int height, double begin_ns, double ns_per_pixel) const;

 private:
  unsigned program_ = 0;
  unsigned vertices_ = 0;
  unsigned buffer_ = 0;
  std::size_t tasks_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace gusset::bench
