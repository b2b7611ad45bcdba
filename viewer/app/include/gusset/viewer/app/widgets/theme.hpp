#pragma once
#include <QPalette>
#include <cstdint>

#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::viewer {

enum class Theme : std::uint8_t {
  system,  ///< as the desktop has it
  light,
  dark,
};

/// Gives the whole program a theme. Call after the first window's creation or later, on the user interface's
/// thread.
void apply_theme(Theme theme);

/// What tasks stand on beside widgets of these colours.
traces::Paper paper_of(const QPalette& palette);

/// How well one colour is read on another one, 1 to 21: the contrast ratio of WCAG 2.1.
double contrast(const QColor& a, const QColor& b);

/// Of words that matter less, such as labels and hints: the palette's hints, made stronger where they have a
/// contrast below 4.5 on what text stands on. Opaque.
QColor muted_ink(const QPalette& palette);

/// Of words that say what went wrong, as HTML names it.
const char* error_colour(const QPalette& palette);

}  // namespace gusset::viewer
