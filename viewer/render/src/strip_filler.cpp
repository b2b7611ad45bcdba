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

}  // namespace

std::span<const std::uint32_t> StripFiller::fill(std::span<const Rgba> texels, int height, int low,
                                                 int high) {
  const std::size_t width = texels.size();
  if (full_.size() < width) {
    full_.resize(width);
    below_.resize(width);
    top_.resize(width);
    above_.resize(width);
  }
  const std::uint32_t ground = argb(track_);
  for (std::size_t x = 0; x < width; ++x) {
    const auto part = static_cast<float>(texels[x] >> 24);
    const float filled = std::max(part / 255.0F * static_cast<float>(height), std::min(part, 0.5F));
    const auto full = static_cast<std::int32_t>(filled);
    const bool is_tinted = (texels[x] >> 16 & 1U) != 0;
    const std::uint32_t colour = argb(texels[x]);
    full_[x] = full;
    below_[x] = colour;
    top_[x] = mixed(ground, colour, std::max(filled - static_cast<float>(full), is_tinted ? tint : 0.0F));
    above_[x] = is_tinted ? mixed(ground, colour, tint) : ground;
  }

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
  return {pixels_.data(), rows * width};
}

}  // namespace gusset::viewer
