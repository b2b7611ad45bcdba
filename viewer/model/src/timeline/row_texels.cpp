#include "row_texels.hpp"

#include <algorithm>

namespace gusset::viewer {
namespace {

constexpr Rgba triangle_bit = 1U << 16;  // lowest bit of blue

// Of the edge between two boxes of one colour.
traces::Colour darker(traces::Colour colour) {
  const auto part = [](std::uint8_t channel) { return static_cast<std::uint8_t>(channel * 6 / 10); };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

}  // namespace

void busy_texels(const LoadedTrace& loaded, const traces::LevelOfDetail& detail,
                 const std::vector<std::size_t>& rows, const traces::ColumnGrid& grid, Rgba colour,
                 std::span<Rgba> out) {
  thread_local std::vector<traces::Texel> texels;
  thread_local std::vector<unsigned> busy;
  texels.resize(out.size());
  busy.assign(out.size(), 0);
  std::vector<traces::WorkerId> workers;
  for (const std::size_t row : rows) {
    const traces::LaneId lane = loaded.rows[row].lane;
    workers.push_back(loaded.trace->lanes[lane.value()].worker);
    detail.texels(lane.value(), grid, texels);
    for (std::size_t i = 0; i < out.size(); ++i) busy[i] += texels[i].busy;
  }
  // A worker may have several lanes, but no two cores.
  std::sort(workers.begin(), workers.end());
  const auto count = static_cast<unsigned>(std::unique(workers.begin(), workers.end()) - workers.begin());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const unsigned share = std::min(255U, (busy[i] + count / 2) / count);
    out[i] = busy[i] == 0 ? 0 : (colour & 0x00FEFFFFU) | std::max(1U, share) << 24;
  }
}

void row_texels(const LoadedTrace& loaded, std::size_t row, const traces::ColumnGrid& grid,
                const std::array<traces::Colour, 256>& colours, TaskShape shape, std::span<Rgba> out,
                std::optional<std::size_t> depth) {
  thread_local std::vector<traces::Texel> texels;
  texels.resize(out.size());
  const traces::LevelOfDetail& detail = depth ? (*loaded.sub_rows)[*depth] : loaded.visible_detail();
  detail.texels(loaded.rows[row].lane.value(), grid, texels);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const traces::Texel& texel = texels[i];
    if (texel.triangle && shape == TaskShape::box) {
      // Heights fall along a task: where one rises, the next task begins.
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
