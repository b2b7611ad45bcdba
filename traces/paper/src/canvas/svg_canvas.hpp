#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "canvas.hpp"

namespace gusset::paper {

/// SVG 1.1 as text: one path element per `fill` and `stroke`, coordinates to a hundredth of a pixel. Text
/// stays text, so that it can be searched and edited.
class SvgCanvas : public FileCanvas {
 public:
  /// Programs show a picture with `points_per_pixel` in that physical size.
  SvgCanvas(int width, int height, std::string_view title, std::optional<double> points_per_pixel = {});

  void fill(const Path& path, Colour colour, std::string_view name) override;
  void stroke(const Path& path, const StrokeStyle& style, std::string_view name) override;
  void hairline(int x0, int y0, int x1, int y1, Colour colour) override;
  void fade(int x0, int y0, int x1, int y1, double by) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;
  std::string encode() override;
  /// The picture as an element of an HTML document. The title describes it to readers who cannot see it.
  std::string element() const;

 private:
  std::string begin(const std::string& attributes) const;
  std::string end() const;

  std::string size_;  ///< in pixels
  std::string shown_size_;
  std::string view_;
  std::string title_;
  std::string out_;
};

}  // namespace gusset::paper
