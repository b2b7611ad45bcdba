#include "gusset/traces/paper/charts/sweep_image.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gusset::figure {
namespace {

SweepFigure image_of_two_by_two() {
  SweepFigure figure;
  figure.title = "two by two";
  figure.heat_map = {"Time", "blocks", "grid", {"18", "36"}, {"3x3", "1x9"}, {}};
  for (std::size_t i = 0; i < 4; ++i)
    figure.heat_map.cells.push_back({1.0 + static_cast<double>(i), "1 s", i == 0, false, 10 + i});
  figure.front = {"Front", "time [s]", "bytes [B]", "", {}};
  for (std::size_t i = 0; i < 4; ++i)
    figure.front.points.push_back(
        {1.0 + static_cast<double>(i), 4.0 - static_cast<double>(i), "", "", true, i == 0, 10 + i});
  return figure;
}

TEST(SweepImage, KnowsWhereEachConfigurationIsDrawn) {
  const auto image = image_of(image_of_two_by_two(), 1000);
  ASSERT_TRUE(image) << image.error().message();
  EXPECT_EQ(image->width, 1000);
  EXPECT_EQ(image->pixels.size(), static_cast<std::size_t>(image->width * image->height));
  ASSERT_EQ(image->spots.size(), 8U) << "a cell and a point of each";
  for (const SweepSpot& spot : image->spots) {
    EXPECT_EQ(image->configuration_at((spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2),
              spot.configuration);
    // Something is drawn there.
    const auto x = static_cast<std::size_t>((spot.left + spot.right) / 2);
    const auto y = static_cast<std::size_t>((spot.top + spot.bottom) / 2);
    EXPECT_NE(image->pixels[y * 1000 + x] & 0xFFFFFFU, 0xFFFFFFU);
  }
  EXPECT_EQ(image->configuration_at(1.0, 1.0), std::nullopt);
}

TEST(SweepImage, ScalesItsPixelsOnly) {
  const auto image = image_of(image_of_two_by_two(), 600, 2);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 600);
  EXPECT_EQ(image->pixels.size(), static_cast<std::size_t>(4 * image->width * image->height));
  for (const SweepSpot& spot : image->spots) EXPECT_LE(spot.right, 600.0);
}

TEST(SweepImage, OnDarkPaperWhatWasDarkIsLight) {
  const auto white = image_of(image_of_two_by_two(), 600);
  const auto dark = image_of(image_of_two_by_two(), 600, 1, traces::Paper::dark);
  ASSERT_TRUE(white && dark);
  ASSERT_EQ(white->pixels.size(), dark->pixels.size());
  const traces::Colour paper = traces::dark_paper;
  const std::uint32_t dark_pixel =
      static_cast<std::uint32_t>(paper.red) << 16 | static_cast<std::uint32_t>(paper.green) << 8 | paper.blue;
  const auto brightness = [](std::uint32_t pixel) {
    return (pixel >> 16 & 255U) + (pixel >> 8 & 255U) + (pixel & 255U);
  };
  for (std::size_t i = 0; i < white->pixels.size(); ++i) {
    if ((white->pixels[i] & 0xFFFFFFU) == 0xFFFFFFU) {
      ASSERT_EQ(dark->pixels[i], dark_pixel) << i;
    }
    if (brightness(white->pixels[i]) < 3 * 0x30) {
      ASSERT_GT(brightness(dark->pixels[i]), 3 * 0xA0) << i;
    }
  }
  EXPECT_EQ(white->spots.size(), dark->spots.size());
}

TEST(SweepImage, NothingToDrawIsSaid) {
  const auto image = image_of(SweepFigure{}, 600);
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().message(), "sweep: expected a sweep of several configurations to draw, found none");
}

}  // namespace
}  // namespace gusset::figure
