#include "overlay_painter.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::viewer {
namespace {

ImVec2 point(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

Rgba readable_on(Rgba colour) {
  return rgba(picture::text_colour_on(picture::colour_of(colour)));
}

class Painter {
 public:
  Painter(ImDrawList& list, const Fonts& fonts, const ViewPalette& palette, double scale, int width,
          int height)
      : list_(list), fonts_(fonts), palette_(palette), scale_(scale), width_(width), height_(height) {}

  void band(const Band& band) {
    list_.AddRectFilled(point(band.from_x, band.top), point(band.to_x, band.bottom),
                        with_alpha(palette_.accent, 30));
    for (const bool is_from : {true, false}) {
      if (!(is_from ? band.has_from : band.has_to)) continue;
      const double x = is_from ? band.from_x : band.to_x;
      list_.AddRectFilled(point(std::floor(x), band.top), point(std::floor(x) + px(1), band.bottom),
                          with_alpha(palette_.accent, 170));
    }
  }

  void outline(const Outline& outline) {
    clipped(outline.clip, [&] {
      const double grow = outline.box.width < px(4) ? px(2) : px(1);
      const ImVec2 from = point(outline.box.left - grow, outline.box.top - px(1));
      const ImVec2 to = point(outline.box.right() + grow, outline.box.bottom() + px(1));
      list_.AddRect(from, to, palette_.halo, 0.0F, 0, static_cast<float>(4 * scale_));
      list_.AddRect(from, to, outline.colour, 0.0F, 0, static_cast<float>(2 * scale_));
    });
  }

  void cursor(double x, int bottom) {
    list_.AddRectFilled(point(x, 0), point(x + px(1), bottom), palette_.faint);
  }

  /// Draws a flag. Its text has room up to `until`; if that is the view's edge, the text may move to the left
  /// of the flag.
  void flag(const Flag& flag, double until) {
    const Rgba colour = palette_.predicted;
    for (double y = flag.top; y < flag.bottom; y += px(7))
      list_.AddRectFilled(point(flag.x, y), point(flag.x + px(1), std::min<double>(y + px(4), flag.bottom)),
                          colour);
    const double whole = fonts_.measure(Font::regular, flag.text) + px(flag.text.empty() ? 8 : 12);
    const bool has_room = flag.x + whole <= until;
    const bool leftwards = !has_room && until >= width_ && flag.x >= whole;
    const std::string shown =
        has_room || leftwards
            ? flag.text
            : picture::shortened(flag.text, until - flag.x - px(14), [this](std::string_view part) {
                return fonts_.measure(Font::regular, part);
              });
    const double width = fonts_.measure(Font::regular, shown) + px(shown.empty() ? 8 : 12);
    const double left = leftwards ? flag.x - width + px(1) : flag.x;
    const double height = fonts_.height() + px(2);
    const double top = flag.top + px(1);
    list_.AddRectFilled(point(left, top), point(left + width, top + height), colour,
                        static_cast<float>(px(3)),
                        leftwards ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersRight);
    text(left + px(6), top + px(1), shown, readable_on(colour), Font::regular);
  }

  void playback(const Overlay::PlaybackLine& line) {
    const double width = px(2);
    for (const Stretch stretch : line.stretches) {
      const double bottom = stretch.top + stretch.height;
      list_.AddRectFilled(point(line.x - px(1), stretch.top), point(line.x + width + px(1), bottom),
                          palette_.halo);
      list_.AddRectFilled(point(line.x, stretch.top), point(line.x + width, bottom), palette_.accent);
    }
    badge(badge_of(line));
  }

  void badge(const Badge& badge) {
    const Box box = box_of(badge);
    list_.AddRectFilled(point(box.left, box.top), point(box.right(), box.bottom()), badge.colour,
                        static_cast<float>(px(4)));
    text(box.left + px(7), box.top + px(3), badge.text, readable_on(badge.colour), Font::bold);
  }

  /// Hides the texts that the overlay's badges touch: the part beside or below a badge would be unreadable.
  void hide_touched(const std::vector<Box>& texts, const Overlay& overlay) {
    std::vector<Box> badges;
    for (const Badge& badge : overlay.badges) badges.push_back(box_of(badge));
    for (const Overlay::PlaybackLine& line : overlay.playback) badges.push_back(box_of(badge_of(line)));
    for (const Box& text : texts) {
      const bool is_touched = std::any_of(badges.begin(), badges.end(), [&](const Box& badge) {
        return badge.left < text.right() && text.left < badge.right() && badge.top < text.bottom() &&
               text.top < badge.bottom();
      });
      if (is_touched) {
        list_.AddRectFilled(point(text.left, text.top), point(text.right(), text.bottom()), palette_.canvas);
      }
    }
  }

  void tooltip(const Tooltip& tooltip) {
    const double line = std::round(fonts_.height() * 1.25);
    double labels = 0.0;
    double values = 0.0;
    for (std::size_t i = 1; i < tooltip.lines.size(); ++i) {
      labels = std::max(labels, fonts_.measure(Font::regular, tooltip.lines[i].label));
      values = std::max(values, fonts_.measure(Font::regular, tooltip.lines[i].text));
    }
    const double swatch = tooltip.colour ? fonts_.height() * 0.8 + px(7) : 0.0;
    const double heading = swatch + fonts_.measure(Font::bold, tooltip.lines.front().text);
    const double width = std::max(heading, labels + px(14) + values) + px(20);
    const double height = line * static_cast<double>(tooltip.lines.size()) + px(14);
    double left = tooltip.at.x + px(16);
    double top = tooltip.at.y + px(18);
    if (left + width > width_) left = tooltip.at.x - px(12) - width;
    if (top + height > height_) top = tooltip.at.y - px(12) - height;
    left = std::round(std::clamp(left, 0.0, std::max(0.0, width_ - width)));
    top = std::round(std::clamp(top, 0.0, std::max(0.0, height_ - height)));
    const auto rounding = static_cast<float>(px(6));
    list_.AddRectFilled(point(left + px(2), top + px(3)), point(left + width + px(2), top + height + px(3)),
                        rgba(20, 30, 50, 40), rounding);
    list_.AddRectFilled(point(left, top), point(left + width, top + height), palette_.tooltip_background,
                        rounding);
    list_.AddRect(point(left, top), point(left + width, top + height), palette_.tooltip_border, rounding);
    double y = top + px(8);
    if (tooltip.colour) {
      const double size = std::round(fonts_.height() * 0.8);
      list_.AddRectFilled(point(left + px(10), y + px(2)), point(left + px(10) + size, y + px(2) + size),
                          rgba(*tooltip.colour), static_cast<float>(px(2)));
    }
    text(left + px(10) + swatch, y, tooltip.lines.front().text, palette_.text, Font::bold);
    for (std::size_t i = 1; i < tooltip.lines.size(); ++i) {
      y += line;
      text(left + px(10), y, tooltip.lines[i].label, palette_.muted, Font::regular);
      text(left + px(10) + labels + px(14), y, tooltip.lines[i].text, palette_.text, Font::regular);
    }
  }

  void message(const std::string& message) {
    const double line = std::round(fonts_.height() * 1.6);
    const auto lines = static_cast<double>(std::count(message.begin(), message.end(), '\n') + 1);
    double y = std::round((height_ - line * lines) / 2);
    for (std::size_t from = 0; from <= message.size(); y += line) {
      const std::size_t end = std::min(message.find('\n', from), message.size());
      const std::string one = message.substr(from, end - from);
      const Font font = from == 0 ? Font::bold : Font::regular;
      text(std::round((width_ - fonts_.measure(font, one)) / 2), y, one,
           from == 0 ? palette_.text : palette_.muted, font);
      from = end + 1;
    }
  }

 private:
  double px(double size) const { return std::max(1.0, std::round(size * scale_)); }

  Badge badge_of(const Overlay::PlaybackLine& line) const {
    return {line.x, line.text_top, line.text, Badge::Anchor::middle, palette_.accent};
  }

  Box box_of(const Badge& badge) const {
    const double width = std::ceil(fonts_.measure(Font::bold, badge.text) + px(14));
    const double wanted = badge.x - (badge.anchor == Badge::Anchor::right ? width : width / 2);
    const double left = std::round(std::clamp(wanted, 0.0, std::max(0.0, width_ - width)));
    return {static_cast<int>(left), static_cast<int>(std::round(badge.y)), static_cast<int>(width),
            static_cast<int>(std::ceil(fonts_.height() + px(6)))};
  }

  void text(double x, double y, const std::string& text, Rgba colour, Font font) {
    list_.AddText(fonts_.font(font), fonts_.height(), point(std::round(x), std::round(y)), colour,
                  text.data(), text.data() + text.size());
  }

  template <class Draw>
  void clipped(Box clip, Draw draw) {
    list_.PushClipRect(point(clip.left, clip.top), point(clip.right(), clip.bottom()), true);
    draw();
    list_.PopClipRect();
  }

  ImDrawList& list_;
  const Fonts& fonts_;
  const ViewPalette& palette_;
  double scale_;
  int width_;
  int height_;
};

/// The position of the next flag to the right, or the view's right edge.
double next_after(const std::vector<Flag>& flags, const Flag& flag, int width) {
  double next = width;
  for (const Flag& other : flags) {
    if (other.x > flag.x) next = std::min(next, other.x - 2.0);
  }
  return next;
}

}  // namespace

void draw_dimmed(ImDrawList& list, const Overlay& overlay) {
  const Rgba colour = with_alpha(view_palette_on(overlay.background, overlay.is_projected).canvas, 205);
  for (const Box& box : overlay.dimmed)
    list.AddRectFilled(point(box.left, box.top), point(box.right(), box.bottom()), colour);
}

void draw_overlay(ImDrawList& list, const Overlay& overlay, const std::vector<Box>& ruler_texts,
                  const Fonts& fonts, double scale, int width, int height) {
  Painter painter(list, fonts, view_palette_on(overlay.background, overlay.is_projected), scale, width,
                  height);
  painter.hide_touched(ruler_texts, overlay);
  for (const Overlay::PlaybackLine& line : overlay.playback) painter.playback(line);
  for (const Band& band : overlay.bands) painter.band(band);
  for (const Flag& flag : overlay.flags) painter.flag(flag, next_after(overlay.flags, flag, width));
  for (const Outline& outline : overlay.outlines) painter.outline(outline);
  if (overlay.cursor_x) painter.cursor(*overlay.cursor_x, overlay.cursor_bottom);
  // Draws badges in reverse order, so that the selection's badges cover the pointer's badges: the text of the
  // selection's badges appears nowhere else.
  for (auto badge = overlay.badges.rbegin(); badge != overlay.badges.rend(); ++badge) painter.badge(*badge);
  if (overlay.tooltip) painter.tooltip(*overlay.tooltip);
  if (!overlay.message.empty()) painter.message(overlay.message);
}

void draw_fills(ImDrawList& list, const std::vector<Fill>& fills) {
  for (const Fill& fill : fills) {
    list.AddRectFilled(point(fill.box.left, fill.box.top), point(fill.box.right(), fill.box.bottom()),
                       fill.colour, fill.rounding);
  }
}

void draw_labels(ImDrawList& list, const std::vector<Label>& labels, const Fonts& fonts) {
  for (const Label& label : labels) {
    list.PushClipRect(point(label.clip.left, label.clip.top), point(label.clip.right(), label.clip.bottom()),
                      true);
    list.AddText(fonts.font(label.font), fonts.height(), point(label.x, label.y), label.colour,
                 label.text.data(), label.text.data() + label.text.size());
    list.PopClipRect();
  }
}

}  // namespace gusset::viewer
