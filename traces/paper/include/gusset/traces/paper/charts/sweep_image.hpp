#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/canvas/sweep_spot.hpp"
#include "gusset/traces/paper/charts/sweep_figure.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::figure {

/// A sweep's picture for a screen, the same that `draw` writes to a file.
struct SweepImage {
  int width = 0;  ///< of the figure
  int height = 0;
  int scale = 1;                      ///< pixels of the image per pixel of the figure
  std::vector<std::uint32_t> pixels;  ///< 0x00RRGGBB, row by row
  std::vector<SweepSpot> spots;       ///< later ones lie above earlier ones

  /// The configuration at a place of the figure; the nearest to it within a few pixels.
  std::optional<std::size_t> configuration_at(double x, double y) const;
};

/// Draws what there is of a sweep, `width` pixels wide (200 and more). On dark paper hues are the same, and
/// what is dark on white is light. Fails where there is nothing to draw, or too much.
Result<SweepImage> image_of(const SweepFigure& figure, int width, int scale = 1,
                            traces::Paper paper = traces::Paper::white);

}  // namespace gusset::figure
