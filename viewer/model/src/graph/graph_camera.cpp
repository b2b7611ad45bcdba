#include "gusset/viewer/model/graph/graph_camera.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::viewer {
namespace {

constexpr double share_after_edit = 0.8;  // of the view, that a drawing fills after it outgrew the view

}  // namespace

GraphCamera::GraphCamera(traces::LayoutSize drawing, double width_pixels, double height_pixels)
    : drawing_(drawing), width_(std::max(1.0, width_pixels)), height_(std::max(1.0, height_pixels)) {
  *this = fitted();
}

/// The largest scale at which the whole drawing has room in the view.
double GraphCamera::room_scale() const {
  const auto room = [](double pixels) { return std::max(1.0, pixels - 2 * margin_pixels); };
  return std::min(room(width_) / std::max(1.0, drawing_.width),
                  room(height_) / std::max(1.0, drawing_.height));
}

double GraphCamera::fit_scale() const {
  return std::min(largest_fit, room_scale());
}

bool GraphCamera::has_all_in_view() const {
  constexpr double rounding = 1e-6;
  return x_from_scene(0.0) > -rounding && x_from_scene(drawing_.width) < width_ + rounding &&
         y_from_scene(0.0) > -rounding && y_from_scene(drawing_.height) < height_ + rounding;
}

/// Pans as little as needed to bring the whole drawing into view. The view must have room for it.
GraphCamera GraphCamera::panned_to_all() const {
  traces::GraphBox all;
  all.width = drawing_.width;
  all.height = drawing_.height;
  return revealing(all);
}

GraphCamera GraphCamera::fitted() const {
  GraphCamera all = *this;
  all.scale_ = fit_scale();
  all.left_ = (drawing_.width - width_ / all.scale_) / 2;
  all.top_ = (drawing_.height - height_ / all.scale_) / 2;
  return all;
}

GraphCamera GraphCamera::clamped() const {
  GraphCamera result = *this;
  result.scale_ = std::clamp(scale_, fit_scale() / 2, max_scale);
  // The view's centre stays over the drawing, or the whole drawing stays in view.
  const auto clamp = [](double from, double view, double drawing) {
    return std::clamp(from, std::min(-view / 2, drawing - view), std::max(drawing - view / 2, 0.0));
  };
  result.left_ = clamp(left_, width_ / result.scale_, drawing_.width);
  result.top_ = clamp(top_, height_ / result.scale_, drawing_.height);
  return result;
}

GraphCamera GraphCamera::zoomed_at(double x, double y, double factor) const {
  GraphCamera result = *this;
  result.scale_ = std::clamp(scale_ * factor, fit_scale() / 2, max_scale);
  result.left_ = scene_from_x(x) - x / result.scale_;
  result.top_ = scene_from_y(y) - y / result.scale_;
  return result.clamped();
}

GraphCamera GraphCamera::panned(double right_pixels, double down_pixels) const {
  GraphCamera result = *this;
  result.left_ += right_pixels / scale_;
  result.top_ += down_pixels / scale_;
  return result.clamped();
}

GraphCamera GraphCamera::centred_on(const traces::GraphBox& box) const {
  const auto centred = [&](double scale) {
    GraphCamera result = *this;
    result.scale_ = scale;
    result.left_ = box.middle_x() - width_ / scale / 2;
    result.top_ = box.middle_y() - height_ / scale / 2;
    return result.clamped();
  };
  GraphCamera result = centred(scale_);
  const auto near = [](double a, double b) { return std::fabs(a - b) < 1e-6; };
  if (!near(result.left_, left_) || !near(result.top_, top_)) return result;
  const double room_x = std::max(1.0, width_ - 2 * margin_pixels) / std::max(1.0, box.width);
  const double room_y = std::max(1.0, height_ - 2 * margin_pixels) / std::max(1.0, box.height);
  return centred(std::min({std::max(usual_scale, fit_scale()), room_x, room_y}));
}

GraphCamera GraphCamera::revealing(const traces::GraphBox& box) const {
  const auto move = [](double low, double high, double limit) {
    const double room = limit - margin_pixels;
    if (low < margin_pixels) return low - margin_pixels;
    return high > room ? std::min(high - room, low - margin_pixels) : 0.0;
  };
  const double right = move(x_from_scene(box.x), x_from_scene(box.right()), width_);
  const double down = move(y_from_scene(box.y), y_from_scene(box.bottom()), height_);
  return right == 0.0 && down == 0.0 ? *this : panned(right, down);
}

GraphCamera GraphCamera::resized(double width_pixels, double height_pixels) const {
  GraphCamera result = *this;
  const bool everything = shows_everything();
  const bool had_all = has_all_in_view();
  const double middle_x = scene_from_x(width_ / 2);
  const double middle_y = scene_from_y(height_ / 2);
  result.width_ = std::max(1.0, width_pixels);
  result.height_ = std::max(1.0, height_pixels);
  if (everything) return result.fitted();
  result.left_ = middle_x - result.width_ / scale_ / 2;
  result.top_ = middle_y - result.height_ / scale_ / 2;
  if (!had_all) return result.clamped();
  return scale_ > result.room_scale() ? result.fitted() : result.panned_to_all();
}

GraphCamera GraphCamera::redrawn(traces::LayoutSize drawing, traces::ScenePoint before,
                                 traces::ScenePoint after) const {
  GraphCamera result = *this;
  result.drawing_ = drawing;
  result.left_ += after.x - before.x;
  result.top_ += after.y - before.y;
  return result.clamped();
}

GraphCamera GraphCamera::edited(traces::LayoutSize drawing, traces::ScenePoint before,
                                traces::ScenePoint after) const {
  GraphCamera result = redrawn(drawing, before, after);
  if (!has_all_in_view()) return result;
  if (result.scale_ > result.room_scale()) {
    result.scale_ = share_after_edit * result.room_scale();
    result.left_ = after.x - x_from_scene(before.x) / result.scale_;
    result.top_ = after.y - y_from_scene(before.y) / result.scale_;
  }
  return result.panned_to_all();
}

}  // namespace gusset::viewer
