#pragma once
#include <QFont>
#include <QPainter>

#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::viewer {

/// Draws on a widget or an image.
class QtCanvas : public picture::Canvas {
 public:
  /// Text uses the font's family.
  QtCanvas(QPainter& painter, const QFont& font);

  void fill(const picture::Path& path, traces::Colour colour, std::string_view name) override;
  void stroke(const picture::Path& path, const picture::StrokeStyle& style, std::string_view name) override;
  void hairline(int x0, int y0, int x1, int y1, traces::Colour colour) override;
  void fade(int x0, int y0, int x1, int y1, double by) override;
  void text(picture::Point at, std::string_view text, const picture::TextStyle& style) override;
  double text_width(std::string_view text, double size, bool bold) const override;

 private:
  QPainter& painter_;
  QFont font_;
};

}  // namespace gusset::viewer
