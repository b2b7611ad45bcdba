#include "gusset/traces/picture/canvas/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace gusset::traces {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector linear(Colour colour) {
  const auto channel = [](std::uint8_t value) {
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

/// Converts linear sRGB to CIELAB, white point D65 (IEC 61966-2-1, CIE 15).
Vector lab(const Vector& rgb) {
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047);
  const double y = f(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2]);
  const double z = f((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

Vector seen_through(const Matrix& m, const Vector& rgb) {
  Vector seen{};
  for (std::size_t i = 0; i < 3; ++i) {
    seen[i] = std::clamp(m[i][0] * rgb[0] + m[i][1] * rgb[1] + m[i][2] * rgb[2], 0.0, 1.0);
  }
  return seen;
}

double difference(const Matrix& vision, Colour a, Colour b) {
  const Vector p = lab(seen_through(vision, linear(a)));
  const Vector q = lab(seen_through(vision, linear(b)));
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

double smallest_difference(const Matrix& vision, std::size_t colours,
                           Background background = Background::white) {
  double smallest = 1e9;
  for (std::size_t a = 0; a < colours; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      smallest =
          std::min(smallest, difference(vision, type_colour(a, background), type_colour(b, background)));
    }
  }
  return smallest;
}

constexpr Matrix normal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

struct Deficiency {
  const char* name;
  Matrix vision;
};

// Machado, Oliveira, Fernandes: "A Physiologically-based Model for Simulation of Color Vision Deficiency",
// IEEE Transactions on Visualization and Computer Graphics 15 (2009) 1291-1298; severity 1.0, on linear RGB.
const Deficiency deficiencies[] = {
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

TEST(Palette, FirstEightAreDistinguishableWithColourDeficiencies) {
  // A difference of 2.3 is just noticeable. Ten times that is also visible between small areas that lie
  // apart.
  EXPECT_GE(smallest_difference(normal, 8), 23.0);
  for (const Deficiency& deficiency : deficiencies) {
    EXPECT_GE(smallest_difference(deficiency.vision, 8), 23.0) << deficiency.name;
  }
}

TEST(Palette, AllSixteenAreDistinguishableWithNormalVision) {
  EXPECT_GE(smallest_difference(normal, palette_size), 23.0);
}

TEST(Palette, EveryColourContrastsWithWhite) {
  for (std::size_t type = 0; type < palette_size; ++type) {
    const Vector rgb = linear(type_colour(type));
    const double luminance = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    EXPECT_GE(1.05 / (luminance + 0.05), 1.9) << type;  // contrast as in WCAG 2
  }
}

double luminance(Colour colour) {
  const Vector rgb = linear(colour);
  return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

TEST(Palette, FirstEightOnDarkAreDistinguishableWithColourDeficiencies) {
  EXPECT_GE(smallest_difference(normal, 8, Background::dark), 23.0);
  EXPECT_GE(smallest_difference(normal, palette_size, Background::dark), 23.0);
  for (const Deficiency& deficiency : deficiencies)
    EXPECT_GE(smallest_difference(deficiency.vision, 8, Background::dark), 23.0) << deficiency.name;
}

TEST(Palette, EveryColourContrastsWithTheDarkBackground) {
  const double background = luminance(dark_background) + 0.05;
  for (std::size_t type = 0; type < palette_size; ++type)
    EXPECT_GE((luminance(type_colour(type, Background::dark)) + 0.05) / background, 2.5) << type;
  for (double place = 0.0; place <= 1.0; place += 0.125)
    EXPECT_GE((luminance(on_dark_background(scale_colour(place))) + 0.05) / background, 2.5) << place;
}

TEST(Palette, DarkConversionKeepsScaleOrderAndTypeColours) {
  for (int i = 1; i < 8; ++i) {
    EXPECT_GT(luminance(on_dark_background(scale_colour((i - 1.0) / 7))),
              luminance(on_dark_background(scale_colour(i / 7.0))));
  }
  for (std::size_t type = 0; type < palette_size; ++type)
    EXPECT_EQ(on_dark_background(type_colour(type)), type_colour(type, Background::dark));
}

TEST(Palette, ScaleOrderIsVisibleWithColourDeficiencies) {
  constexpr int steps = 8;
  for (int i = 1; i < steps; ++i) {
    const Colour lighter = scale_colour((i - 1.0) / (steps - 1)), darker = scale_colour(i / (steps - 1.0));
    EXPECT_GT(lab(linear(lighter))[0], lab(linear(darker))[0]);
    EXPECT_GE(difference(normal, lighter, darker), 9.0) << i;
    for (const Deficiency& deficiency : deficiencies)
      EXPECT_GE(difference(deficiency.vision, lighter, darker), 7.0) << i << ", " << deficiency.name;
  }
  EXPECT_EQ(scale_colour(-1.0), scale_colour(0.0));
  EXPECT_EQ(scale_colour(2.0), scale_colour(1.0));
}

TEST(Palette, ColoursRepeatAfterThePaletteSize) {
  for (std::size_t type = 0; type < 300; ++type)
    EXPECT_EQ(type_colour(type), type_colour(type % palette_size));
  EXPECT_NE(type_colour(0), type_colour(1));
}

TEST(Palette, BusiestTypesHaveDifferentColours) {
  std::vector<std::int64_t> busy{5, 9, 9, 0};
  EXPECT_EQ(palette_places(busy), (std::vector<std::size_t>{0, 1, 2, 3})) << "in the given order";
  busy.assign(palette_size + 4, 1);
  busy.back() = 7;
  busy[3] = 0;
  const std::vector<std::size_t> places = palette_places(busy);
  EXPECT_EQ(places.back(), 0U);
  EXPECT_EQ(places[0], 1U);
  EXPECT_EQ(places[3], busy.size() - 1);
  EXPECT_TRUE(palette_places({}).empty());
}

}  // namespace
}  // namespace gusset::traces
