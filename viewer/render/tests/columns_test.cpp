#include "gusset/viewer/render/columns.hpp"

#include <random>

#include "headless.hpp"

namespace gusset::viewer {
namespace {

TEST(Columns, SoftwareRenderersUseTheProcessor) {
  for (const char* renderer : {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Google SwiftShader"}) {
    EXPECT_TRUE(draws_in_software(renderer)) << renderer;
    EXPECT_EQ(columns_for(renderer), Columns::by_processor) << renderer;
  }
  for (const char* renderer : {"NVIDIA H200/PCIe/SSE2", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", ""}) {
    EXPECT_FALSE(draws_in_software(renderer)) << renderer;
    EXPECT_EQ(columns_for(renderer), Columns::by_shader) << renderer;
  }
}

// Adds layers, each at most as high as the one before it, in some of the columns.
void add_layers(Picture& picture, Strip& strip, std::size_t layers, std::mt19937& random) {
  const std::size_t row = strip.first_texel / picture.texel_columns * picture.texel_columns;
  strip.layers = layers;
  strip.first_layer = picture.texels.size() + strip.first_texel % picture.texel_columns;
  for (std::size_t layer = 0; layer < layers; ++layer) {
    for (std::size_t x = 0; x < picture.texel_columns; ++x) {
      const Rgba below = picture.texels[layer == 0 ? row + x : picture.texels.size() - picture.texel_columns];
      const bool is_triangle = (picture.texels[row + x] >> 16 & 1U) != 0;
      const auto height = layer == 0 ? below >> 24 : static_cast<Rgba>(random()) % ((below >> 24) + 1);
      const Rgba colour = static_cast<Rgba>(random()) & 0xFFFFFFU;
      picture.texels.push_back(is_triangle || height == 0 ? 0 : colour | height << 24);
    }
  }
}

// Makes strips of all heights, inside the picture, across its edges and across the groups' clips. Opaque
// strips come before and after others.
Picture random_picture(unsigned seed) {
  std::mt19937 random(seed);
  const auto any = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Picture picture;
  picture.width = 300;
  picture.height = 200;
  picture.background = rgba(240, 250, 245);
  picture.track = rgba(static_cast<std::uint8_t>(any(0, 255)), 255, static_cast<std::uint8_t>(any(0, 255)));
  picture.texel_columns = 400;
  picture.fills.push_back({{10, 10, 100, 150}, rgba(10, 20, 30)});
  for (int i = 0; i < 6; ++i) {
    StripGroup group;
    group.clip = {any(-10, 50), any(-10, 50), any(100, 300), any(100, 200)};
    group.over = i == 1 || i == 4;
    group.from_top = i == 2;
    for (int j = 0; j < 8; ++j) {
      const std::size_t first = picture.texels.size() + static_cast<std::size_t>(any(0, 20));
      group.strips.push_back({first, any(-20, 60), any(1, 380), {any(-10, 190), any(1, 40)}});
      for (std::size_t x = 0; x < picture.texel_columns; ++x) {
        const int height = any(0, 3) == 0 ? 0 : any(0, 2) == 0 ? 255 : any(0, 255);
        picture.texels.push_back((static_cast<Rgba>(random()) & 0xFFFFFFU) | static_cast<Rgba>(height) << 24);
      }
      if (!group.from_top)
        add_layers(picture, group.strips.back(), static_cast<std::size_t>(any(0, 3)), random);
    }
    picture.strips.push_back(std::move(group));
  }
  picture.over_fills.push_back({{50, 0, 1, 200}, rgba(90, 90, 90)});
  return picture;
}

class RandomPictures : public testing::Headless {
 protected:
  std::vector<std::uint32_t> drawn(const Picture& picture, Columns columns) {
    TearDown();
    start(columns);
    show(picture);
    frame({});
    return image();
  }
};

TEST_F(RandomPictures, LookTheSameByShaderAndByProcessor) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Picture picture = random_picture(seed);
    const auto by_shader = drawn(picture, Columns::by_shader);
    const auto by_processor = drawn(picture, Columns::by_processor);
    ASSERT_EQ(by_shader.size(), by_processor.size());
    for (std::size_t i = 0; i < by_shader.size(); ++i) {
      for (const int shift : {0, 8, 16, 24}) {
        const auto channel = [&](std::uint32_t pixel) { return static_cast<int>(pixel >> shift & 255U); };
        ASSERT_NEAR(channel(by_shader[i]), channel(by_processor[i]), 3)
            << "seed " << seed << ", x " << i % 300 << ", y " << i / 300;
      }
    }
  }
}

}  // namespace
}  // namespace gusset::viewer
