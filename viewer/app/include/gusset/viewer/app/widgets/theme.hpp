#pragma once
#include <QPalette>
#include <cstdint>

#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::viewer {

enum class Theme : std::uint8_t {
  system,  ///< follows the desktop
  light,
  dark,
};

/// Makes the desktop's style draw some parts better, before the first window is made. Themes do the same.
void prepare_style();

/// Applies a theme to the whole program. Call it on the user interface's thread, after the first window was
/// created.
void apply_theme(Theme theme);

/// Returns the background for tasks that suits widgets of these colours.
traces::Background background_of(const QPalette& palette);

/// Returns the contrast ratio of two colours by WCAG 2.1, from 1 to 21.
double contrast(const QColor& a, const QColor& b);

/// Returns the colour of less important text, for example labels and hints: the palette's placeholder colour,
/// strengthened if its contrast with the background is below 4.5. Opaque.
QColor muted_colour(const QPalette& palette);

/// Returns the colour of a tool button that is switched on.
QColor pressed_colour(const QPalette& palette);

/// Returns the colour of error messages, as an HTML colour.
const char* error_colour(const QPalette& palette);

}  // namespace gusset::viewer
