#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::paper {

inline constexpr int min_size = 200;         ///< pixels
inline constexpr int greatest_size = 32767;  ///< pixels; the limit of a cairo surface

/// Checks the extension of the path and the sizes in the options. On failure the error has the path and the
/// reason.
Result<Done> check_picture(const std::filesystem::path& path, const FigureOptions& options);
/// Checks only the sizes. `where` begins the error.
Result<Done> check_sizes(const std::string& where, const FigureOptions& options);

/// Creates a picture of width × height pixels, lets `draw_on` draw it, and writes it as PNG, SVG or PDF,
/// chosen by the path's extension. On failure the error has the path and the reason.
Result<Done> write_picture(const std::filesystem::path& path, int width, int height,
                           const FigureOptions& options, const std::string& title,
                           const std::function<void(picture::Canvas&)>& draw_on);

/// Draws a picture of width × height pixels as an `svg` element for an HTML document. `title` says in words
/// what the picture shows.
std::string svg_element(int width, int height, const std::string& title,
                        const std::function<void(picture::Canvas&)>& draw_on);

}  // namespace gusset::paper
