#pragma once
#include <string_view>

namespace gusset::viewer {

/// What computes the pixels of a row's columns: the shader, or the processor (CPU), which writes them into
/// the kept picture. Both give the same pixels up to rounding of colours. With software OpenGL, the processor
/// takes about a fifth of the shader's time, because it knows that a column without layers has at most three
/// colours.
enum class Columns { by_shader, by_processor };

/// Whether a driver draws without a graphics processor, judged by its GL_RENDERER.
bool draws_in_software(std::string_view renderer);

/// The faster choice for a driver.
inline Columns columns_for(std::string_view renderer) {
  return draws_in_software(renderer) ? Columns::by_processor : Columns::by_shader;
}

}  // namespace gusset::viewer
