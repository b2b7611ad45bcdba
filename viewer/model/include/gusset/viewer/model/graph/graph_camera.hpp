#pragma once
#include "gusset/traces/picture/graph/graph_layout.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::viewer {

/// Which part of a drawing a view shows, and at what scale. A value type. Pixels count from the view's top
/// left corner. Every operation keeps part of the drawing in view: the view's middle, or the whole drawing.
class GraphCamera {
 public:
  static constexpr double max_scale = 4.0;
  static constexpr double usual_scale = 1.0;
  /// Fitting enlarges a small drawing up to this scale, so that its names are readable from afar.
  static constexpr double largest_fit = 2.5;
  static constexpr double margin_pixels = 20.0;

  GraphCamera() = default;
  /// Shows the whole drawing.
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
  /// Zooms by `factor` with the point at (x, y) fixed.
  GraphCamera zoomed_at(double x, double y, double factor) const;
  /// Pans right and down by pixels.
  GraphCamera panned(double right_pixels, double down_pixels) const;
  /// Centres a box at the current scale. If it is centred already, shows it as large as possible up to
  /// usual_scale, or to the scale that shows everything if that is larger.
  GraphCamera centred_on(const traces::GraphBox& box) const;
  /// Pans as little as needed to bring a box into view.
  GraphCamera revealing(const traces::GraphBox& box) const;
  /// The same drawing in a view of another size. If the view showed everything, it still does.
  GraphCamera resized(double width_pixels, double height_pixels) const;
  /// Shows another drawing. Keeps a point, which was at `before` in the old drawing and is at `after` in the
  /// new one, in place in the view.
  GraphCamera redrawn(traces::LayoutSize drawing, traces::ScenePoint before, traces::ScenePoint after) const;

  /// The same after an edit of the drawing. If the whole drawing was in view, the next one is, too: the
  /// camera pans no further than needed, and zooms out only if the drawing needs more room than the view has.
  /// It then leaves room for further edits.
  GraphCamera edited(traces::LayoutSize drawing, traces::ScenePoint before, traces::ScenePoint after) const;

  friend bool operator==(const GraphCamera&, const GraphCamera&) = default;

 private:
  double room_scale() const;
  double fit_scale() const;
  bool has_all_in_view() const;
  GraphCamera panned_to_all() const;
  GraphCamera clamped() const;

  traces::LayoutSize drawing_;
  double width_ = 1.0;
  double height_ = 1.0;
  double scale_ = 1.0;
  double left_ = 0.0;  ///< left edge of the view, in the drawing's units
  double top_ = 0.0;
};

}  // namespace gusset::viewer
