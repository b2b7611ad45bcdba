#include "fonts.hpp"

#include <imgui.h>
#include <imgui_freetype.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <string>

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

}  // namespace

Fonts::Fonts(ImFontAtlas& atlas, double scale)
    : height_(static_cast<float>(std::round(font_height * scale))) {
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  regular_ = load(atlas, "DejaVuSans.ttf", height_);
  bold_ = load(atlas, "DejaVuSans-Bold.ttf", height_);
  atlas.Build();
}

double Fonts::measure(Font which, std::string_view text) const {
  const ImVec2 size =
      font(which)->CalcTextSizeA(height_, FLT_MAX, 0.0F, text.data(), text.data() + text.size());
  return static_cast<double>(size.x);
}

}  // namespace gusset::viewer
