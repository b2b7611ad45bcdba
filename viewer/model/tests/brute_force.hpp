#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer::testing {

inline constexpr Rgba triangle_bit = 1U << 16;  ///< see Strip

/// The expected texels of a row of spans that do not nest, computed from every span in each column: an
/// independent, simple implementation of LevelOfDetail's rule. Spans must not have zero length.
inline std::vector<Rgba> texels_by_brute_force(const traces::Trace& trace, const traces::SpanColumns& spans,
                                               const traces::ColumnGrid& grid,
                                               const std::array<traces::Colour, 256>& colours,
                                               std::size_t columns) {
  std::vector<Rgba> texels(columns, 0);
  std::size_t first = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto begin =
        static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(column))));
    const auto end = std::max(
        begin + 1,
        static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(column) + 1.0))));
    while (first < spans.size() && spans.end_ns[first] <= begin) ++first;
    std::vector<std::int64_t> busy(trace.types.size(), 0);
    std::int64_t all = 0;
    std::size_t count = 0;
    for (std::size_t i = first; i < spans.size() && spans.begin_ns[i] < end; ++i, ++count) {
      const std::int64_t part = std::min(end, spans.end_ns[i]) - std::max(begin, spans.begin_ns[i]);
      busy[trace.tasks.type[spans.task[i].value()].value()] += part;
      all += part;
    }
    if (count == 0) continue;
    const auto type = static_cast<std::size_t>(std::max_element(busy.begin(), busy.end()) - busy.begin());
    const double length = static_cast<double>(spans.end_ns[first] - spans.begin_ns[first]);
    const bool triangle = count == 1 && length >= 3.0 * grid.ns_per_column;
    double height =
        std::max(1.0, std::floor(static_cast<double>(all) / static_cast<double>(end - begin) * 255.0 + 0.5));
    if (triangle) {
      const double centre =
          std::clamp(grid.time_from_column(static_cast<double>(column) + 0.5),
                     static_cast<double>(spans.begin_ns[first]), static_cast<double>(spans.end_ns[first]));
      height = 1.0 + std::floor(254.0 * (static_cast<double>(spans.end_ns[first]) - centre) / length);
    }
    const Rgba colour = rgba(colours[type], static_cast<std::uint8_t>(height)) & ~triangle_bit;
    texels[column] = colour | (triangle ? triangle_bit : 0U);
  }
  return texels;
}

/// The expected layers of each column of such a row, from the highest down: the shares of at most
/// traces::Stack::max_parts types, the first type on top. None for a column of one type.
inline std::vector<std::vector<Rgba>> layers_by_brute_force(const traces::Trace& trace,
                                                            const traces::SpanColumns& spans,
                                                            const traces::ColumnGrid& grid,
                                                            const std::array<traces::Colour, 256>& colours,
                                                            std::size_t columns) {
  std::vector<std::vector<Rgba>> layers(columns);
  std::size_t first = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto edge = [&](std::size_t at) {
      return static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(at))));
    };
    const std::int64_t begin = edge(column);
    const std::int64_t end = std::max(begin + 1, edge(column + 1));
    while (first < spans.size() && spans.end_ns[first] <= begin) ++first;
    std::vector<std::int64_t> busy(trace.types.size(), 0);
    for (std::size_t i = first; i < spans.size() && spans.begin_ns[i] < end; ++i)
      busy[trace.tasks.type[spans.task[i].value()].value()] +=
          std::min(end, spans.end_ns[i]) - std::max(begin, spans.begin_ns[i]);
    double sum = 0.0;
    for (std::size_t type = busy.size(); type-- > 0;) {
      if (busy[type] == 0) continue;
      sum += static_cast<double>(busy[type]);
      const double height = std::floor(sum * (255.0 / static_cast<double>(end - begin)) + 0.5);
      layers[column].insert(layers[column].begin(), rgba(colours[type], static_cast<std::uint8_t>(height)));
    }
    if (layers[column].size() < 2) {
      layers[column].clear();
      continue;
    }
    // The highest layer has the busy share, as texels_by_brute_force computes it.
    const double share = std::floor(sum / static_cast<double>(end - begin) * 255.0 + 0.5);
    layers[column].front() = (layers[column].front() & 0xFFFFFFU) | static_cast<Rgba>(std::max(1.0, share))
                                                                        << 24;
  }
  return layers;
}

}  // namespace gusset::viewer::testing
