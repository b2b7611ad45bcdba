#pragma once
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.hpp"
#include "canvas/text.hpp"

namespace gusset::paper::testing {

/// Records what is drawn on it.
class RecordingCanvas : public Canvas {
 public:
  struct Fill {
    Path path;
    Colour colour;
    std::string name;
  };
  struct Stroke {
    Path path;
    StrokeStyle style;
    std::string name;
  };
  struct Text {
    Point at;
    std::string text;
    TextStyle style;
  };

  void fill(const Path& path, Colour colour, std::string_view name) override {
    fills.push_back({path, colour, std::string(name)});
  }
  void stroke(const Path& path, const StrokeStyle& style, std::string_view name) override {
    strokes.push_back({path, style, std::string(name)});
  }
  void hairline(int, int, int, int, Colour) override { ++hairlines; }
  void fade(int x0, int, int x1, int, double) override {
    faded.emplace_back(x0, x1);
    strokes_before_fade = strokes.size();
  }
  void text(Point at, std::string_view text, const TextStyle& style) override {
    texts.push_back({at, std::string(text), style});
  }
  double text_width(std::string_view text, double size, bool bold) const override {
    return paper::text_width(text, size, bold);
  }

  std::vector<Fill> fills_named(std::string_view name) const { return named(fills, name); }
  std::vector<Stroke> strokes_named(std::string_view name) const { return named(strokes, name); }
  bool has_text(std::string_view text) const {
    return std::any_of(texts.begin(), texts.end(), [&](const Text& t) { return t.text == text; });
  }

  std::vector<Fill> fills;
  std::vector<Stroke> strokes;
  std::vector<Text> texts;
  int hairlines = 0;
  std::vector<std::pair<int, int>> faded;  ///< first and last column of each fade
  std::size_t strokes_before_fade = 0;     ///< before the last fade

 private:
  template <class Drawn>
  static std::vector<Drawn> named(const std::vector<Drawn>& all, std::string_view name) {
    std::vector<Drawn> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Drawn& drawn) { return drawn.name == name; });
    return found;
  }
};

/// The area of all polygons of a path.
inline double area_of(const Path& path) {
  double twice = 0.0;
  Point first, previous;
  const auto cross = [](Point a, Point b) { return a.x * b.y - b.x * a.y; };
  double sum = 0.0;
  path.for_each_point([&](Point p, bool is_first) {
    if (is_first) {
      sum += std::abs(twice + cross(previous, first));
      twice = 0.0;
      first = p;
    } else {
      twice += cross(previous, p);
    }
    previous = p;
  });
  return (sum + std::abs(twice + cross(previous, first))) / 2.0;
}

}  // namespace gusset::paper::testing
