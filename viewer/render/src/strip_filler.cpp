#include "strip_filler.hpp"

#include <algorithm>

namespace gusset::viewer {
namespace {

constexpr float tint = 0.25F;  // opacity of a triangle's column above the triangle

// Converts from red in the lowest byte to red in the third.
std::uint32_t argb(Rgba colour) {
  return 0xFF000000U | (colour & 0xFFU) << 16 | (colour & 0xFF00U) | (colour >> 16 & 0xFFU);
}

// Blends `colour` over `ground` with opacity `share`; both are 0xAARRGGBB.
std::uint32_t mixed(std::uint32_t ground, std::uint32_t colour, float share) {
  std::uint32_t result = 0xFF000000U;
  for (const unsigned shift : {0U, 8U, 16U}) {
    const auto low = static_cast<float>(ground >> shift & 0xFFU);
    const auto high = static_cast<float>(colour >> shift & 0xFFU);
    result |= static_cast<std::uint32_t>(low + (high - low) * share + 0.5F) << shift;
  }
  return result;
}

// The same with a share in 256ths. Faster, because it blends two channels at once.
std::uint32_t blended(std::uint32_t ground, std::uint32_t colour, std::uint32_t share) {
  constexpr std::uint32_t two = 0x00FF00FFU;
  const std::uint32_t rest = 256U - share;
  const std::uint32_t red_blue = ((ground & two) * rest + (colour & two) * share + 0x00800080U) >> 8 & two;
  const std::uint32_t green = ((ground >> 8 & 0xFFU) * rest + (colour >> 8 & 0xFFU) * share + 0x80U) >> 8;
  return 0xFF000000U | red_blue | green << 8;
}

// Computes how many pixels of a column are full.
float filled_pixels(Rgba texel, int height) {
  const auto part = static_cast<float>(texel >> 24);
  return std::max(part / 255.0F * static_cast<float>(height), std::min(part, 0.5F));
}

}  // namespace

void StripFiller::prepare(std::span<const Rgba> texels, int height) {
  const std::size_t width = texels.size();
  if (full_.size() < width) {
    for (auto* const colours : {&below_, &top_, &above_, &top_colour_, &layer_colour_, &layer_share_})
      colours->resize(width);
    top_share_.resize(width);
    for (auto* const counts : {&full_, &layer_full_}) counts->resize(width);
  }
  const std::uint32_t ground = argb(track_);
  for (std::size_t x = 0; x < width; ++x) {
    const float filled = filled_pixels(texels[x], height);
    const auto full = static_cast<std::int32_t>(filled);
    const bool is_tinted = (texels[x] >> 16 & 1U) != 0;
    const std::uint32_t colour = argb(texels[x]);
    const float share = std::max(filled - static_cast<float>(full), is_tinted ? tint : 0.0F);
    full_[x] = full;
    below_[x] = colour;
    top_[x] = mixed(ground, colour, share);
    top_colour_[x] = colour;
    top_share_[x] = share;
    above_[x] = is_tinted ? mixed(ground, colour, tint) : ground;
  }
}

// A layer that ends in the column's top pixel changes that pixel's colour, but not how much of it is filled.
void StripFiller::prepare_layer(std::span<const Rgba> texels, int height) {
  const std::uint32_t ground = argb(track_);
  for (std::size_t x = 0; x < texels.size(); ++x) {
    layer_share_[x] = 0;
    layer_full_[x] = 0;
    if (texels[x] == 0) continue;
    const float filled = filled_pixels(texels[x], height);
    const auto full = static_cast<std::int32_t>(filled);
    const float share = filled - static_cast<float>(full);
    const std::uint32_t colour = argb(texels[x]);
    layer_full_[x] = full;
    layer_colour_[x] = colour;
    if (full < full_[x]) {
      layer_share_[x] = static_cast<std::uint32_t>(share * 256.0F + 0.5F);
    } else if (share >= top_share_[x]) {
      top_colour_[x] = colour;
      top_[x] = mixed(ground, colour, top_share_[x]);
    } else if (share > 0.0F) {
      top_colour_[x] = mixed(top_colour_[x], colour, share / top_share_[x]);
      top_[x] = mixed(ground, top_colour_[x], top_share_[x]);
    }
  }
}

void StripFiller::draw_layer(int low, int high, std::size_t width) {
  const std::int32_t* const full = layer_full_.data();
  const std::uint32_t* const colour = layer_colour_.data();
  for (std::int32_t from_foot = low; from_foot < high; ++from_foot) {
    std::uint32_t* const out = pixels_.data() + static_cast<std::size_t>(from_foot - low) * width;
    for (std::size_t x = 0; x < width; ++x) {  // loads come first, so that compilers vectorise the loop
      const std::uint32_t here = out[x];
      const std::uint32_t layer = colour[x];
      out[x] = from_foot < full[x] ? layer : here;
    }
  }
  for (std::size_t x = 0; x < width; ++x) {
    if (layer_share_[x] == 0 || full[x] < low || full[x] >= high) continue;
    std::uint32_t& pixel = pixels_[static_cast<std::size_t>(full[x] - low) * width + x];
    pixel = blended(pixel, colour[x], layer_share_[x]);
  }
}

std::span<const std::uint32_t> StripFiller::fill(std::span<const Rgba> texels,
                                                 const std::vector<std::span<const Rgba>>& layers, int height,
                                                 int low, int high) {
  const std::size_t width = texels.size();
  prepare(texels, height);
  const std::size_t rows = static_cast<std::size_t>(std::max(0, high - low));
  if (pixels_.size() < rows * width) pixels_.resize(rows * width);
  const std::int32_t* const full = full_.data();
  const std::uint32_t* const below = below_.data();
  const std::uint32_t* const top = top_.data();
  const std::uint32_t* const above = above_.data();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t from_foot = low + static_cast<std::int32_t>(row);
    std::uint32_t* const out = pixels_.data() + row * width;
    for (std::size_t x = 0; x < width; ++x) {  // loads come first, so that compilers vectorise the loop
      const std::int32_t full_here = full[x];
      const std::uint32_t below_here = below[x];
      const std::uint32_t top_here = top[x];
      const std::uint32_t above_here = above[x];
      const std::uint32_t from_top = from_foot == full_here ? top_here : above_here;
      out[x] = from_foot < full_here ? below_here : from_top;
    }
  }
  if (layers.empty()) return {pixels_.data(), rows * width};
  for (const std::span<const Rgba> layer : layers) {
    prepare_layer(layer, height);
    draw_layer(low, high, width);
  }
  for (std::size_t x = 0; x < width; ++x) {
    if (full[x] >= low && full[x] < high)
      pixels_[static_cast<std::size_t>(full[x] - low) * width + x] = top[x];
  }
  return {pixels_.data(), rows * width};
}

}  // namespace gusset::viewer
