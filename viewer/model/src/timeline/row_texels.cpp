#include "row_texels.hpp"

#include <algorithm>
#include <vector>

namespace gusset::viewer {
namespace {

constexpr Rgba triangle_bit = 1U << 16;  // lowest bit of blue

// The number of workers of some lanes. A worker may have several lanes, but it uses one core.
std::size_t workers_of(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes) {
  std::vector<traces::WorkerId> workers;
  for (const std::size_t lane : lanes) workers.push_back(detail.trace().lanes[lane].worker);
  std::sort(workers.begin(), workers.end());
  return static_cast<std::size_t>(std::unique(workers.begin(), workers.end()) - workers.begin());
}

// The texel of a stack's part, counted from the highest.
Rgba part_texel(const traces::Stack& stack, std::size_t from_top, const StackColours& colours) {
  const traces::Stack::Part part = stack.parts[stack.count - 1U - from_top];
  const bool is_rest = from_top == 0 && stack.has_rest;
  return rgba(is_rest ? colours.rest : colours.categories[part.category], part.top);
}

// If several categories were busy, the column's texel becomes the highest part of their stack, and the layers
// the parts below it. Returns how many layers these are.
std::size_t write_column(const traces::Stack& stack, const StackColours& colours, std::size_t columns,
                         Rgba& texel, Rgba* layers) {
  if (stack.count < 2) return 0;
  texel = part_texel(stack, 0, colours) & ~triangle_bit;
  return write_stack(stack, colours, columns, 1, layers);
}

}  // namespace

std::size_t write_stack(const traces::Stack& stack, const StackColours& colours, std::size_t columns,
                        std::size_t skipped, Rgba* column) {
  for (std::size_t part = skipped; part < stack.count; ++part)
    column[(part - skipped) * columns] = part_texel(stack, part, colours);
  return stack.count - skipped;
}

void busy_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, Rgba colour, std::span<Rgba> out) {
  thread_local std::vector<traces::Texel> texels;
  thread_local std::vector<unsigned> busy;
  texels.resize(out.size());
  busy.assign(out.size(), 0);
  for (const std::size_t lane : lanes) {
    detail.texels(lane, grid, texels);
    for (std::size_t i = 0; i < out.size(); ++i) busy[i] += texels[i].busy;
  }
  const auto count = static_cast<unsigned>(workers_of(detail, lanes));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const unsigned share = std::min(255U, (busy[i] + count / 2) / count);
    out[i] = busy[i] == 0 ? 0 : (colour & 0x00FEFFFFU) | std::max(1U, share) << 24;
  }
}

std::size_t stacked_texels(const traces::LevelOfDetail& detail, std::span<const std::size_t> lanes,
                           const traces::ColumnGrid& grid, const StackColours& colours, std::span<Rgba> out,
                           std::span<Rgba> layers) {
  thread_local std::vector<traces::Texel> texels;
  thread_local std::vector<traces::Stack> stacks;
  texels.resize(out.size());
  stacks.resize(out.size());
  const std::size_t max_layers = out.empty() ? 0 : layers.size() / out.size();
  detail.texels_together(lanes, workers_of(detail, lanes), grid, texels, stacks,
                         max_layers > 0 ? max_layers + 1 : traces::Stack::max_parts);
  std::size_t used = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const traces::Texel& texel = texels[i];
    out[i] = texel.height == 0 ? 0 : rgba(colours.categories[texel.category], texel.height) & ~triangle_bit;
    if (max_layers > 0)
      used = std::max(used, write_column(stacks[i], colours, out.size(), out[i], layers.data() + i));
  }
  return used;
}

std::size_t row_texels(const traces::LevelOfDetail& detail, std::size_t lane, const traces::ColumnGrid& grid,
                       const StackColours& stack_colours, TaskShape shape, std::span<Rgba> out,
                       std::span<Rgba> layers) {
  thread_local std::vector<traces::Texel> texels;
  thread_local std::vector<traces::Stack> stacks;
  const std::array<traces::Colour, 256>& colours = stack_colours.categories;
  const std::size_t max_layers = out.empty() ? 0 : layers.size() / out.size();
  std::size_t used = 0;
  // One more column on the left tells whether a box begins in the first one.
  texels.resize(out.size() + 1);
  stacks.resize(max_layers > 0 ? texels.size() : 0);
  detail.texels(lane, {grid.first_column - 1, grid.ns_per_column}, texels, stacks, max_layers + 1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const traces::Texel& left = texels[i];
    const traces::Texel& texel = texels[i + 1];
    if (texel.triangle && shape == TaskShape::box) {
      // Heights decrease along a task, so a task begins where the height increases.
      const bool begins = !left.triangle || left.height < texel.height || left.category != texel.category;
      const traces::Colour colour = colours[texel.category];
      out[i] = rgba(begins ? traces::box_edge_colour(colour) : colour, 255) & ~triangle_bit;
      continue;
    }
    const Rgba colour = rgba(colours[texel.category], texel.height) & ~triangle_bit;
    out[i] = texel.height == 0 ? 0 : colour | (texel.triangle ? triangle_bit : 0);
    if (max_layers > 0)
      used =
          std::max(used, write_column(stacks[i + 1], stack_colours, out.size(), out[i], layers.data() + i));
  }
  return used;
}

}  // namespace gusset::viewer
