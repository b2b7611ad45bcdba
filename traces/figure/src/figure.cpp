#include "gusset/figure/figure.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "drawing.hpp"
#include "layout.hpp"
#include "legend.hpp"
#include "png_canvas.hpp"
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
  if (ending != ".png" && ending != ".svg") {
    return Error{path.string(), "a name that ends in .png or .svg", ending.empty() ? "no ending" : ending};
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
  return size("a greatest height", options.max_height, least_size);
}

}  // namespace

Result<Done> draw(const std::vector<Panel>& panels, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check(panels, path, options); !done) return done;
  const TypeColours colours(panels);
  const Legend legend(panels, colours, options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines());
  if (layout.height > greatest_size) {
    return Error{path.string(), "a figure of up to " + std::to_string(greatest_size) + " pixels in height",
                 std::to_string(layout.height)};
  }
  std::string bytes;
  if (lower_case_ending(path) == ".png") {
    PngCanvas canvas(layout.width, layout.height);
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
