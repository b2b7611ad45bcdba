#include "row_texels.hpp"

#include <algorithm>
#include <vector>

namespace gusset::viewer {
namespace {

constexpr Rgba triangle_bit = 1U << 16;  // lowest bit of blue

// The colour of the edge between two boxes of the same colour.
traces::Colour darker(traces::Colour colour) {
  const auto part = [](std::uint8_t channel) { return static_cast<std::uint8_t>(channel * 6 / 10); };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

}  // namespace

void busy_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, Rgba colour, std::span<Rgba> out) {
  thread_local std::vector<traces::Texel> texels;
  thread_local std::vector<unsigned> busy;
  texels.resize(out.size());
  busy.assign(out.size(), 0);
  std::vector<traces::WorkerId> workers;
  for (const std::size_t lane : lanes) {
    workers.push_back(detail.trace().lanes[lane].worker);
    detail.texels(lane, grid, texels);
    for (std::size_t i = 0; i < out.size(); ++i) busy[i] += texels[i].busy;
  }
  // A worker may have several lanes, but it uses one core.
  std::sort(workers.begin(), workers.end());
  const auto count = static_cast<unsigned>(std::unique(workers.begin(), workers.end()) - workers.begin());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const unsigned share = std::min(255U, (busy[i] + count / 2) / count);
    out[i] = busy[i] == 0 ? 0 : (colour & 0x00FEFFFFU) | std::max(1U, share) << 24;
  }
}

void row_texels(const traces::LevelOfDetail& detail, std::size_t lane, const traces::ColumnGrid& grid,
                const std::array<traces::Colour, 256>& colours, TaskShape shape, std::span<Rgba> out) {
  thread_local std::vector<traces::Texel> texels;
  texels.resize(out.size());
  detail.texels(lane, grid, texels);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const traces::Texel& texel = texels[i];
    if (texel.triangle && shape == TaskShape::box) {
      // Heights decrease along a task, so a task begins where the height increases.
      const bool begins = i == 0 || !texels[i - 1].triangle || texels[i - 1].height < texel.height ||
                          texels[i - 1].category != texel.category;
      const traces::Colour colour = colours[texel.category];
      out[i] = rgba(begins ? darker(colour) : colour, 255) & ~triangle_bit;
      continue;
    }
    const Rgba colour = rgba(colours[texel.category], texel.height) & ~triangle_bit;
    out[i] = texel.height == 0 ? 0 : colour | (texel.triangle ? triangle_bit : 0);
  }
}

}  // namespace gusset::viewer
