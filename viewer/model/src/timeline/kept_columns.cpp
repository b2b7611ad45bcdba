#include "gusset/viewer/model/timeline/kept_columns.hpp"

#include <algorithm>

namespace gusset::viewer {
namespace {

struct Columns {
  std::size_t from;
  std::size_t to;
};

// Computes some columns of a strip.
std::size_t compute_part(Columns part, std::int64_t first_column, std::span<Rgba> texels,
                         std::span<Rgba> layers, const KeptColumns::Compute& compute) {
  if (part.from == part.to) return 0;
  const std::size_t width = part.to - part.from;
  if (width == texels.size()) return compute(first_column, texels, layers);
  const std::size_t max_layers = layers.size() / texels.size();
  thread_local std::vector<Rgba> scratch;
  scratch.assign(width * (1 + max_layers), 0);
  const std::span<Rgba> all(scratch);
  const std::size_t used =
      compute(first_column + static_cast<std::int64_t>(part.from), all.first(width), all.subspan(width));
  const auto copy = [&](std::size_t row, std::span<Rgba> to) {
    std::ranges::copy(all.subspan(row * width, width), to.begin() + static_cast<std::ptrdiff_t>(part.from));
  };
  copy(0, texels);
  for (std::size_t layer = 0; layer < used; ++layer)
    copy(layer + 1, layers.subspan(layer * texels.size(), texels.size()));
  return used;
}

}  // namespace

std::size_t KeptColumns::fill(const Strip& strip, std::int64_t first_column, std::span<Rgba> texels,
                              std::span<Rgba> layers, const Compute& compute) {
  const auto columns = static_cast<std::int64_t>(texels.size());
  const std::int64_t shift = strip == strip_ ? first_column - first_column_ : columns;
  Columns stay{texels.size(), texels.size()};  // the columns that stay in view
  std::size_t used = 0;
  if (shift > -columns && shift < columns) {
    stay = {static_cast<std::size_t>(std::max<std::int64_t>(0, -shift)),
            static_cast<std::size_t>(std::min(columns, columns - shift))};
    const auto copy = [&](std::size_t row, std::span<Rgba> to) {
      const std::size_t from = row * texels.size() + static_cast<std::size_t>(shift > 0 ? shift : 0);
      std::ranges::copy(std::span(texels_).subspan(from, stay.to - stay.from),
                        to.begin() + static_cast<std::ptrdiff_t>(stay.from));
    };
    copy(0, texels);
    for (std::size_t layer = 0; layer < layers_; ++layer)
      copy(layer + 1, layers.subspan(layer * texels.size(), texels.size()));
    used = layers_;
  }
  computed_ = texels.size() - (stay.to - stay.from);
  for (const Columns part : {Columns{0, stay.from}, Columns{stay.to, texels.size()}})
    used = std::max(used, compute_part(part, first_column, texels, layers, compute));

  strip_ = strip;
  first_column_ = first_column;
  layers_ = used;
  texels_.assign(texels.begin(), texels.end());
  texels_.insert(texels_.end(), layers.begin(),
                 layers.begin() + static_cast<std::ptrdiff_t>(used * texels.size()));
  return used;
}

}  // namespace gusset::viewer
