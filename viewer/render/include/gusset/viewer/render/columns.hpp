#pragma once
#include <string_view>

namespace gusset::viewer {

/// Who computes the pixels of a row's columns: the shader, or the processor, which writes them into the kept
/// picture. The same pixels to the rounding of a colour; where OpenGL is software, the processor needs about
/// a fifth of the shader's time, as it knows that a column has three colours at most.
enum class Columns { by_shader, by_processor };

/// Whether a driver draws without a graphics processor, by its GL_RENDERER.
bool draws_in_software(std::string_view renderer);

/// The faster one for a driver.
inline Columns columns_for(std::string_view renderer) {
  return draws_in_software(renderer) ? Columns::by_processor : Columns::by_shader;
}

}  // namespace gusset::viewer
