#pragma once

namespace gusset::picture {

/// A rectangle in pixels from the top left.
struct Box {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  int right() const { return left + width; }
  int bottom() const { return top + height; }
  bool contains(double x, double y) const { return x >= left && x < right() && y >= top && y < bottom(); }
  friend bool operator==(const Box&, const Box&) = default;
};

/// A vertical interval, in pixels.
struct Stretch {
  int top = 0;
  int height = 0;
  int bottom() const { return top + height; }
  bool contains(int y) const { return y >= top && y < bottom(); }
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

}  // namespace gusset::picture
