#include "svg_canvas.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "gusset/base/quoting.hpp"
#include "text.hpp"

namespace gusset::paper {
namespace {

/// Converts a coordinate to hundredths of a pixel. Relative steps of whole hundredths add up without error.
std::int64_t hundredths(double value) {
  return std::llround(value * 100.0);
}

void append_number(std::string& out, std::int64_t value) {
  if (value < 0) out += '-';
  const std::int64_t size = value < 0 ? -value : value;
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, size / 100).ptr;
  out.append(digits, end);
  const std::int64_t rest = size % 100;
  if (rest == 0) return;
  out += '.';
  out += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) out += static_cast<char>('0' + rest % 10);
}

std::string number(double value) {
  std::string out;
  append_number(out, hundredths(value));
  return out;
}

std::string millimetres(double points) {
  return number(points / 72.0 * 25.4) + "mm";
}

std::string rectangle(int x0, int y0, int x1, int y1, const std::string& fill) {
  return "<rect x=\"" + std::to_string(x0) + "\" y=\"" + std::to_string(y0) + "\" width=\"" +
         std::to_string(x1 - x0 + 1) + "\" height=\"" + std::to_string(y1 - y0 + 1) + "\" fill=\"" + fill +
         "\"/>\n";
}

/// Appends path data; closes each polygon if `closed`.
void append_path(std::string& out, const Path& path, bool closed) {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool is_begun = false;
  path.for_each_point([&](Point p, bool is_first) {
    const std::int64_t dx = hundredths(p.x) - x;
    const std::int64_t dy = hundredths(p.y) - y;
    x += dx;
    y += dy;
    if (is_first) {
      if (is_begun) out += closed ? "z\n" : "\n";
      is_begun = true;
      out += 'M';
      append_number(out, x);
      out += ' ';
      append_number(out, y);
    } else if (dy == 0) {
      out += 'h';
      append_number(out, dx);
    } else if (dx == 0) {
      out += 'v';
      append_number(out, dy);
    } else {
      out += 'l';
      append_number(out, dx);
      out += ' ';
      append_number(out, dy);
    }
  });
  if (closed) out += 'z';
}

}  // namespace

SvgCanvas::SvgCanvas(int width, int height, std::string_view title, std::optional<double> points_per_pixel)
    : size_("width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(height) + "\""),
      shown_size_(points_per_pixel ? "width=\"" + millimetres(width * *points_per_pixel) + "\" height=\"" +
                                         millimetres(height * *points_per_pixel) + "\""
                                   : size_),
      view_("0 0 " + std::to_string(width) + ' ' + std::to_string(height)),
      title_(xml_escaped(title)) {}

void SvgCanvas::fill(const Path& path, Colour colour, std::string_view name) {
  out_ += "<path fill=\"" + hex_text(colour) + "\" d=\"";
  append_path(out_, path, true);
  out_ += "\"><title>" + xml_escaped(name) + "</title></path>\n";
}

void SvgCanvas::stroke(const Path& path, const StrokeStyle& style, std::string_view name) {
  out_ += "<path fill=\"none\" stroke=\"" + hex_text(style.colour) + "\" stroke-width=\"" +
          number(style.width) + "\" stroke-linejoin=\"round\"";
  if (style.dash > 0.0) out_ += " stroke-dasharray=\"" + number(style.dash) + ' ' + number(style.gap) + '"';
  out_ += " d=\"";
  append_path(out_, path, false);
  out_ += "\"><title>" + xml_escaped(name) + "</title></path>\n";
}

void SvgCanvas::hairline(int x0, int y0, int x1, int y1, Colour colour) {
  out_ += rectangle(x0, y0, x1, y1, hex_text(colour));
}

void SvgCanvas::fade(int x0, int y0, int x1, int y1, double by) {
  out_ += rectangle(x0, y0, x1, y1, "#ffffff\" fill-opacity=\"" + number(by));
}

void SvgCanvas::text(Point at, std::string_view text, const TextStyle& style) {
  out_ += "<text font-size=\"" + number(style.size) + "\" fill=\"" + hex_text(style.colour) + '"';
  if (style.bold) out_ += " font-weight=\"bold\"";
  if (style.rim > 0.0) {
    out_ += " stroke=\"" + hex_text(style.rim_colour) + "\" stroke-width=\"" + number(2.0 * style.rim) +
            "\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
  }
  if (style.anchor != Anchor::begin) {
    out_ += style.anchor == Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
  }
  if (style.upwards) {
    out_ += " transform=\"translate(" + number(at.x) + ' ' + number(at.y) + ") rotate(-90)\">";
  } else {
    out_ += " x=\"" + number(at.x) + "\" y=\"" + number(at.y) + "\">";
  }
  out_ += xml_escaped(text) + "</text>\n";
}

std::string SvgCanvas::begin(const std::string& attributes) const {
  return "<svg" + attributes + " xmlns=\"http://www.w3.org/2000/svg\" " + shown_size_ + " viewBox=\"" +
         view_ + "\" font-family=\"'" + font_family + "', Verdana, sans-serif\">\n";
}

std::string SvgCanvas::end() const {
  return "<rect " + size_ + " fill=\"#ffffff\"/>\n" + out_ + "</svg>\n";
}

std::string SvgCanvas::encode() {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + begin("") + "<title>" + title_ + "</title>\n" +
         end();
}

std::string SvgCanvas::element() const {
  return begin(" role=\"img\" aria-label=\"" + title_ + "\"") + end();
}

}  // namespace gusset::paper
