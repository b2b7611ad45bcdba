#pragma once
#include <QPalette>
#include <cstdint>

#include "gusset/traces/palette.hpp"

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

/// Of words that say what went wrong, as HTML names it.
const char* error_colour(const QPalette& palette);

}  // namespace gusset::viewer
