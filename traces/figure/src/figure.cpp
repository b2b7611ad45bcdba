#include "gusset/figure/figure.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "cairo_canvas.hpp"
#include "drawing.hpp"
#include "layout.hpp"
#include "legend.hpp"
#include "svg_canvas.hpp"
#include "text.hpp"
#include "type_colours.hpp"

namespace gusset::figure {
namespace {

using traces::Done;
using traces::Error;
using traces::Result;

constexpr int least_size = 200;
constexpr int greatest_size = 32767;  // of a cairo surface

std::string lower_case_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

Result<Done> write(const std::filesystem::path& path, const std::string& bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) return Done{};
  return Error{path.string(), "a file that can be written", errno == 0 ? "an error" : std::strerror(errno)};
}

Result<Done> check(const std::vector<Panel>& panels, const std::filesystem::path& path,
                   const FigureOptions& options) {
  const std::string ending = lower_case_ending(path);
  if (!is_picture(path)) {
    return Error{path.string(), "a name that ends in .png, .svg or .pdf",
                 ending.empty() ? "no ending" : ending};
  }
  if (panels.empty()) return Error{path.string(), "at least one trace to draw", "none"};
  const auto size = [&](const char* what, int value, int least) -> Result<Done> {
    if (value >= least && value <= greatest_size) return Done{};
    return Error{path.string(),
                 std::string(what) + " of " + std::to_string(least) + " to " + std::to_string(greatest_size) +
                     " pixels",
                 std::to_string(value)};
  };
  if (auto done = size("a width", options.width, least_size); !done) return done;
  if (auto done = size("a row height", options.row_height, 1); !done) return done;
  if (auto done = size("a scale", options.png_scale, 1); !done) return done;
  return size("a greatest height", options.max_height, least_size);
}

}  // namespace

FigureOptions column_options() {
  constexpr double column_points = 86.0 / 25.4 * 72.0;
  FigureOptions options;
  options.width = 420;
  options.row_height = 16;
  options.max_height = 800;
  options.png_scale = 3;
  options.points_per_pixel = column_points / options.width;
  return options;
}

FigureOptions slide_options() {
  constexpr double slide_points = 960.0;
  FigureOptions options;
  options.max_height = 900;
  options.points_per_pixel = slide_points / options.width;
  return options;
}

bool is_picture(const std::filesystem::path& path) {
  const std::string ending = lower_case_ending(path);
  return ending == ".png" || ending == ".svg" || ending == ".pdf";
}

Result<Done> draw(const std::vector<Panel>& panels, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check(panels, path, options); !done) return done;
  const TypeColours colours(panels);
  const Legend legend(panels, colours, options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines());
  if (layout.height > greatest_size / options.png_scale) {
    return Error{path.string(), "a figure of up to " + std::to_string(greatest_size) + " pixels in height",
                 std::to_string(layout.height)};
  }
  std::string bytes;
  const std::string ending = lower_case_ending(path);
  if (ending == ".png") {
    PngCanvas canvas(layout.width, layout.height, options.png_scale);
    draw_on(canvas, panels, layout, colours, legend);
    bytes = canvas.encode();
  } else if (ending == ".pdf") {
    PdfCanvas canvas(layout.width, layout.height, options.points_per_pixel, printable(panels[0].title));
    draw_on(canvas, panels, layout, colours, legend);
    bytes = canvas.encode();
  } else {
    SvgCanvas canvas(layout.width, layout.height, printable(panels[0].title));
    draw_on(canvas, panels, layout, colours, legend);
    bytes = canvas.encode();
  }
  if (bytes.empty()) return Error{path.string(), "memory for the picture", "too little"};
  return write(path, bytes);
}

}  // namespace gusset::figure
