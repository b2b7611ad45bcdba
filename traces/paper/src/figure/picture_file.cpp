#include "gusset/traces/paper/figure/picture_file.hpp"

#include "canvas/cairo_canvas.hpp"
#include "canvas/svg_canvas.hpp"
#include "canvas/text.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"

namespace gusset::paper {
namespace {

std::string lower_case_ending(const std::filesystem::path& path) {
  return lower_case(path.extension().string());
}

}  // namespace

bool is_picture(const std::filesystem::path& path) {
  const std::string ending = lower_case_ending(path);
  return ending == ".png" || ending == ".svg" || ending == ".pdf";
}

Result<Done> check_picture(const std::filesystem::path& path, const FigureOptions& options) {
  if (!is_picture(path)) {
    const std::string ending = lower_case_ending(path);
    return Error{path.string(), "a name that ends in .png, .svg or .pdf",
                 ending.empty() ? "no ending" : ending};
  }
  return check_sizes(path.string(), options);
}

Result<Done> check_sizes(const std::string& where, const FigureOptions& options) {
  const auto size = [&](const char* what, int value, int least) -> Result<Done> {
    if (value >= least && value <= greatest_size) return Done{};
    return Error{where,
                 std::string(what) + " of " + std::to_string(least) + " to " + std::to_string(greatest_size) +
                     " pixels",
                 std::to_string(value)};
  };
  if (auto done = size("a width", options.width, min_size); !done) return done;
  if (auto done = size("a row height", options.row_height, 1); !done) return done;
  return size("a maximum height", options.max_height, min_size);
}

Result<Done> write_picture(const std::filesystem::path& path, int width, int height,
                           const FigureOptions& options, const std::string& title,
                           const std::function<void(picture::Canvas&)>& draw_on) {
  if (height > greatest_size / options.png_scale) {
    return Error{path.string(), "a figure of up to " + std::to_string(greatest_size) + " pixels in height",
                 std::to_string(height)};
  }
  std::string bytes;
  const std::string ending = lower_case_ending(path);
  const auto drawn = [&](FileCanvas&& canvas) {
    draw_on(canvas);
    bytes = canvas.encode();
  };
  if (ending == ".png") {
    drawn(PngCanvas(width, height, options.png_scale));
  } else if (ending == ".pdf") {
    drawn(PdfCanvas(width, height, options.points_per_pixel, printable(title)));
  } else {
    const bool is_of_usual_size = options.points_per_pixel == FigureOptions().points_per_pixel;
    drawn(SvgCanvas(width, height, printable(title),
                    is_of_usual_size ? std::nullopt : std::optional(options.points_per_pixel)));
  }
  if (bytes.empty()) return Error{path.string(), "enough memory for the picture", "too little"};
  return write_text(path, bytes);
}

std::string svg_element(int width, int height, const std::string& title,
                        const std::function<void(picture::Canvas&)>& draw_on) {
  SvgCanvas canvas(width, height, printable(title));
  draw_on(canvas);
  return canvas.element();
}

}  // namespace gusset::paper
