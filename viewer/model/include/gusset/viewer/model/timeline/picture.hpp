#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The colours of the view.
struct Ink {
  Rgba canvas, track;  ///< around the rows, and what tasks stand on
  Rgba text, muted, faint, line, grid;
  Rgba profile;  ///< busy shares of several workers together
  Rgba shade;    ///< over what the view does not show
  Rgba accent, measured, predicted, imported;
  Rgba on_accent;   ///< letters on any of these
  Rgba plate, rim;  ///< of a tooltip
  Rgba halo;        ///< around lines and frames over tasks
  /// What chains are drawn in: dark enough for white letters on them, and told apart by their place, too: the
  /// critical chain is a frame, the bound an underline.
  Rgba chain, bound, why;
};

/// On white, or on traces::dark_paper.
const Ink& ink_on(traces::Paper paper, bool is_projected = false);
/// The ink of an appearance.
inline const Ink& ink_of(const Appearance& appearance) {
  return ink_on(appearance.paper, appearance.is_projected);
}

/// A row of columns on the screen. Texel: colour, and in alpha the height above the foot, 0…255 of the
/// stretch; where blue's lowest bit is set, the column is part of a triangle and stands on a faint
/// full-height tint.
struct Strip {
  std::size_t first_texel = 0;  ///< of the column at `left`
  int left = 0;
  int width = 0;
  Stretch stretch;
};

/// Strips that are seen only inside of a box.
struct StripGroup {
  Box clip;
  std::vector<Strip> strips;
  bool over = false;   ///< stand on what was drawn before: only what is filled covers it
  bool hangs = false;  ///< drawn from the tops down, hatched, over what was drawn before
};

struct Fill {
  Box box;
  Rgba colour = 0;
  float rounding = 0.0F;
};

enum class Font { regular, bold };

struct Label {
  double x = 0.0;
  double y = 0.0;  ///< of the top of the letters' box
  std::string text;
  Rgba colour = 0;
  Font font = Font::regular;
  Box clip;
};

/// All that the view shows apart from what follows the pointer: plain data that a renderer draws in this
/// order (background, fills, strips, over_fills, shapes, labels) without deciding anything.
struct Picture {
  int width = 0;
  int height = 0;
  Rgba background = 0;
  Rgba track = 0;                 ///< what strips stand on
  std::size_t texel_columns = 0;  ///< texels per strip
  std::vector<Rgba> texels;
  std::vector<Fill> fills;
  std::vector<StripGroup> strips;
  std::vector<Fill> over_fills;
  Shapes shapes;
  std::vector<Label> labels;
};

/// How large letters are, in pixels of the view's scale.
struct TextSize {
  double height = 16.0;  ///< of a line
  Timeline::MeasureText regular;
  Timeline::MeasureText bold;
};

/// Composes the picture of a timeline; rows are computed on up to `threads` threads.
Picture compose_picture(const Timeline& timeline, const TextSize& text, unsigned threads);

/// The texels of one lane's tasks, as `Strip` describes them. `out.size()` columns are filled.
void row_texels(const traces::LevelOfDetail& detail, std::size_t lane, const traces::ColumnGrid& grid,
                const std::array<traces::Colour, 256>& colours, TaskShape shape, std::span<Rgba> out);

/// The part of a row's stretch that is drawn on: rows keep a small distance where there is room.
Stretch track_of_row(Stretch row, double scale);

}  // namespace gusset::viewer
