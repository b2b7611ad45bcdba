#include "strip_filler.hpp"

#include <algorithm>

namespace gusset::viewer {
namespace {

constexpr std::uint32_t tint = 64;  // opacity of a triangle's column above the triangle, in 256ths

// Converts from red in the lowest byte to red in the third.
std::uint32_t argb(Rgba colour) {
  return 0xFF000000U | (colour & 0xFFU) << 16 | (colour & 0xFF00U) | (colour >> 16 & 0xFFU);
}

// Blends `colour` over `ground` with opacity `share` in 256ths; both are 0xAARRGGBB.
std::uint32_t blended(std::uint32_t ground, std::uint32_t colour, std::uint32_t share) {
  constexpr std::uint32_t two = 0x00FF00FFU;  // channels that are blended at once
  const std::uint32_t rest = 256U - share;
  const std::uint32_t red_blue = ((ground & two) * rest + (colour & two) * share + 0x00800080U) >> 8 & two;
  const std::uint32_t green = ((ground >> 8 & 0xFFU) * rest + (colour >> 8 & 0xFFU) * share + 0x80U) >> 8;
  return 0xFF000000U | red_blue | green << 8;
}

}  // namespace

StripFiller::StripFiller(Rgba track) : ground_(argb(track)) {}

void StripFiller::set_height(int height) {
  if (height == height_) return;
  height_ = height;
  for (std::size_t alpha = 0; alpha < 256; ++alpha) {
    const auto part = static_cast<float>(alpha);
    const float filled = std::max(part / 255.0F * static_cast<float>(height), std::min(part, 0.5F));
    full_of_[alpha] = static_cast<std::int32_t>(filled);
    share_of_[alpha] =
        static_cast<std::uint32_t>((filled - static_cast<float>(full_of_[alpha])) * 256.0F + 0.5F);
  }
}

void StripFiller::fill_columns(std::span<const Rgba> texels, const Pixels& pixels) {
  for (std::size_t x = 0; x < texels.size(); ++x) {
    const Rgba texel = texels[x];
    const bool is_tinted = (texel >> 16 & 1U) != 0;
    const std::uint32_t colour = argb(texel);
    const std::uint32_t share = std::max(share_of_[texel >> 24], is_tinted ? tint : 0U);
    base_.full[x] = full_of_[texel >> 24];
    base_.share[x] = share;
    base_.colour[x] = colour;
    top_[x] = blended(ground_, colour, share);
    above_[x] = is_tinted ? blended(ground_, colour, tint) : ground_;
  }
  for (std::int32_t from_foot = pixels.low; from_foot < pixels.high; ++from_foot) {
    std::uint32_t* const out =
        pixels.lowest + static_cast<std::size_t>(from_foot - pixels.low) * pixels.stride;
    for (std::size_t x = 0; x < pixels.columns; ++x) {  // loads come first, so that compilers vectorise it
      const std::int32_t full = base_.full[x];
      const std::uint32_t colour = base_.colour[x];
      const std::uint32_t top = top_[x];
      const std::uint32_t above = above_[x];
      const std::uint32_t from_top = from_foot == full ? top : above;
      out[x] = from_foot < full ? colour : from_top;
    }
  }
}

// A layer that ends in the column's top pixel changes that pixel's colour, but not how much of it is filled.
void StripFiller::draw_layer(std::span<const Rgba> texels, const Pixels& pixels) {
  std::int32_t highest = 0;
  for (std::size_t x = 0; x < texels.size(); ++x) {
    const Rgba texel = texels[x];
    const bool is_empty = texel == 0;
    layer_.full[x] = is_empty ? 0 : full_of_[texel >> 24];
    layer_.share[x] = is_empty ? 0 : share_of_[texel >> 24];
    layer_.colour[x] = argb(texel);
    highest = std::max(highest, layer_.full[x]);
  }
  for (std::int32_t from_foot = pixels.low; from_foot < std::min(pixels.high, highest); ++from_foot) {
    std::uint32_t* const out =
        pixels.lowest + static_cast<std::size_t>(from_foot - pixels.low) * pixels.stride;
    for (std::size_t x = 0; x < pixels.columns; ++x) {  // loads come first, so that compilers vectorise it
      const std::uint32_t here = out[x];
      const std::uint32_t colour = layer_.colour[x];
      out[x] = from_foot < layer_.full[x] ? colour : here;
    }
  }
  for (std::size_t x = 0; x < pixels.columns; ++x) {
    const std::int32_t full = layer_.full[x];
    const std::uint32_t share = layer_.share[x];
    if (share == 0 || full < pixels.low || full >= pixels.high) continue;
    std::uint32_t& pixel = pixels.lowest[static_cast<std::size_t>(full - pixels.low) * pixels.stride + x];
    if (full < base_.full[x]) {
      pixel = blended(pixel, layer_.colour[x], share);
    } else {
      const std::uint32_t part = std::min(256U, share * 256U / std::max(1U, base_.share[x]));
      base_.colour[x] = blended(base_.colour[x], layer_.colour[x], part);
      pixel = blended(ground_, base_.colour[x], base_.share[x]);
    }
  }
}

void StripFiller::fill(std::span<const Rgba> texels, const std::vector<std::span<const Rgba>>& layers,
                       int height, int low, int high, std::span<std::uint32_t> out) {
  set_height(height);
  for (std::size_t first = 0; first < texels.size(); first += max_columns) {
    const std::size_t columns = std::min(max_columns, texels.size() - first);
    const Pixels pixels{out.data() + first, texels.size(), columns, low, high};
    fill_columns(texels.subspan(first, columns), pixels);
    for (const std::span<const Rgba> layer : layers) draw_layer(layer.subspan(first, columns), pixels);
  }
}

}  // namespace gusset::viewer
