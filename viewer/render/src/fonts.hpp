#pragma once
#include <string_view>

#include "gusset/viewer/model/timeline/picture.hpp"

struct ImFont;
struct ImFontAtlas;

namespace gusset::viewer {

/// The fonts of the view: DejaVu Sans if installed, otherwise Dear ImGui's font. A font atlas owns them.
class Fonts {
 public:
  /// Loads the fonts for `scale` and builds the atlas.
  Fonts(ImFontAtlas& atlas, double scale);

  /// The regular font's letters, about a pixel wider on all sides: drawn below them, they form a rim.
  ImFont* rim_font() const { return rim_; }
  ImFont* font(Font which) const { return which == Font::bold ? bold_ : regular_; }
  /// Line height in pixels.
  float height() const { return height_; }
  double measure(Font which, std::string_view text) const;

 private:
  ImFont* regular_ = nullptr;
  ImFont* bold_ = nullptr;
  ImFont* rim_ = nullptr;
  float height_ = 0.0F;
};

}  // namespace gusset::viewer
