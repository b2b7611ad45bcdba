#pragma once

namespace gusset::picture {

/// Sizes that all figures share, in pixels.
inline constexpr int margin = 16;
inline constexpr double title_size = 15.0;      ///< titles of figures other than trace figures
inline constexpr double min_title_size = 11.0;  ///< smallest title, in narrow figures
inline constexpr double label_size = 12.0;
inline constexpr double small_size = 11.0;

}  // namespace gusset::picture
