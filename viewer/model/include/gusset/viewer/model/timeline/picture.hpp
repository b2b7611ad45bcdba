#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/viewer/model/timeline/kept_columns.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The colours of the view.
struct ViewPalette {
  Rgba canvas, track;  ///< around the rows, and behind the tasks
  Rgba text, muted, faint, line, grid;
  Rgba profile;  ///< combined busy share of several workers
  Rgba shade;    ///< over the part that the view does not show
  Rgba accent, measured, predicted, imported;
  Rgba on_accent;  ///< text on any of these
  Rgba tooltip_background, tooltip_border;
  Rgba halo;  ///< around lines and frames over tasks
  /// Colours of chains, dark enough for white text. Their shapes differ, too: the critical chain is a frame,
  /// the bound an underline.
  Rgba chain, bound, why;
};

/// The colours on white or on traces::dark_background.
const ViewPalette& view_palette_on(traces::Background background, bool is_projected = false);
/// The colours of an appearance.
inline const ViewPalette& view_palette_of(const Appearance& appearance) {
  return view_palette_on(appearance.background, appearance.is_projected);
}

/// A horizontal run of columns on the screen. A texel holds a colour, and in alpha the height above the
/// bottom, as a share of the stretch from 0 to 255. The lowest bit of blue means that the column is part of a
/// triangle and has a faint full-height tint.
struct Strip {
  std::size_t first_texel = 0;  ///< texel of the column at `left`
  int left = 0;
  int width = 0;
  Stretch stretch;
  /// Layers over the column, from the highest down: each covers the column from the bottom up to the layer's
  /// height, so that the column is a stack of colours. Texels of successive layers are Picture::texel_columns
  /// apart.
  std::size_t layers = 0;
  std::size_t first_layer = 0;  ///< texel of the first layer's column at `left`
};

/// Strips that are clipped to a box.
struct StripGroup {
  Box clip;
  std::vector<Strip> strips;
  bool over = false;  ///< drawn over earlier strips; only filled pixels cover them
  /// Drawn from the top down, hatched, over earlier strips. The lowest bits of red, green and blue are the
  /// bits of the column's picture::Hatching, the lowest first.
  bool from_top = false;
};

struct Fill {
  Box box;
  Rgba colour = 0;
  float rounding = 0.0F;
};

enum class Font { regular, bold };

struct Label {
  double x = 0.0;
  double y = 0.0;  ///< top of the text's box
  std::string text;
  Rgba colour = 0;
  Font font = Font::regular;
  Box clip;
};

/// Everything that the view shows except what follows the pointer. Plain data: a renderer draws it in this
/// order (background, fills, strips, over_fills, shapes, labels) without any decisions.
struct Picture {
  int width = 0;
  int height = 0;
  Rgba background = 0;
  Rgba track = 0;                 ///< behind strips
  std::size_t texel_columns = 0;  ///< texels per strip
  std::vector<Rgba> texels;
  std::vector<Fill> fills;
  std::vector<StripGroup> strips;
  std::vector<Fill> over_fills;
  Shapes shapes;
  std::vector<Label> labels;
  std::vector<Box> ruler_texts;  ///< the boxes of the rulers' labels; an overlay hides one whole, not in part
};

/// The colours of a stack's parts.
struct StackColours {
  const std::array<traces::Colour, 256>& categories;
  traces::Colour rest;  ///< of several categories together
};

/// Text sizes in device pixels.
struct TextSize {
  double height = 16.0;  ///< height of a line
  Timeline::MeasureText regular;
  Timeline::MeasureText bold;
};

/// Composes the picture of a timeline. Computes rows on several threads. `kept`, empty before the first
/// picture, keeps columns for the next picture of the same timeline, so that panning computes few.
Picture compose_picture(const Timeline& timeline, const TextSize& text,
                        std::vector<KeptColumns>* kept = nullptr);

/// The box of a trace's busy share in the overview.
Box overview_strip(const Timeline& timeline, std::size_t panel);

/// Computes the texels of one lane's tasks in the format of `Strip`. Fills `out.size()` columns. If several
/// types share a column, `out` has the highest part of their stack and up to layers.size() / out.size()
/// layers have the others. Returns how many layers are in use. `layers` must be zero.
std::size_t row_texels(const traces::LevelOfDetail& detail, std::size_t lane, const traces::ColumnGrid& grid,
                       const StackColours& colours, TaskShape shape, std::span<Rgba> out,
                       std::span<Rgba> layers);

/// The part of a row's stretch that is drawn on. Leaves a small gap between rows if there is room.
Stretch track_of_row(Stretch row, double scale);

}  // namespace gusset::viewer
