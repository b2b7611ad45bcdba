#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::paper {

inline constexpr int least_size = 200;       ///< pixels
inline constexpr int greatest_size = 32767;  ///< of a cairo surface

/// Whether a picture of these options can be drawn there: the name's ending and the sizes. Fails with the
/// path and the reason.
Result<Done> check_picture(const std::filesystem::path& path, const FigureOptions& options);

/// Draws a picture of width × height pixels by `draw_on`, and writes it: PNG, SVG or PDF by the path's
/// ending. Fails with the path and the reason.
Result<Done> write_picture(const std::filesystem::path& path, int width, int height,
                           const FigureOptions& options, const std::string& title,
                           const std::function<void(picture::Canvas&)>& draw_on);

}  // namespace gusset::paper
