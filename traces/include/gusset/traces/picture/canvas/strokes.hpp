#pragma once
#include <span>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/canvas/path.hpp"

namespace gusset::picture {

// All of these polygons have the same orientation, so none cuts a hole into another in the same path.

/// Adds a line of the given width as a polygon.
void add_line(Path& path, Point from, Point to, double width);

/// Adds a disc, approximated by a polygon too fine for the eye to notice.
void add_disc(Path& path, Point centre, double radius);

/// Adds the frame of a rectangle. The frame is `width` wide and lies inside the rectangle.
void add_frame(Path& path, double left, double top, double right, double bottom, double width);

/// Adds a rectangle with rounded corners; `radius` 0 gives sharp corners.
void add_rounded(Path& path, double left, double top, double right, double bottom, double radius);

/// Appends a cubic Bézier curve that begins at the last point, in segments too short for the eye to notice.
void append_curve(std::vector<Point>& points, Point leaving, Point arriving, Point to);

/// Adds an open line through points, for a path that is stroked.
void add_polyline(Path& path, std::span<const Point> points);

double length_of(std::span<const Point> points);

/// Cuts `length` off the end of a line. Returns an empty line if the line is not longer than that.
std::vector<Point> without_end(std::span<const Point> points, double length);

/// Mixes two colours; `share` is the second colour's share, 0…1.
Colour mixed(Colour a, Colour b, double share);

/// The contrast of two colours, from 1 to 21 (WCAG 2).
double contrast(Colour a, Colour b);

/// The least contrast of text (WCAG 2, level AA).
inline constexpr double min_text_contrast = 4.5;

/// White, dark grey or black: a colour for text on that background, with at least that contrast.
Colour text_colour_on(Colour background);

}  // namespace gusset::picture
