#include "fonts.hpp"

#include <imgui.h>
#include <imgui_freetype.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::viewer {
namespace {

constexpr double font_height = 15.0;

// Latin, Greek and Cyrillic, general punctuation, arrows, mathematical signs, geometric shapes.
constexpr std::array<ImWchar, 13> glyphs{0x20,   0x17F,  0x370,  0x52F,  0x2000, 0x206F, 0x2190,
                                         0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0};

ImFont* load(ImFontAtlas& atlas, const std::string& name, float height) {
  // The folders of Debian, Fedora and Arch, then the fonts that may come with the program.
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const std::filesystem::path& folder :
       {std::filesystem::path("/usr/share/fonts/truetype/dejavu"),
        std::filesystem::path("/usr/share/fonts/dejavu-sans-fonts"),
        std::filesystem::path("/usr/share/fonts/TTF"), program.parent_path() / "../share/fonts"}) {
    const std::string path = (folder / name).string();
    if (!std::filesystem::is_regular_file(path, error)) continue;
    if (ImFont* font = atlas.AddFontFromFileTTF(path.c_str(), height, nullptr, glyphs.data())) return font;
  }
  ImFontConfig config;
  config.SizePixels = height;
  return atlas.AddFontDefault(&config);
}

// Widens a font's letters in the built atlas by `width` pixels on all sides. The atlas must keep twice as
// much space between letters.
void widen(ImFontAtlas& atlas, ImFont& font, int width) {
  unsigned char* pixels = nullptr;
  int columns = 0;
  int rows = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &columns, &rows);
  std::vector<unsigned char> letter;
  for (ImFontGlyph& glyph : font.Glyphs) {
    if (glyph.Visible == 0) continue;
    const int left = static_cast<int>(std::lround(glyph.U0 * static_cast<float>(columns))) - width;
    const int top = static_cast<int>(std::lround(glyph.V0 * static_cast<float>(rows))) - width;
    const int right = static_cast<int>(std::lround(glyph.U1 * static_cast<float>(columns))) + width;
    const int bottom = static_cast<int>(std::lround(glyph.V1 * static_cast<float>(rows))) + width;
    if (left < 0 || top < 0 || right > columns || bottom > rows) continue;
    const auto across = static_cast<std::size_t>(right - left);
    const auto at = [&](int x, int y) -> unsigned char& {
      return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                    static_cast<std::size_t>(x)];
    };
    letter.assign(across * static_cast<std::size_t>(bottom - top), 0);
    for (int y = top + width; y < bottom - width; ++y) {
      for (int x = left + width; x < right - width; ++x) {
        for (int down = -width; down <= width; ++down) {
          for (int along = -width; along <= width; ++along) {
            unsigned char& widened = letter[static_cast<std::size_t>(y + down - top) * across +
                                            static_cast<std::size_t>(x + along - left)];
            widened = std::max(widened, at(x, y));
          }
        }
      }
    }
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x)
        at(x, y) = letter[static_cast<std::size_t>(y - top) * across + static_cast<std::size_t>(x - left)];
    }
    const auto grown = static_cast<float>(width);
    glyph.X0 -= grown;
    glyph.Y0 -= grown;
    glyph.X1 += grown;
    glyph.Y1 += grown;
    glyph.U0 = static_cast<float>(left) / static_cast<float>(columns);
    glyph.V0 = static_cast<float>(top) / static_cast<float>(rows);
    glyph.U1 = static_cast<float>(right) / static_cast<float>(columns);
    glyph.V1 = static_cast<float>(bottom) / static_cast<float>(rows);
  }
}

}  // namespace

Fonts::Fonts(ImFontAtlas& atlas, double scale)
    : height_(static_cast<float>(std::round(font_height * scale))) {
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  regular_ = load(atlas, "DejaVuSans.ttf", height_);
  bold_ = load(atlas, "DejaVuSans-Bold.ttf", height_);
  rim_ = load(atlas, "DejaVuSans.ttf", height_);
  const int rim = std::max(1, static_cast<int>(std::lround(scale)));
  atlas.TexGlyphPadding = 2 * rim;
  atlas.Build();
  widen(atlas, *rim_, rim);
}

double Fonts::measure(Font which, std::string_view text) const {
  const ImVec2 size =
      font(which)->CalcTextSizeA(height_, FLT_MAX, 0.0F, text.data(), text.data() + text.size());
  return static_cast<double>(size.x);
}

}  // namespace gusset::viewer
