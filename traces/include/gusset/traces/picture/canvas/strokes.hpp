#pragma once
#include <span>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/canvas/path.hpp"

namespace gusset::picture {

// All of these turn the same way round, so that none cuts a hole into another of the same path.

/// Adds a line of that width to a path, as a polygon.
void add_line(Path& path, Point from, Point to, double width);

/// Adds a disc to a path, as a polygon that no eye tells from one.
void add_disc(Path& path, Point centre, double radius);

/// Adds the frame of a rectangle, `width` wide and inside of it.
void add_frame(Path& path, double left, double top, double right, double bottom, double width);

/// Adds a rectangle with round corners to a path; `radius` 0: with sharp ones.
void add_rounded(Path& path, double left, double top, double right, double bottom, double radius);

/// Appends a cubic Bézier curve that begins at the last of the points, in parts so short that no eye tells
/// them from it.
void append_curve(std::vector<Point>& points, Point leaving, Point arriving, Point to);

/// Adds a line along points to a path that is to be stroked.
void add_open(Path& path, std::span<const Point> points);

double length_of(std::span<const Point> points);

/// A line without its last part; empty where it is no longer than that.
std::vector<Point> without_end(std::span<const Point> points, double length);

/// A colour between two, both included; `share` of the second in 0 … 1.
Colour between(Colour a, Colour b, double share);

/// Black or white: what is read more easily on that colour.
Colour ink_on(Colour paper);

}  // namespace gusset::picture
