#pragma once
#include "gusset/traces/picture/graph/graph_layout.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::viewer {

/// Which part of a drawing a view shows, and how large. A value. Pixels are those of the view, from its top
/// left. Whatever is asked for, a part of the drawing stays in sight.
class GraphCamera {
 public:
  static constexpr double most_scale = 4.0;
  static constexpr double usual_scale = 1.0;  ///< beyond which fitting does not enlarge
  static constexpr double margin_pixels = 20.0;

  GraphCamera() = default;
  /// All of the drawing.
  GraphCamera(traces::LayoutSize drawing, double width_pixels, double height_pixels);

  double scale() const { return scale_; }  ///< pixels per unit
  double width() const { return width_; }
  double height() const { return height_; }
  double x_from_scene(double x) const { return (x - left_) * scale_; }
  double y_from_scene(double y) const { return (y - top_) * scale_; }
  double scene_from_x(double pixels) const { return left_ + pixels / scale_; }
  double scene_from_y(double pixels) const { return top_ + pixels / scale_; }

  GraphCamera fitted() const;
  bool shows_everything() const { return *this == fitted(); }
  /// Enlarged `factor` times with the point at (x, y) in its place.
  GraphCamera zoomed_at(double x, double y, double factor) const;
  /// Moved so that what stands further right and further down comes into sight, in pixels.
  GraphCamera panned(double right_pixels, double down_pixels) const;
  /// At the same scale, a box in the middle; where it is there already, as large as possible up to
  /// usual_scale.
  GraphCamera centred_on(const traces::GraphBox& box) const;
  /// Moved just so far that a box is in sight.
  GraphCamera revealing(const traces::GraphBox& box) const;
  /// The same drawing in a view of another size: all of it where all was shown.
  GraphCamera resized(double width_pixels, double height_pixels) const;
  /// Another drawing in which what stood at `before` stands at `after`: it stays where it is seen.
  GraphCamera redrawn(traces::LayoutSize drawing, traces::ScenePoint before, traces::ScenePoint after) const;

  friend bool operator==(const GraphCamera&, const GraphCamera&) = default;

 private:
  double fit_scale() const;
  GraphCamera clamped() const;

  traces::LayoutSize drawing_;
  double width_ = 1.0;
  double height_ = 1.0;
  double scale_ = 1.0;
  double left_ = 0.0;  ///< of the view, in the drawing
  double top_ = 0.0;
};

}  // namespace gusset::viewer
